import { fieldDocumentation, plainLines, textForm } from '../shapes/documentation.ts';
import { asciiName, createNameScope, pascalName } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';
import type { ScalarName } from './graphql-scalars.ts';

/** `scalars` are those that have to be declared. */
export type GraphqlFile = { scope: NameScope; notes: Notes; scalars: Set<ScalarName> };

/** A field that leads to another type; it gets the second name when the first is taken. */
export type Link = { name: string; another: string; type: string; description: string };

type ObjectType = {
  name: string;
  documentation: readonly string[];
  fields: readonly Field[];
  links: readonly Link[];
};

/** Declarations that are found inside of a type are written behind it. */
type Place = GraphqlFile & { wanted: string; behind: string[] };

/** Two underscores in front are kept for introspection. */
export const fieldName = (text: string): string => asciiName(text, 'field').replace(/^_+/, '_');

/** A block text in which nothing ends it. */
export function descriptionLines(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['"""', ...lines.map((line) => line.replaceAll('"""', String.raw`\"""`)), '"""'];
}

function scalar(name: ScalarName, { scalars }: Place): string {
  scalars.add(name);
  return name;
}

function integerType({ bits, unsigned }: ShapeOf<'integer'>, _: Field, place: Place): string {
  return bits < 32 || (bits === 32 && !unsigned) ? 'Int' : scalar('BigInt', place);
}

function recordType({ fields }: ShapeOf<'record'>, _: Field, place: Place): string {
  const name = place.scope.take(place.wanted);
  const lines = typeLines({ name, documentation: [], fields, links: [] }, place);
  for (const line of lines) place.behind.push(line);
  return name;
}

function listType({ items, dimensions }: ShapeOf<'list'>, { path }: Field, place: Place): string {
  if (dimensions !== undefined) place.notes.add(path, `its length of ${dimensions} is not said`);
  return `[${typeOf(items, { ...place, wanted: `${place.wanted}Item` })}!]`;
}

const types: ByKind<Place, string> = {
  text: ({ isUuid }, _, place) => (isUuid ? scalar('UUID', place) : 'String'),
  boolean: () => 'Boolean',
  bytes: (_, __, place) => scalar('Bytes', place),
  date: (_, __, place) => scalar('Date', place),
  time: (_, __, place) => scalar('Time', place),
  timestamp: ({ zone }, _, place) => scalar(zone === false ? 'LocalDateTime' : 'DateTime', place),
  integer: integerType,
  float: () => 'Float',
  decimal: (_, __, place) => scalar('Decimal', place),
  json: (_, __, place) => scalar('JSON', place),
  record: recordType,
  list: listType,
  map: (_, { path }, place) => {
    place.notes.add(path, 'GraphQL has no maps, so it is any JSON value');
    return scalar('JSON', place);
  },
};

const enumValue = /^(?!__)(?!(?:true|false|null)$)[A-Za-z_][A-Za-z0-9_]*$/;

function enumType({ values = [], path }: Field, place: Place): string | undefined {
  const names = values.map(String);
  if (!names.every((name) => enumValue.test(name))) {
    place.notes.add(path, 'its allowed values are no names of GraphQL, so every text is accepted');
    return undefined;
  }
  const name = place.scope.take(place.wanted);
  const lines = ['', `enum ${name} {`, ...names.map((value) => `  ${value}`), '}'];
  for (const line of lines) place.behind.push(line);
  return name;
}

function typeOf(field: Field, place: Place): string {
  const { values, shape, path } = field;
  if (values === undefined || values.length === 0) return writeByKind(types, field, place);
  if (shape.kind === 'text') return enumType(field, place) ?? writeByKind(types, field, place);
  place.notes.add(path, 'only the description says its allowed values');
  return writeByKind(types, field, place);
}

/** The one column that tells rows apart. */
function identityOf(fields: readonly Field[]): Field | undefined {
  const [key, another] = fields.filter(({ property }) => property?.primaryKey === true);
  const isText = key?.shape.kind === 'text' || key?.shape.kind === 'integer';
  return another === undefined && isText ? key : undefined;
}

const indented = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '' : `  ${line}`));

/** A table or object as a type, with the types that its fields need behind it. */
export function typeLines(
  { name, documentation, fields, links }: ObjectType,
  file: GraphqlFile,
): string[] {
  const behind: string[] = [];
  const scope = createNameScope();
  const identity = identityOf(fields);
  const own = fields.map((field) => ({ field, member: scope.take(fieldName(field.name)) }));
  const members = own.flatMap(({ field, member }) => {
    const place = {
      ...file,
      behind,
      wanted: `${name}${pascalName(field.name, 'Value')}`.slice(0, 200),
    };
    const isRenamed = member !== field.name;
    if (isRenamed)
      file.notes.add(field.path, `its name is no name of GraphQL, so it is called ${member}`);
    const type = field === identity ? 'ID' : typeOf(field, place);
    const extra = [
      ...(field.shape.kind === 'decimal' ? textForm(field) : []),
      ...(isRenamed ? [`Name in the contract: ${field.name}`] : []),
    ];
    const description = descriptionLines(fieldDocumentation(field, extra));
    return [...description, `${member}: ${type}${field.required ? '!' : ''}`];
  });
  const linked = links.flatMap((link) => [
    ...descriptionLines(plainLines(link.description)),
    `${scope.take(link.name, link.another)}: ${link.type}`,
  ]);
  if (members.length === 0)
    file.notes.add(name, 'it has no properties, so its type has a field that means nothing');
  const body = members.length === 0 ? ['_empty: Boolean'] : [...members, ...linked];
  return [
    '',
    ...descriptionLines(documentation),
    `type ${name} {`,
    ...indented(body),
    '}',
    ...behind,
  ];
}
