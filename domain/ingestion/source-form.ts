import type { TObject, TSchema } from '@sinclair/typebox';

/** What a form needs of one member of the settings of a source. */
export type FormField = {
  /** Where its value goes in the body of an integration, e.g. `configuration.host`. */
  path: string;
  title: string;
  description: string;
  /** The input: a text, long text (of several lines), secret (never shown again), number, switch, choice of one, or list of texts. */
  input: 'text' | 'long-text' | 'secret' | 'long-secret' | 'number' | 'switch' | 'choice' | 'list';
  required: boolean;
  /** Rarely needed: a form may fold it away. */
  advanced: boolean;
  default: unknown;
  placeholder: string | null;
  choices: { value: string; title: string }[];
  minimum: number | null;
  maximum: number | null;
  maxLength: number | null;
  pattern: string | null;
};

export type FormStep = { name: string; title: string; fields: FormField[] };

type Settings = { configSchema: TObject; credentialsSchema: TObject; levels: readonly string[] };

/** The steps of a form for integrations of a source, made from its schemas alone. */
export function formOf({ configSchema, credentialsSchema, levels }: Settings): FormStep[] {
  return [
    {
      name: 'connection',
      title: 'Connection',
      fields: [
        ...fieldsOf(configSchema, 'configuration'),
        ...fieldsOf(credentialsSchema, 'credentials'),
      ],
    },
    {
      name: 'scope',
      title: 'Scope',
      fields: [...new Set([...levels, 'name'])].flatMap(filterFields),
    },
  ];
}

/** A schema whose members have a title, as a form shows it. */
export function withTitles(schema: TObject): TObject {
  const members = Object.entries(schema.properties).map(([name, member]) => [
    name,
    { ...member, title: titleOf(name, member), ...enumTitles(member) },
  ]);
  return { ...schema, properties: Object.fromEntries(members) as TObject['properties'] };
}

function fieldsOf(schema: TObject, below: 'configuration' | 'credentials'): FormField[] {
  return Object.entries(schema.properties).map(([name, member]) => ({
    path: `${below}.${name}`,
    title: titleOf(name, member),
    description: member.description ?? '',
    input: inputOf(name, member, below === 'credentials'),
    required: schema.required?.includes(name) ?? false,
    advanced: member['x-advanced'] === true,
    default: member.default ?? null,
    placeholder: exampleOf(member),
    choices: literalsOf(member).map(({ value, title }) => ({ value, title })),
    ...limitsOf(member),
  }));
}

function limitsOf(
  member: TSchema,
): Pick<FormField, 'minimum' | 'maximum' | 'maxLength' | 'pattern'> {
  const { minimum, maximum, maxLength, pattern } =
    member.type === 'array' ? itemsOf(member) : member;
  return {
    minimum: (minimum as number | undefined) ?? null,
    maximum: (maximum as number | undefined) ?? null,
    maxLength: (maxLength as number | undefined) ?? null,
    pattern: (pattern as string | undefined) ?? null,
  };
}

const itemsOf = (member: TSchema): TSchema => (member.items ?? {}) as TSchema;

function exampleOf(member: TSchema): string | null {
  const [example] = (member.examples ?? []) as unknown[];
  if (example === undefined) return null;
  return Array.isArray(example)
    ? example.join(', ')
    : JSON.stringify(example).replace(/^"|"$/g, '');
}

function inputOf(name: string, member: TSchema, isCredential: boolean): FormField['input'] {
  if (literalsOf(member).length > 0) return 'choice';
  if (member.type === 'boolean') return 'switch';
  if (member.type === 'integer' || member.type === 'number') return 'number';
  if (member.type === 'array') return 'list';
  const isLong = member['x-multiline'] === true;
  // Names of users and ids of keys are no secrets: people must see what they type.
  const isSecret = isCredential && !/username$|keyid$|clientid$/i.test(name);
  if (isSecret) return isLong ? 'long-secret' : 'secret';
  return isLong ? 'long-text' : 'text';
}

function literalsOf(member: TSchema): { value: string; title: string }[] {
  const options = (member.anyOf ?? []) as TSchema[];
  return options.flatMap(({ const: value, title }) =>
    typeof value === 'string' ? [{ value, title: title ?? sentenceOf(value) }] : [],
  );
}

function enumTitles(member: TSchema): object {
  const titles = literalsOf(member);
  if (titles.length === 0) return {};
  const titled = titles.map(({ value, title }) => ({ const: value, type: 'string', title }));
  return { anyOf: titled };
}

/** Words that are written in capitals. */
const capitals = new Map(
  ['api', 'aws', 'id', 'json', 'pem', 'sasl', 'ssl', 'tls', 'url', 's3'].map((word) => [
    word,
    word.toUpperCase(),
  ]),
);

const titleOf = (name: string, { title }: TSchema): string => title ?? sentenceOf(name);

/** `bootstrapServers` is `Bootstrap servers`, `verify-full` is `Verify full`. */
function sentenceOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);
  const text = words.map((word) => capitals.get(word) ?? word).join(' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const plurals: Readonly<Record<string, string>> = { catalog: 'catalogs', schema: 'schemas' };

/** The two fields of the filter of one level of names. */
function filterFields(level: string): FormField[] {
  const names = plurals[level] ?? 'names';
  const title = sentenceOf(names);
  const field = {
    input: 'list',
    required: false,
    advanced: false,
    default: null,
    choices: [],
    minimum: null,
    maximum: null,
    maxLength: null,
    pattern: null,
  } as const;
  const patterns = 'Patterns: * stands for any characters, ? for one; case does not matter';
  return [
    {
      ...field,
      path: `filters.${names}.include`,
      title: `${title} to scan`,
      description: `${patterns}. Empty scans all`,
      placeholder: 'sales, finance_*',
    },
    {
      ...field,
      path: `filters.${names}.exclude`,
      title: `${title} to leave out`,
      description: patterns,
      placeholder: '*_tmp, test_*',
    },
  ].map((each) => ({ ...each, choices: [] }));
}
