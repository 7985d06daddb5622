import { jsonText } from '../../shapes/documentation.ts';
import {
  fieldDocumentation,
  textForm,
  labelLinesOf,
} from '../../shapes/text/language-documentation.ts';
import { createNameScope, takeNames } from '../../shapes/names.ts';
import type { NameScope } from '../../shapes/names.ts';
import type { Notes } from '../../shapes/notes.ts';
import { canHoldNull } from '../../shapes/nullability.ts';
import { writeByKind } from '../../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../../shapes/shape.ts';
import { commentLines, deprecationLines } from './comments.ts';
import { goName } from './names.ts';

/** `imports` are the packages that types come from; `scope` holds the names of types and constants. */
export type GoFile = { notes: Notes; scope: NameScope; imports: Set<string> };

type Struct = { name: string; comment: readonly string[]; fields: readonly Field[] };

/** The context of a type; `declarations` collects those that follow the struct. */
type Context = GoFile & { wanted: string; declarations: string[] };

function imported(path: string, type: string, { imports }: Context): string {
  imports.add(path);
  return type;
}

function integerType(
  { bits, unsigned }: ShapeOf<'integer'>,
  { path }: Field,
  context: Context,
): string {
  if (bits <= 64) return `${unsigned ? 'u' : ''}int${bits}`;
  context.notes.warn(path, `integers of ${bits} bits are kept as the text of a number`);
  return imported('encoding/json', 'json.Number', context);
}

function recordType({ fields }: ShapeOf<'record'>, _: Field, context: Context): string {
  const name = context.scope.take(context.wanted);
  for (const line of structLines({ name, comment: [], fields }, context))
    context.declarations.push(line);
  return name;
}

/** Go allocates a fixed-size array at once, so larger ones become slices. */
const maxArrayLength = 65_536;

/** Nullable values are pointers, unless nil is a value of the type. */
const pointed = (type: string, isNullable: boolean): string =>
  isNullable && !isNillable(type) ? `*${type}` : type;

function listType({ items, dimensions }: ShapeOf<'list'>, field: Field, context: Context): string {
  const isArray = dimensions !== undefined && dimensions <= maxArrayLength;
  if (dimensions !== undefined && !isArray)
    context.notes.add(field.path, `only the comment says its length of ${dimensions}`);
  const type = typeOf(items, { ...context, wanted: `${context.wanted}Item` });
  return `[${isArray ? dimensions : ''}]${pointed(type, canHoldNull(items, field))}`;
}

function mapType({ key, value }: ShapeOf<'map'>, field: Field, context: Context): string {
  const isWhole = key.shape.kind === 'integer' && key.shape.bits <= 64;
  const isText = ['text', 'date', 'time'].includes(key.shape.kind);
  if (!isWhole && !isText) context.notes.warn(field.path, 'its keys are texts');
  const keyType = isWhole ? typeOf({ ...key, values: undefined }, context) : 'string';
  const type = typeOf(value, { ...context, wanted: `${context.wanted}Value` });
  return `map[${keyType}]${pointed(type, canHoldNull(value, field))}`;
}

const types: ByKind<Context, string> = {
  text: () => 'string',
  boolean: () => 'bool',
  bytes: () => '[]byte',
  date: () => 'string',
  time: () => 'string',
  // time.Time reads timestamps of RFC 3339 only.
  timestamp: ({ zone }, _, context) =>
    zone === false ? 'string' : imported('time', 'time.Time', context),
  integer: integerType,
  float: ({ bits }) => `float${bits}`,
  decimal: (_, __, context) => imported('encoding/json', 'json.Number', context),
  json: ({ isObject }, _, context) =>
    isObject ? 'map[string]any' : imported('encoding/json', 'json.RawMessage', context),
  record: recordType,
  list: listType,
  map: mapType,
};

/** A text as a Go literal; Go files cannot contain lone surrogates. */
const literal = (text: string): string => jsonText(text.replaceAll(/\p{Cs}/gu, '\ufffd'));

/** A named type with a constant for each allowed text. */
function enumType(field: Field, context: Context): string {
  const { scope, declarations, wanted } = context;
  const name = scope.take(wanted);
  const rows = (field.values ?? []).map(String).map((value) => ({
    comment: commentLines(labelLinesOf(field, value)),
    row: [scope.take(`${name}${goName(value, 'Value')}`), name, `= ${literal(value)}`],
  }));
  const head = ['', `// ${name} is one of the values below.`, `type ${name} string`];
  for (const line of [...head, '', 'const (', ...rowLines(rows), ')']) declarations.push(line);
  return name;
}

function typeOf(field: Field, context: Context): string {
  if (field.values === undefined || field.values.length === 0)
    return writeByKind(types, field, context);
  if (field.shape.kind === 'text') return enumType(field, context);
  context.notes.add(field.path, 'only the comment says its allowed values');
  return writeByKind(types, field, context);
}

/** Types whose zero value is nil need no pointer to be absent. */
const isNillable = (type: string): boolean =>
  /^(?:\[\]|map\[)/.test(type) || type === 'json.RawMessage';

/** Characters that names in tags may contain. */
const tagName = /^[\p{L}\p{Nd}!#$%&()*+\-./:;<=>?@[\]^_{|}~ ]+$/u;
const avroName = /^[A-Za-z_][A-Za-z0-9_]*$/;

function tagOf({ name, path, required }: Field, { notes }: Context): string {
  if (!tagName.test(name)) {
    notes.warn(path, 'its name cannot stand in a tag of Go, so it is not read from JSON');
    return '`json:"-"`';
  }
  // A lone dash would leave the field out.
  const json = `${name}${required ? (name === '-' ? ',' : '') : ',omitempty'}`;
  const avro = avroName.test(name) ? ` avro:"${name}"` : '';
  return `\`json:"${json}"${avro}\``;
}

/** Cells indented by tabs and aligned as by gofmt. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1].map((column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) =>
      column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell,
    );
    return `\t${cells.join(' ')}`;
  });
}

type Row = { comment: readonly string[]; row: readonly string[] };

/** Rows are aligned only if no comments separate them. */
function rowLines(rows: readonly Row[]): string[] {
  if (rows.every(({ comment }) => comment.length === 0)) return aligned(rows.map(({ row }) => row));
  return rows.flatMap(({ comment, row }, position) => [
    ...(position === 0 ? [] : ['']),
    ...comment.map((line) => `\t${line}`),
    `\t${row.join(' ')}`,
  ]);
}

function fieldComment(field: Field, type: string): string[] {
  const form = /string$|json\.Number$/.test(type) ? textForm(field) : [];
  const text = fieldDocumentation(field, form, textForm);
  const mark = deprecationLines(field.property?.deprecated === true);
  return commentLines([...text, ...(text.length === 0 ? mark.slice(1) : mark)]);
}

/** A table or object as a struct, followed by the types that its fields need. */
export function structLines({ name, comment, fields }: Struct, file: GoFile): string[] {
  const declarations: string[] = [];
  const texts = fields.map((field) => field.name);
  const members = takeNames(texts, createNameScope(), (text) => goName(text, 'Field'));
  const rows = fields.map((field, position) => {
    const member = members[position] ?? 'Field';
    const context = { ...file, declarations, wanted: `${name}${member}`.slice(0, 200) };
    const type = typeOf(field, context);
    return {
      comment: fieldComment(field, type),
      row: [member, pointed(type, !field.required), tagOf(field, context)],
    };
  });
  const head = ['', ...comment];
  if (fields.length === 0) return [...head, `type ${name} struct{}`];
  return [...head, `type ${name} struct {`, ...rowLines(rows), '}', ...declarations];
}
