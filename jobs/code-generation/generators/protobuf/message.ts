import { fieldDocumentation, textForm } from '../../shapes/text/language-documentation.ts';
import { noteMemberName } from '../../shapes/text/language-notes.ts';
import { asciiName, createNameScope, pascalName, takeNames } from '../../shapes/names.ts';
import type { NameScope } from '../../shapes/names.ts';
import type { Notes } from '../../shapes/notes.ts';
import { canHoldNull } from '../../shapes/nullability.ts';
import { writeByKind } from '../../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../../shapes/shape.ts';
import { enumLines } from './enum.ts';
import { jsonNamesOf } from './json-names.ts';
import { fieldNumbers } from './numbers.ts';

/** `imports` are the files of Google that types come from. */
export type ProtoFile = { notes: Notes; imports: Set<string> };

/** A message to be written. */
type Message = { name: string; fields: readonly Field[]; deprecated?: boolean };

/** The message that contains a field: nested messages and enums come before the fields. */
type Context = { file: ProtoFile; scope: NameScope; nested: string[]; wanted: string };

/** The type of a field as it is written: a list gets the label `repeated`. */
type ProtoType = { type: string; isList?: true; isMap?: true };

export const commentLines = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '//' : `// ${line}`));

const indented = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '' : `  ${line}`));

function known(path: string, type: string, { file }: Context): ProtoType {
  file.imports.add(`google/protobuf/${path}.proto`);
  // The leading dot keeps a package or field called `google` from being found first.
  return { type: `.google.protobuf.${type}` };
}

function integerType(
  { bits, unsigned }: ShapeOf<'integer'>,
  { path }: Field,
  { file }: Context,
): ProtoType {
  if (bits > 64) {
    file.notes.warn(path, `integers of ${bits} bits are written as texts`);
    return { type: 'string' };
  }
  return { type: `${unsigned ? 'u' : ''}int${bits <= 32 ? 32 : 64}` };
}

/** A message nested in the one that contains the field. */
function nestedMessage(fields: readonly Field[], context: Context): ProtoType {
  const name = context.scope.take(pascalName(context.wanted, 'Item'));
  for (const line of messageLines({ name, fields }, context.file)) context.nested.push(line);
  context.nested.push('');
  return { type: name };
}

/** Lists and maps cannot contain lists or maps directly, so a message wraps them. */
function singleType(field: Field, context: Context, name: string): string {
  const { shape } = field;
  if (shape.kind !== 'list' && shape.kind !== 'map') return typeOf(field, context).type;
  const member: Field = { ...field, name, required: true };
  return nestedMessage([member], { ...context, wanted: `${context.wanted}_${name}` }).type;
}

/** The items of a list or the values of a map. */
function heldBy({ shape }: Field): Field | undefined {
  if (shape.kind === 'list') return shape.items;
  return shape.kind === 'map' ? shape.value : undefined;
}

/** Adds one note for each fact that the lists and maps of a message cannot express. */
function noteContainers(fields: readonly Field[], { notes }: ProtoFile): void {
  const { path = '', name: own = '' } = fields[0] ?? {};
  const where = path.endsWith(`.${own}`) ? path.slice(0, -own.length - 1) : path;
  const note = (clause: string, isConcerned: (field: Field, held: Field) => boolean): void => {
    const concerned = fields.filter((field) => {
      const held = heldBy(field);
      return held !== undefined && isConcerned(field, held);
    });
    const names = concerned.map(({ name }) => name).join(', ');
    if (names !== '') notes.warn(where, `${clause}: {}`, names);
  };
  note('what lists and maps hold is never null', (field, held) => canHoldNull(held, field));
  note(
    'lists and maps that are absent cannot be told from empty ones',
    ({ required }) => !required,
  );
}

function listType(shape: ShapeOf<'list'>, _: Field, context: Context): ProtoType {
  const { items } = shape;
  return {
    type: singleType(items, { ...context, wanted: wantedOf(items, context) }, 'items'),
    isList: true,
  };
}

/** Items have their name in the contract, else that of the list. */
function wantedOf({ property, name }: Field, { wanted }: Context): string {
  return property === undefined || ['items', 'key', 'value'].includes(name) ? wanted : name;
}

const keyKinds = new Set(['text', 'date', 'time', 'decimal', 'boolean', 'integer']);

function mapType({ key, value }: ShapeOf<'map'>, field: Field, context: Context): ProtoType {
  const isKey = keyKinds.has(key.shape.kind);
  if (!isKey) context.file.notes.warn(field.path, 'its keys are written as texts');
  const keyType = isKey ? typeOf({ ...key, values: undefined }, context).type : 'string';
  return {
    type: `map<${keyType}, ${singleType(value, { ...context, wanted: wantedOf(value, context) }, 'value')}>`,
    isMap: true,
  };
}

const types: ByKind<Context, ProtoType> = {
  text: () => ({ type: 'string' }),
  boolean: () => ({ type: 'bool' }),
  bytes: () => ({ type: 'bytes' }),
  date: () => ({ type: 'string' }),
  time: () => ({ type: 'string' }),
  timestamp: ({ zone }, _, context) =>
    zone === false ? { type: 'string' } : known('timestamp', 'Timestamp', context),
  integer: integerType,
  float: ({ bits }) => ({ type: bits === 32 ? 'float' : 'double' }),
  decimal: () => ({ type: 'string' }),
  json: ({ isObject }, _, context) => known('struct', isObject ? 'Struct' : 'Value', context),
  record: ({ fields }, _, context) => nestedMessage(fields, context),
  list: listType,
  map: mapType,
};

function typeOf(field: Field, context: Context): ProtoType {
  const { values, shape } = field;
  if (values !== undefined && shape.kind === 'text') {
    const written = enumLines(field, context.wanted, {
      notes: context.file.notes,
      scope: context.scope,
    });
    for (const line of written.lines) context.nested.push(line);
    context.nested.push('');
    return { type: written.name };
  }
  if (values !== undefined)
    context.file.notes.add(field.path, 'only the comment says its allowed values');
  return writeByKind(types, field, context);
}

/** The form of the values of a field, as far as its type does not express it. */
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

function fieldLines(named: Named, context: Context): string[] {
  const { field, name, number } = named;
  const { notes } = context.file;
  const { type, isList, isMap } = typeOf(field, { ...context, wanted: name });
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

/** The compiler creates a oneof for each optional field, called like the field with a leading underscore. */
const fieldName = (text: string): string =>
  asciiName(text, 'field').replace(/^_proto__$/, 'proto__');

/** Compilers refuse names that differ only in case and underscores, even if their JSON names differ. */
const jsonKey = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** The name of a field in generated code; a message of the same name would hide it. */
const camelCase = (name: string): string =>
  name.replaceAll(/_([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());

/** A message with its nested messages and enums. */
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
  const context: Context = { file, scope, nested, wanted: name };
  const lines = fields.flatMap((field, position) => {
    const [fieldText = 'field', number = 1] = [fieldNames[position], numbers[position]];
    return fieldLines({ field, name: fieldText, number, jsonName: jsonNames[position] }, context);
  });
  const option = deprecated ? ['option deprecated = true;', ''] : [];
  return [`message ${name} {`, ...indented([...option, ...nested, ...lines]), '}'];
}
