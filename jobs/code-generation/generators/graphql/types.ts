import type { ContractProperty } from '../../../../domain/standards/odcs/contract-model.ts';
import { plainLines } from '../../shapes/documentation.ts';
import {
  fieldDocumentation,
  textForm,
  labelLinesOf,
} from '../../shapes/text/language-documentation.ts';
import { noteMemberName } from '../../shapes/text/language-notes.ts';
import { asciiName, createNameScope, pascalName, takeNames } from '../../shapes/names.ts';
import type { NameScope } from '../../shapes/names.ts';
import type { Notes } from '../../shapes/notes.ts';
import { canHoldNull } from '../../shapes/nullability.ts';
import { writeByKind } from '../../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../../shapes/shape.ts';
import type { ScalarName } from './scalars.ts';

/** `scalars` have to be declared; `ids` are single-column keys and the columns that refer to them. */
export type GraphqlFile = {
  scope: NameScope;
  notes: Notes;
  scalars: Set<ScalarName>;
  ids: ReadonlySet<ContractProperty>;
};

/** A field that leads to another type; `another` is its name if `name` is taken. */
export type Link = { name: string; another: string; type: string; description: string };

type ObjectType = {
  name: string;
  documentation: readonly string[];
  fields: readonly Field[];
  links: readonly Link[];
};

/** The context of a type; `declarations` collects those that follow it. */
type Context = GraphqlFile & { wanted: string; declarations: string[] };

/** Names with two leading underscores are reserved for introspection. */
export const fieldName = (text: string): string => asciiName(text, 'field').replace(/^_+/, '_');

/** A block string, with its delimiter escaped in the text. */
export function descriptionLines(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['"""', ...lines.map((line) => line.replaceAll('"""', String.raw`\"""`)), '"""'];
}

function scalar(name: ScalarName, { scalars }: Context): string {
  scalars.add(name);
  return name;
}

function integerType({ bits, unsigned }: ShapeOf<'integer'>, _: Field, context: Context): string {
  return bits < 32 || (bits === 32 && !unsigned) ? 'Int' : scalar('BigInt', context);
}

function recordType({ fields }: ShapeOf<'record'>, _: Field, context: Context): string {
  const name = context.scope.take(context.wanted);
  const lines = typeLines({ name, documentation: [], fields, links: [] }, context);
  for (const line of lines) context.declarations.push(line);
  return name;
}

function listType({ items }: ShapeOf<'list'>, field: Field, context: Context): string {
  const type = typeOf(items, { ...context, wanted: `${context.wanted}Item` });
  return `[${type}${canHoldNull(items, field) ? '' : '!'}]`;
}

const types: ByKind<Context, string> = {
  text: ({ isUuid }, _, context) => (isUuid ? scalar('UUID', context) : 'String'),
  boolean: () => 'Boolean',
  bytes: (_, __, context) => scalar('Bytes', context),
  date: (_, __, context) => scalar('Date', context),
  time: (_, __, context) => scalar('Time', context),
  timestamp: ({ zone }, _, context) =>
    scalar(zone === false ? 'LocalDateTime' : 'DateTime', context),
  integer: integerType,
  float: () => 'Float',
  decimal: (_, __, context) => scalar('Decimal', context),
  json: (_, __, context) => scalar('JSON', context),
  record: recordType,
  list: listType,
  map: (_, { path }, context) => {
    context.notes.warn(path, 'GraphQL has no maps, so it is any JSON value');
    return scalar('JSON', context);
  },
};

const enumValue = /^(?!__)(?!(?:true|false|null)$)[A-Za-z_][A-Za-z0-9_]*$/;

function enumType(field: Field, context: Context): string | undefined {
  const names = (field.values ?? []).map(String);
  if (!names.every((name) => enumValue.test(name))) {
    context.notes.warn(
      field.path,
      'its allowed values are no names of GraphQL, so every text is accepted',
    );
    return undefined;
  }
  const name = context.scope.take(context.wanted);
  const values = names.flatMap((value) => [...descriptionLines(labelLinesOf(field, value)), value]);
  for (const line of ['', `enum ${name} {`, ...indented(values), '}'])
    context.declarations.push(line);
  return name;
}

function typeOf(field: Field, context: Context): string {
  const { values, shape, path } = field;
  if (values === undefined || values.length === 0) return writeByKind(types, field, context);
  if (shape.kind === 'text') return enumType(field, context) ?? writeByKind(types, field, context);
  context.notes.add(path, 'only the description says its allowed values');
  return writeByKind(types, field, context);
}

const isKey = ({ shape, property }: Field, { ids }: Context): boolean =>
  property !== undefined &&
  ids.has(property) &&
  (shape.kind === 'text' || shape.kind === 'integer');

function memberType(field: Field, context: Context): string {
  if (!isKey(field, context)) return typeOf(field, context);
  if (field.values !== undefined)
    context.notes.add(field.path, 'only the description says its allowed values');
  return 'ID';
}

const indented = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '' : `  ${line}`));

/** The form of values that no scalar describes, for the description of a field. */
const formOf = (field: Field): string[] =>
  ['decimal', 'text'].includes(field.shape.kind) ? textForm(field) : [];

function memberLines(field: Field, member: string, context: Context): string[] {
  const wanted = fieldName(field.name);
  const renamed = noteMemberName(field, context.notes, { name: member, wanted, format: 'GraphQL' });
  const text = fieldDocumentation(field, [...formOf(field), ...renamed], formOf);
  const mark = field.property?.deprecated === true ? ' @deprecated' : '';
  return [
    ...descriptionLines(text),
    `${member}: ${memberType(field, context)}${field.required ? '!' : ''}${mark}`,
  ];
}

/** A table or object as a type, followed by the types that its fields need. */
export function typeLines(
  { name, documentation, fields, links }: ObjectType,
  file: GraphqlFile,
): string[] {
  const declarations: string[] = [];
  const scope = createNameScope();
  const texts = fields.map((field) => field.name);
  const names = takeNames(texts, scope, fieldName);
  const members = fields.flatMap((field, position) => {
    const wanted = `${name}${pascalName(field.name, 'Value')}`.slice(0, 200);
    return memberLines(field, names[position] ?? 'field', { ...file, declarations, wanted });
  });
  const linked = links.flatMap((link) => [
    ...descriptionLines(plainLines(link.description)),
    `${scope.take(link.name, link.another)}: ${link.type}`,
  ]);
  if (members.length === 0)
    file.notes.warn(name, 'it has no properties, so its type has a field that means nothing');
  const body = members.length === 0 ? ['_empty: Boolean'] : [...members, ...linked];
  return [
    '',
    ...descriptionLines(documentation),
    `type ${name} {`,
    ...indented(body),
    '}',
    ...declarations,
  ];
}
