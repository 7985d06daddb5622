import { jsonText } from '../shapes/documentation.ts';
import { fieldDocumentation, textForm, wordsOfValue } from '../shapes/language-documentation.ts';
import { createNameScope, pascalName, takeNames } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { canHoldNull } from '../shapes/nullability.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';
import { commentLines, deprecationLines } from './go-comments.ts';

/** `imports` are the packages that types come from; `scope` holds the names of types and constants. */
export type GoFile = { notes: Notes; scope: NameScope; imports: Set<string> };

type Struct = { name: string; comment: readonly string[]; fields: readonly Field[] };

/** Declarations that are found inside of a struct are written behind it. */
type Place = GoFile & { wanted: string; behind: string[] };

function imported(path: string, type: string, { imports }: Place): string {
  imports.add(path);
  return type;
}

function integerType(
  { bits, unsigned }: ShapeOf<'integer'>,
  { path }: Field,
  place: Place,
): string {
  if (bits <= 64) return `${unsigned ? 'u' : ''}int${bits}`;
  place.notes.add(path, `integers of ${bits} bits are kept as the text of a number`);
  return imported('encoding/json', 'json.Number', place);
}

function recordType({ fields }: ShapeOf<'record'>, _: Field, place: Place): string {
  const name = place.scope.take(place.wanted);
  for (const line of structLines({ name, comment: [], fields }, place)) place.behind.push(line);
  return name;
}

/** Arrays stand in memory as a whole. */
const longestArray = 65_536;

/** Null is a pointer to nothing, unless the type has a nothing of its own. */
const pointed = (type: string, isNullable: boolean): string =>
  isNullable && !isNillable(type) ? `*${type}` : type;

function listType({ items, dimensions }: ShapeOf<'list'>, field: Field, place: Place): string {
  const isArray = dimensions !== undefined && dimensions <= longestArray;
  if (dimensions !== undefined && !isArray)
    place.notes.add(field.path, `only the comment says its length of ${dimensions}`);
  const type = typeOf(items, { ...place, wanted: `${place.wanted}Item` });
  return `[${isArray ? dimensions : ''}]${pointed(type, canHoldNull(items, field))}`;
}

function mapType({ key, value }: ShapeOf<'map'>, field: Field, place: Place): string {
  const isWhole = key.shape.kind === 'integer' && key.shape.bits <= 64;
  const isText = ['text', 'date', 'time'].includes(key.shape.kind);
  if (!isWhole && !isText) place.notes.add(field.path, 'its keys are texts');
  const keyType = isWhole ? typeOf({ ...key, values: undefined }, place) : 'string';
  const type = typeOf(value, { ...place, wanted: `${place.wanted}Value` });
  return `map[${keyType}]${pointed(type, canHoldNull(value, field))}`;
}

const types: ByKind<Place, string> = {
  text: () => 'string',
  boolean: () => 'bool',
  bytes: () => '[]byte',
  date: () => 'string',
  time: () => 'string',
  // time.Time reads moments of RFC 3339 only.
  timestamp: ({ zone }, _, place) =>
    zone === false ? 'string' : imported('time', 'time.Time', place),
  integer: integerType,
  float: ({ bits }) => `float${bits}`,
  decimal: (_, __, place) => imported('encoding/json', 'json.Number', place),
  json: ({ isObject }, _, place) =>
    isObject ? 'map[string]any' : imported('encoding/json', 'json.RawMessage', place),
  record: recordType,
  list: listType,
  map: mapType,
};

/** A text as a literal of Go, whose files hold no halves of characters. */
const literal = (text: string): string => jsonText(text.replaceAll(/\p{Cs}/gu, '\ufffd'));

/** A type of its own with a constant for each allowed text. */
function enumType(field: Field, place: Place): string {
  const { scope, behind, wanted } = place;
  const name = scope.take(wanted);
  const rows = (field.values ?? []).map(String).map((value) => ({
    comment: commentLines(wordsOfValue(field, value)),
    row: [scope.take(`${name}${pascalName(value, 'Value')}`), name, `= ${literal(value)}`],
  }));
  const head = ['', `// ${name} is one of the values below.`, `type ${name} string`];
  for (const line of [...head, '', 'const (', ...rowLines(rows), ')']) behind.push(line);
  return name;
}

function typeOf(field: Field, place: Place): string {
  if (field.values === undefined || field.values.length === 0)
    return writeByKind(types, field, place);
  if (field.shape.kind === 'text') return enumType(field, place);
  place.notes.add(field.path, 'only the comment says its allowed values');
  return writeByKind(types, field, place);
}

/** What is absent when it is nil already needs no pointer. */
const isNillable = (type: string): boolean =>
  /^(?:\[\]|map\[)/.test(type) || type === 'json.RawMessage';

/** Letters, digits and these marks are what names in tags may hold. */
const tagName = /^[\p{L}\p{Nd}!#$%&()*+\-./:;<=>?@[\]^_{|}~ ]+$/u;
const avroName = /^[A-Za-z_][A-Za-z0-9_]*$/;

function tagOf({ name, path, required }: Field, { notes }: Place): string {
  if (!tagName.test(name)) {
    notes.add(path, 'its name cannot stand in a tag of Go, so it is not read from JSON');
    return '`json:"-"`';
  }
  // A lone dash would leave the field out.
  const json = `${name}${required ? (name === '-' ? ',' : '') : ',omitempty'}`;
  const avro = avroName.test(name) ? ` avro:"${name}"` : '';
  return `\`json:"${json}"${avro}\``;
}

/** Columns of words with tabs in front, as gofmt lines them up. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1].map((column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) =>
      column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell,
    );
    return `\t${cells.join(' ')}`;
  });
}

type Row = { comment: readonly string[]; row: readonly string[] };

/** Rows stand under each other only where no comments part them. */
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

/** A table or object as a struct, with the types that its fields need behind it. */
export function structLines({ name, comment, fields }: Struct, file: GoFile): string[] {
  const behind: string[] = [];
  const texts = fields.map((field) => field.name);
  const members = takeNames(texts, createNameScope(), (text) => pascalName(text, 'Field'));
  const rows = fields.map((field, position) => {
    const member = members[position] ?? 'Field';
    const place = { ...file, behind, wanted: `${name}${member}`.slice(0, 200) };
    const type = typeOf(field, place);
    return {
      comment: fieldComment(field, type),
      row: [member, pointed(type, !field.required), tagOf(field, place)],
    };
  });
  const head = ['', ...comment];
  if (fields.length === 0) return [...head, `type ${name} struct{}`];
  return [...head, `type ${name} struct {`, ...rowLines(rows), '}', ...behind];
}
