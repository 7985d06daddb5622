import { fieldDocumentation, textForm } from '../shapes/language-documentation.ts';
import { noteMemberName } from '../shapes/language-notes.ts';
import { asciiName, createNameScope, pascalName, takeNames } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { canHoldNull } from '../shapes/nullability.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';
import { enumLines } from './protobuf-enum.ts';
import { jsonNamesOf } from './protobuf-json-names.ts';
import { fieldNumbers } from './protobuf-numbers.ts';

/** `imports` are the files of Google that types come from. */
export type ProtoFile = { notes: Notes; imports: Set<string> };

/** A message to be written. */
type Message = { name: string; fields: readonly Field[]; deprecated?: boolean };

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

/** What a list or a map holds. */
function heldBy({ shape }: Field): Field | undefined {
  if (shape.kind === 'list') return shape.items;
  return shape.kind === 'map' ? shape.value : undefined;
}

/** One note for each thing that the lists and maps of a message do not tell. */
function noteContainers(fields: readonly Field[], { notes }: ProtoFile): void {
  const { path = '', name: own = '' } = fields[0] ?? {};
  const where = path.endsWith(`.${own}`) ? path.slice(0, -own.length - 1) : path;
  const note = (clause: string, isConcerned: (field: Field, held: Field) => boolean): void => {
    const concerned = fields.filter((field) => {
      const held = heldBy(field);
      return held !== undefined && isConcerned(field, held);
    });
    const names = concerned.map(({ name }) => name).join(', ');
    if (names !== '') notes.add(where, `${clause}: ${names}`);
  };
  note('what lists and maps hold is never null', (field, held) => canHoldNull(held, field));
  note(
    'lists and maps that are absent cannot be told from empty ones',
    ({ required }) => !required,
  );
}

function listType(shape: ShapeOf<'list'>, _: Field, place: Place): ProtoType {
  const { items } = shape;
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
  if (values !== undefined)
    place.file.notes.add(field.path, 'only the comment says its allowed values');
  return writeByKind(types, field, place);
}

/** What the type of a field does not say of its values. */
const formOf = (field: Field): string[] =>
  field.shape.kind === 'timestamp' && field.shape.zone !== false ? [] : textForm(field);

type Named = { field: Field; name: string; number: number; jsonName: string | undefined };

function optionsText({ field, jsonName }: Named): string {
  const options = [
    ...(jsonName === undefined ? [] : [`json_name = ${jsonName}`]),
    ...(field.property?.deprecated === true ? ['deprecated = true'] : []),
  ];
  return options.length === 0 ? '' : ` [${options.join(', ')}]`;
}

function fieldLines(named: Named, place: Place): string[] {
  const { field, name, number } = named;
  const { notes } = place.file;
  const { type, isList, isMap } = typeOf(field, { ...place, wanted: name });
  const isRepeated = isList === true || isMap === true;
  const label = isList === true ? 'repeated ' : isRepeated || field.required ? '' : 'optional ';
  const renamed = noteMemberName(field, notes, {
    name,
    wanted: fieldName(field.name),
    format: 'Protocol Buffers',
    taken: 'read as that of another field',
  });
  return [
    ...commentLines(fieldDocumentation(field, [...formOf(field), ...renamed], formOf)),
    `${label}${type} ${name} = ${number}${optionsText(named)};`,
  ];
}

/** An optional field has a group of its own, which is called as the field with an underscore in front. */
const fieldName = (text: string): string =>
  asciiName(text, 'field').replace(/^_proto__$/, 'proto__');

/** Compilers refuse names that are the same without case and underscores, whatever they are called in JSON. */
const jsonKey = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** As generated code calls a field; a message of the same name would hide it. */
const camelCase = (name: string): string =>
  name.replaceAll(/_([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());

/** A message with everything inside of it. */
export function messageLines(
  { name, fields, deprecated = false }: Message,
  file: ProtoFile,
): string[] {
  const texts = fields.map((field) => field.name);
  const fieldNames = takeNames(texts, createNameScope([], jsonKey), fieldName);
  noteContainers(fields, file);
  const numbers = fieldNumbers(fields, file.notes);
  const jsonNames = jsonNamesOf(fields, fieldNames, file.notes);
  const nested: string[] = [];
  const scope = createNameScope([...fieldNames, ...fieldNames.map(camelCase)]);
  const place: Place = { file, scope, nested, wanted: name };
  const lines = fields.flatMap((field, position) => {
    const [fieldText = 'field', number = 1] = [fieldNames[position], numbers[position]];
    return fieldLines({ field, name: fieldText, number, jsonName: jsonNames[position] }, place);
  });
  const option = deprecated ? ['option deprecated = true;', ''] : [];
  return [`message ${name} {`, ...indented([...option, ...nested, ...lines]), '}'];
}
