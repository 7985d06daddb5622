import type { CustomProperties } from '../../../domain/standards/odcs/contract-model.ts';
import { fieldDocumentation, plainLines, textForm } from '../shapes/documentation.ts';
import { asciiName, createNameScope, pascalName } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';
import { enumLines } from './protobuf-enum.ts';
import { fieldNumbers } from './protobuf-numbers.ts';

/** `imports` are the files of Google that types come from. */
export type ProtoFile = { notes: Notes; imports: Set<string> };

/** A message to be written. */
type Message = { name: string; fields: readonly Field[]; customProperties?: CustomProperties };

/** The message that a field stands in: messages and enums of its own come before the fields. */
type Place = { file: ProtoFile; scope: NameScope; nested: string[]; wanted: string };

/** How a field is written: `label` is `repeated`, or nothing where the type says so itself. */
type ProtoType = { type: string; isList?: true; isMap?: true };

export const commentLines = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '//' : `// ${line}`));

const indented = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '' : `  ${line}`));

function known(path: string, type: string, { file }: Place): ProtoType {
  file.imports.add(`google/protobuf/${path}.proto`);
  // Without the dot a package or field called google would come first.
  return { type: `.google.protobuf.${type}` };
}

function integerType(
  { bits, unsigned }: ShapeOf<'integer'>,
  { path }: Field,
  { file }: Place,
): ProtoType {
  if (bits > 64) {
    file.notes.add(path, `integers of ${bits} bits are written as texts`);
    return { type: 'string' };
  }
  return { type: `${unsigned ? 'u' : ''}int${bits <= 32 ? 32 : 64}` };
}

/** A message that is written inside of the one that the field stands in. */
function nestedMessage(fields: readonly Field[], place: Place): ProtoType {
  const name = place.scope.take(pascalName(place.wanted, 'Item'));
  for (const line of messageLines({ name, fields }, place.file)) place.nested.push(line);
  place.nested.push('');
  return { type: name };
}

/** Lists and maps stand in no list and no map: a message holds them. */
function singleType(field: Field, place: Place, name: string): string {
  const { shape } = field;
  if (shape.kind !== 'list' && shape.kind !== 'map') return typeOf(field, place).type;
  const member: Field = { ...field, name, required: true };
  return nestedMessage([member], { ...place, wanted: `${place.wanted}_${name}` }).type;
}

function listType(shape: ShapeOf<'list'>, field: Field, place: Place): ProtoType {
  const { items, dimensions } = shape;
  if (dimensions !== undefined)
    place.file.notes.add(field.path, `its length of ${dimensions} is not said`);
  return {
    type: singleType(items, { ...place, wanted: wantedOf(items, place) }, 'items'),
    isList: true,
  };
}

/** Items are called as the contract calls them, else as the list. */
function wantedOf({ property, name }: Field, { wanted }: Place): string {
  return property === undefined || ['items', 'key', 'value'].includes(name) ? wanted : name;
}

const keyKinds = new Set(['text', 'date', 'time', 'decimal', 'boolean', 'integer']);

function mapType({ key, value }: ShapeOf<'map'>, field: Field, place: Place): ProtoType {
  const isKey = keyKinds.has(key.shape.kind);
  if (!isKey) place.file.notes.add(field.path, 'its keys are written as texts');
  const keyType = isKey ? typeOf({ ...key, values: undefined }, place).type : 'string';
  return {
    type: `map<${keyType}, ${singleType(value, { ...place, wanted: wantedOf(value, place) }, 'value')}>`,
    isMap: true,
  };
}

const types: ByKind<Place, ProtoType> = {
  text: () => ({ type: 'string' }),
  boolean: () => ({ type: 'bool' }),
  bytes: () => ({ type: 'bytes' }),
  date: () => ({ type: 'string' }),
  time: () => ({ type: 'string' }),
  timestamp: ({ zone }, _, place) =>
    zone === false ? { type: 'string' } : known('timestamp', 'Timestamp', place),
  integer: integerType,
  float: ({ bits }) => ({ type: bits === 32 ? 'float' : 'double' }),
  decimal: () => ({ type: 'string' }),
  json: ({ isObject }, _, place) => known('struct', isObject ? 'Struct' : 'Value', place),
  record: ({ fields }, _, place) => nestedMessage(fields, place),
  list: listType,
  map: mapType,
};

function typeOf(field: Field, place: Place): ProtoType {
  const { values, shape } = field;
  if (values !== undefined && shape.kind === 'text') {
    const written = enumLines(field, place.wanted, { notes: place.file.notes, scope: place.scope });
    for (const line of written.lines) place.nested.push(line);
    place.nested.push('');
    return { type: written.name };
  }
  return writeByKind(types, field, place);
}

/** What the type of a field does not say of its values. */
const formOf = (field: Field): string[] =>
  field.shape.kind === 'timestamp' && field.shape.zone !== false ? [] : textForm(field);

type Named = { field: Field; name: string; number: number };

function fieldLines({ field, name, number }: Named, place: Place): string[] {
  const { notes } = place.file;
  const { type, isList, isMap } = typeOf(field, { ...place, wanted: name });
  const isRepeated = isList === true || isMap === true;
  if (isRepeated && !field.required)
    notes.add(field.path, 'a list or map that is absent cannot be told from an empty one');
  const label = isList === true ? 'repeated ' : isRepeated || field.required ? '' : 'optional ';
  const isRenamed = name !== field.name;
  if (isRenamed)
    notes.add(field.path, `its name is no name of Protocol Buffers, so it is called ${name}`);
  const option = isRenamed ? ` [json_name = ${jsonNameText(field.name)}]` : '';
  const extra = [...formOf(field), ...(isRenamed ? [`Name in the contract: ${field.name}`] : [])];
  return [
    ...commentLines(fieldDocumentation(field, extra)),
    `${label}${type} ${name} = ${number}${option};`,
  ];
}

/** Names in JSON hold no control characters, and no escape that some parser reads in another way. */
function jsonNameText(name: string): string {
  const [line = ''] = plainLines(name);
  return `"${line.slice(0, 200).replaceAll(/["\\]/g, '_')}"`;
}

/** An optional field has a group of its own, which is called as the field with an underscore in front. */
const fieldName = (text: string): string =>
  asciiName(text, 'field').replace(/^_proto__$/, 'proto__');

/** Names that give the same name in JSON are refused. */
const jsonKey = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** As generated code calls a field; a message of the same name would hide it. */
const camelCase = (name: string): string =>
  name.replaceAll(/_([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());

/** A message with everything inside of it. */
export function messageLines({ name, fields }: Message, file: ProtoFile): string[] {
  const names = createNameScope([], jsonKey);
  const fieldNames = fields.map((field) => names.take(fieldName(field.name)));
  const numbers = fieldNumbers(fields, file.notes);
  const nested: string[] = [];
  const scope = createNameScope([...fieldNames, ...fieldNames.map(camelCase)]);
  const place: Place = { file, scope, nested, wanted: name };
  const lines = fields.flatMap((field, position) => {
    const named = { field, name: fieldNames[position] ?? 'field', number: numbers[position] ?? 1 };
    return fieldLines(named, place);
  });
  return [`message ${name} {`, ...indented([...nested, ...lines]), '}'];
}
