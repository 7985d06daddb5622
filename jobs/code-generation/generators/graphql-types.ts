import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import { plainLines } from '../shapes/documentation.ts';
import { fieldDocumentation, textForm, wordsOfValue } from '../shapes/language-documentation.ts';
import { noteMemberName } from '../shapes/language-notes.ts';
import { asciiName, createNameScope, pascalName, takeNames } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { canHoldNull } from '../shapes/nullability.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';
import type { ScalarName } from './graphql-scalars.ts';

/** `scalars` are those that have to be declared; `ids` are keys of one column, and what points at them. */
export type GraphqlFile = {
  scope: NameScope;
  notes: Notes;
  scalars: Set<ScalarName>;
  ids: ReadonlySet<ContractProperty>;
};

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

function listType({ items }: ShapeOf<'list'>, field: Field, place: Place): string {
  const type = typeOf(items, { ...place, wanted: `${place.wanted}Item` });
  return `[${type}${canHoldNull(items, field) ? '' : '!'}]`;
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

function enumType(field: Field, place: Place): string | undefined {
  const names = (field.values ?? []).map(String);
  if (!names.every((name) => enumValue.test(name))) {
    place.notes.add(
      field.path,
      'its allowed values are no names of GraphQL, so every text is accepted',
    );
    return undefined;
  }
  const name = place.scope.take(place.wanted);
  const values = names.flatMap((value) => [...descriptionLines(wordsOfValue(field, value)), value]);
  for (const line of ['', `enum ${name} {`, ...indented(values), '}']) place.behind.push(line);
  return name;
}

function typeOf(field: Field, place: Place): string {
  const { values, shape, path } = field;
  if (values === undefined || values.length === 0) return writeByKind(types, field, place);
  if (shape.kind === 'text') return enumType(field, place) ?? writeByKind(types, field, place);
  place.notes.add(path, 'only the description says its allowed values');
  return writeByKind(types, field, place);
}

const isKey = ({ shape, property }: Field, { ids }: Place): boolean =>
  property !== undefined &&
  ids.has(property) &&
  (shape.kind === 'text' || shape.kind === 'integer');

function memberType(field: Field, place: Place): string {
  if (!isKey(field, place)) return typeOf(field, place);
  if (field.values !== undefined)
    place.notes.add(field.path, 'only the description says its allowed values');
  return 'ID';
}

const indented = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '' : `  ${line}`));

/** A scalar says how dates and times are written; what no scalar says stands in the description. */
const formOf = (field: Field): string[] =>
  ['decimal', 'text'].includes(field.shape.kind) ? textForm(field) : [];

function memberLines(field: Field, member: string, place: Place): string[] {
  const wanted = fieldName(field.name);
  const renamed = noteMemberName(field, place.notes, { name: member, wanted, format: 'GraphQL' });
  const text = fieldDocumentation(field, [...formOf(field), ...renamed], formOf);
  const mark = field.property?.deprecated === true ? ' @deprecated' : '';
  return [
    ...descriptionLines(text),
    `${member}: ${memberType(field, place)}${field.required ? '!' : ''}${mark}`,
  ];
}

/** A table or object as a type, with the types that its fields need behind it. */
export function typeLines(
  { name, documentation, fields, links }: ObjectType,
  file: GraphqlFile,
): string[] {
  const behind: string[] = [];
  const scope = createNameScope();
  const texts = fields.map((field) => field.name);
  const names = takeNames(texts, scope, fieldName);
  const members = fields.flatMap((field, position) => {
    const wanted = `${name}${pascalName(field.name, 'Value')}`.slice(0, 200);
    return memberLines(field, names[position] ?? 'field', { ...file, behind, wanted });
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
