import type { Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import { fieldDocumentation, jsonText, textForm } from '../shapes/documentation.ts';
import { pascalName } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';

type TypeWriter = { scope: NameScope; notes: Notes };
type NamedType = { name: string; documentation: readonly string[]; fields: readonly Field[] };

/** Types that are found inside of one are written behind it. */
type Place = TypeWriter & { wanted: string; found: NamedType[] };

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A comment of TSDoc, in which nothing of the text is a tag or an end. */
export function documentationLines(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const safe = lines.map((line) =>
    line.replaceAll('*/', String.raw`*\/`).replaceAll('@', String.raw`\@`),
  );
  const [first = '', ...others] = safe;
  if (others.length === 0) return [`/** ${first} */`];
  return ['/**', ...safe.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
}

/** Doubles keep so many digits. */
const exactDigits = 15;

function decimalType({ precision }: ShapeOf<'decimal'>): string {
  return precision !== undefined && precision > exactDigits ? 'string' : 'number';
}

function integerType({ bits }: ShapeOf<'integer'>, { path }: Field, { notes }: Place): string {
  if (bits <= 64) return 'number';
  notes.add(path, `integers of ${bits} bits are texts`);
  return 'string';
}

function listType({ items, dimensions }: ShapeOf<'list'>, field: Field, place: Place): string {
  if (dimensions !== undefined)
    place.notes.add(field.path, `its length of ${dimensions} is not said`);
  const type = typeOf(items, { ...place, wanted: `${place.wanted}Item` });
  return type.includes(' ') ? `Array<${type}>` : `${type}[]`;
}

function mapType({ key, value }: ShapeOf<'map'>, field: Field, place: Place): string {
  if (key.shape.kind !== 'text') place.notes.add(field.path, 'keys are texts in JSON');
  return `Record<string, ${typeOf(value, { ...place, wanted: `${place.wanted}Value` })}>`;
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

/** Where the type is a text, what the text holds. */
function formatOf({ shape }: Field, type: string): string[] {
  if (type !== 'string') return [];
  if (shape.kind === 'bytes') return ['format byte (Base64)'];
  if (shape.kind === 'timestamp')
    return [shape.zone === false ? 'format local-date-time' : 'format date-time'];
  if (shape.kind === 'date' || shape.kind === 'time') return [`format ${shape.kind}`];
  return shape.kind === 'text' && shape.isUuid ? ['format uuid'] : [];
}

function memberLines(field: Field, place: Place): string[] {
  const type = typeOf(field, place);
  const form = field.shape.kind === 'decimal' ? textForm(field) : [];
  // The mark of a tag stands behind what hides all marks of the contract.
  const tags = formatOf(field, type).map((format) => `@${format}`);
  const text = fieldDocumentation(field, form);
  const documentation = documentationLines(text);
  const key = identifier.test(field.name) ? field.name : jsonText(field.name);
  const member = field.required ? `${key}: ${type};` : `${key}?: ${type} | null;`;
  return [...withTags(documentation, text, tags), member].map((line) => `  ${line}`);
}

function withTags(
  documentation: string[],
  text: readonly string[],
  tags: readonly string[],
): string[] {
  const [tag] = tags;
  if (tag === undefined) return documentation;
  if (text.length === 0) return [`/** ${tag} */`];
  const lines =
    text.length === 1 ? documentationLines([...text, '']).slice(0, -2) : documentation.slice(0, -1);
  return [...lines, ` * ${tag}`, ' */'];
}

/** A type with the types of the objects inside of it behind it. */
export function typeLines(type: NamedType, writer: TypeWriter): string[] {
  const { name, documentation, fields } = type;
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
    ...documentationLines(documentation),
    ...body,
    ...found.flatMap((inner) => typeLines(inner, writer)),
  ];
}
