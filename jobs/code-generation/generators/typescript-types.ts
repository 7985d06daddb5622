import type { Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import { jsonText } from '../shapes/documentation.ts';
import { fieldDocumentation, textForm } from '../shapes/language-documentation.ts';
import { pascalName } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { canHoldNull } from '../shapes/nullability.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';

/** `rounded` are the places of numbers that may be larger than JavaScript holds exactly, within the table `root`. */
type TypeWriter = { scope: NameScope; notes: Notes; rounded: string[]; root: string };
type NamedType = {
  name: string;
  documentation: readonly string[];
  deprecated?: boolean;
  fields: readonly Field[];
};

/** Types that are found inside of one are written behind it. */
type Place = TypeWriter & { wanted: string; found: NamedType[] };

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A comment of TSDoc, in which nothing of the text is a tag or an end; `tags` stand behind it. */
export function documentationLines(
  lines: readonly string[],
  tags: readonly string[] = [],
): string[] {
  const safe = lines.map((line) =>
    line.replaceAll('*/', String.raw`*\/`).replaceAll('@', String.raw`\@`),
  );
  const [first, ...others] = [...safe, ...tags];
  if (first === undefined) return [];
  if (others.length === 0) return [`/** ${first} */`];
  return ['/**', ...[first, ...others].map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
}

/** Numbers of JavaScript keep so many digits. */
const exactDigits = 15;

/** Notes that numbers of JSON, which have any number of digits, are rounded where they are read. */
const noteRounding = ({ path }: Field, { rounded, root }: Place): void => {
  rounded.push(path.slice(root.length + 1));
};

function decimalType({ precision = 0 }: ShapeOf<'decimal'>, field: Field, place: Place): string {
  if (precision > exactDigits) noteRounding(field, place);
  return 'number';
}

/** Integers of which nothing says how large they are count as no larger than numbers of JavaScript. */
function integerType({ bits }: ShapeOf<'integer'>, field: Field, place: Place): string {
  const { physicalType, options } = field.property ?? {};
  const isSized = field.property === undefined || (physicalType ?? options?.format) !== undefined;
  if (bits > 53 && isSized) noteRounding(field, place);
  return 'number';
}

const orNull = (type: string, isNullable: boolean): string =>
  isNullable && type !== 'unknown' ? `${type} | null` : type;

function listType({ items }: ShapeOf<'list'>, field: Field, place: Place): string {
  const item = typeOf(items, { ...place, wanted: `${place.wanted}Item` });
  const type = orNull(item, canHoldNull(items, field));
  return type.includes(' ') ? `Array<${type}>` : `${type}[]`;
}

function mapType({ key, value }: ShapeOf<'map'>, field: Field, place: Place): string {
  if (key.shape.kind !== 'text') place.notes.add(field.path, 'keys are texts in JSON');
  const type = typeOf(value, { ...place, wanted: `${place.wanted}Value` });
  return `Record<string, ${orNull(type, canHoldNull(value, field))}>`;
}

function recordType({ fields }: ShapeOf<'record'>, _: Field, place: Place): string {
  const name = place.scope.take(place.wanted);
  place.found.push({ name, documentation: [], fields });
  return name;
}

const types: ByKind<Place, string> = {
  text: () => 'string',
  boolean: () => 'boolean',
  bytes: () => 'string',
  date: () => 'string',
  time: () => 'string',
  timestamp: () => 'string',
  integer: integerType,
  float: () => 'number',
  decimal: decimalType,
  json: ({ isObject }) => (isObject ? 'Record<string, unknown>' : 'unknown'),
  record: recordType,
  list: listType,
  map: mapType,
};

/** The allowed values as literals, if all are values of the type. */
function literalsOf(values: readonly Scalar[], type: string): string[] | undefined {
  const literals = values.map((value) => {
    if (type === 'string') return jsonText(String(value));
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === type && (typeof number !== 'number' || Number.isFinite(number))
      ? String(number)
      : undefined;
  });
  const written = literals.filter((text) => text !== undefined);
  return written.length === literals.length ? [...new Set(written)] : undefined;
}

function typeOf(field: Field, place: Place): string {
  const type = writeByKind(types, field, place);
  if (field.values === undefined) return type;
  const literals = literalsOf(field.values, type);
  if (literals !== undefined && literals.length > 0) return literals.join(' | ');
  place.notes.add(
    field.path,
    `its allowed values are no values of its type, so every ${type} is accepted`,
  );
  return type;
}

/** Where a text stands for another value, what it holds. */
function formatOf(field: Field): string[] {
  const { shape } = field;
  if (shape.kind === 'bytes') return ['format byte (Base64)'];
  if (shape.kind === 'timestamp')
    return [shape.zone === false ? 'format local-date-time' : 'format date-time'];
  if (shape.kind === 'date' || shape.kind === 'time') return [`format ${shape.kind}`];
  return shape.kind === 'text' && shape.isUuid ? ['format uuid'] : [];
}

/** Forms that no tag has. */
const formOf = (field: Field): string[] =>
  ['decimal', 'text'].includes(field.shape.kind) ? textForm(field) : [];

const deprecation = (deprecated: boolean | undefined): string[] =>
  deprecated === true ? ['@deprecated'] : [];

function memberLines(field: Field, place: Place): string[] {
  const type = typeOf(field, place);
  // The mark of a tag stands behind what hides all marks of the contract.
  const tags = [
    ...(type === 'string' ? formatOf(field).map((format) => `@${format}`) : []),
    ...deprecation(field.property?.deprecated),
  ];
  const text = fieldDocumentation(field, formOf(field), (inside) => [
    ...formatOf(inside),
    ...formOf(inside),
  ]);
  const key = identifier.test(field.name) ? field.name : jsonText(field.name);
  const member = field.required ? `${key}: ${type};` : `${key}?: ${type} | null;`;
  return [...documentationLines(text, tags), member].map((line) => `  ${line}`);
}

/** A type with the types of the objects inside of it behind it. */
export function typeLines(type: NamedType, writer: TypeWriter): string[] {
  const { name, documentation, deprecated, fields } = type;
  const found: NamedType[] = [];
  const members = fields.flatMap((field) =>
    memberLines(field, {
      ...writer,
      found,
      wanted: `${name}${pascalName(field.name, 'Value')}`.slice(0, 200),
    }),
  );
  const body =
    fields.length === 0
      ? [`export type ${name} = Record<string, never>;`]
      : [`export type ${name} = {`, ...members, '};'];
  return [
    '',
    ...documentationLines(documentation, deprecation(deprecated)),
    ...body,
    ...found.flatMap((inner) => typeLines(inner, writer)),
  ];
}
