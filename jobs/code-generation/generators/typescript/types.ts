import type { Scalar } from '../../../../domain/standards/odcs/contract-model.ts';
import { jsonText } from '../../shapes/documentation.ts';
import { fieldDocumentation, textForm } from '../../shapes/text/language-documentation.ts';
import { pascalName } from '../../shapes/names.ts';
import type { NameScope } from '../../shapes/names.ts';
import type { Notes } from '../../shapes/notes.ts';
import { canHoldNull } from '../../shapes/nullability.ts';
import { writeByKind } from '../../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../../shapes/shape.ts';

/** `rounded` are the paths of numbers that may be larger than JavaScript holds exactly, within the table `root`. */
type TypeWriter = { scope: NameScope; notes: Notes; rounded: string[]; root: string };
type NamedType = {
  name: string;
  documentation: readonly string[];
  deprecated?: boolean;
  fields: readonly Field[];
};

/** The context of a type; `found` collects nested types, which follow it. */
type Context = TypeWriter & { wanted: string; found: NamedType[] };

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A TSDoc comment whose text contains no tag and no end of the comment; `tags` follow the text. */
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

/** JavaScript numbers keep this many decimal digits. */
const exactDigits = 15;

/** Notes that JavaScript rounds JSON numbers with more digits. */
const noteRounding = ({ path }: Field, { rounded, root }: Context): void => {
  rounded.push(path.slice(root.length + 1));
};

function decimalType(
  { precision = 0 }: ShapeOf<'decimal'>,
  field: Field,
  context: Context,
): string {
  if (precision > exactDigits) noteRounding(field, context);
  return 'number';
}

/** Integers of unknown size count as no larger than JavaScript's safe integers. */
function integerType({ bits }: ShapeOf<'integer'>, field: Field, context: Context): string {
  const { physicalType, options } = field.property ?? {};
  const isSized = field.property === undefined || (physicalType ?? options?.format) !== undefined;
  if (bits > 53 && isSized) noteRounding(field, context);
  return 'number';
}

const orNull = (type: string, isNullable: boolean): string =>
  isNullable && type !== 'unknown' ? `${type} | null` : type;

function listType({ items }: ShapeOf<'list'>, field: Field, context: Context): string {
  const item = typeOf(items, { ...context, wanted: `${context.wanted}Item` });
  const type = orNull(item, canHoldNull(items, field));
  return type.includes(' ') ? `Array<${type}>` : `${type}[]`;
}

function mapType({ key, value }: ShapeOf<'map'>, field: Field, context: Context): string {
  if (key.shape.kind !== 'text') context.notes.warn(field.path, 'keys are texts in JSON');
  const type = typeOf(value, { ...context, wanted: `${context.wanted}Value` });
  return `Record<string, ${orNull(type, canHoldNull(value, field))}>`;
}

function recordType({ fields }: ShapeOf<'record'>, _: Field, context: Context): string {
  const name = context.scope.take(context.wanted);
  context.found.push({ name, documentation: [], fields });
  return name;
}

const types: ByKind<Context, string> = {
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

function typeOf(field: Field, context: Context): string {
  const type = writeByKind(types, field, context);
  if (field.values === undefined) return type;
  const literals = literalsOf(field.values, type);
  if (literals !== undefined && literals.length > 0) return literals.join(' | ');
  context.notes.warn(
    field.path,
    `its allowed values are no values of its type, so every ${type} is accepted`,
  );
  return type;
}

/** The format of a value that is written as text. */
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

function memberLines(field: Field, context: Context): string[] {
  const type = typeOf(field, context);
  // Tags are added after all `@` of the contract have been escaped.
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

/** A type, followed by the types of its nested objects. */
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
