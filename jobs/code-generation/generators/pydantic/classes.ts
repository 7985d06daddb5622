import type { ContractTable } from '../../../../domain/standards/odcs/contract-model.ts';
import { allowsMore } from '../../shapes/additional-columns.ts';
import { plainLines } from '../../shapes/documentation.ts';
import { pascalName } from '../../shapes/names.ts';
import { canHoldNull } from '../../shapes/nullability.ts';
import type { PatternFlavour } from '../../shapes/text/pattern-flavours.ts';
import {
  className,
  createPythonScope,
  lostName,
  memberNames,
  noteMemberNames,
  tableLines,
} from '../../shapes/text/python-names.ts';
import { docstring } from '../../shapes/text/python-text.ts';
import { writeByKind } from '../../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../../shapes/shape.ts';
import { memberLine, openRules, orNone } from './members.ts';
import { dateType, timestampType, timeType } from './timestamps.ts';
import { pydanticNames } from './names.ts';
import { decimalType, floatType, integerType } from './numbers.ts';
import { bytesType, constrained, countText, literalType, patternOf, textType } from './types.ts';
import type { PydanticContext, PydanticWriter } from './types.ts';
import { wholeNumberLines } from './whole.ts';

/** Nested brackets of a type; deeper types get a name, because Python reads 200 nested brackets at most. */
const maxBrackets = 20;

function insideOf(field: Field, context: PydanticContext): PydanticContext {
  const isNamed = field.property !== undefined && !['items', 'key', 'value'].includes(field.name);
  const wanted = isNamed ? field.name : context.wanted;
  return { ...context, wanted, depth: (context.depth + 1) % maxBrackets };
}

/** Moves a deeply nested type in front of the class, under a separate name. */
function withinBrackets(type: string, { depth, wanted, parent, writer }: PydanticContext): string {
  if (depth < maxBrackets - 1) return type;
  const name = className(writer.classes, `${pascalName(wanted, 'Inner')}Type`, parent);
  writer.blocks.push([`${name} = ${type}`]);
  return name;
}

function lengthsOf(
  { dimensions }: ShapeOf<'list'>,
  { property }: Field,
  version: PydanticWriter['version'],
): Record<string, string | undefined> {
  const { minItems = dimensions, maxItems = dimensions, uniqueItems } = property?.options ?? {};
  const [least, most] = [countText(minItems), countText(maxItems)];
  if (version === 2) return { min_length: least, max_length: most };
  const isUnique = uniqueItems === true ? 'True' : undefined;
  return { min_items: least, max_items: most, unique_items: isUnique };
}

function listType(shape: ShapeOf<'list'>, field: Field, context: PydanticContext): string {
  const { writer } = context;
  const { items } = shape;
  const type = typeOf(items, insideOf(items, context));
  const inner = orNone(type, canHoldNull(items, field), writer);
  const list = writer.version === 1 ? writer.imports.use('typing', 'List') : 'list';
  const limits = lengthsOf(shape, field, writer.version);
  return withinBrackets(constrained(writer, [`${list}[${inner}]`, 'conlist'], limits), context);
}

function dictOf(key: string, value: string, field: Field, writer: PydanticWriter): string {
  if (writer.version === 1) return `${writer.imports.use('typing', 'Dict')}[${key}, ${value}]`;
  const { minProperties, maxProperties } = field.property?.options ?? {};
  const limits = { min_length: countText(minProperties), max_length: countText(maxProperties) };
  return constrained(writer, [`dict[${key}, ${value}]`, ''], limits);
}

function mapType({ key, value }: ShapeOf<'map'>, field: Field, context: PydanticContext): string {
  const { writer } = context;
  const isKey = !['record', 'list', 'map', 'json'].includes(key.shape.kind);
  if (!isKey)
    writer.notes.warn(key.path, 'keys of dictionaries are simple values, so it is a text');
  const keys = isKey ? typeOf(key, insideOf(key, context)) : 'str';
  const values = orNone(typeOf(value, insideOf(value, context)), canHoldNull(value, field), writer);
  return withinBrackets(dictOf(keys, values, field, writer), context);
}

const any = ({ imports }: PydanticWriter): string => imports.use('typing', 'Any');

const types: ByKind<PydanticContext, string> = {
  text: (_, field, context) => textType(field, context),
  boolean: () => 'bool',
  bytes: (_, field, context) => bytesType(field, context),
  date: (_, field, context) => dateType(field, context),
  time: (_, field, context) => timeType(field, context),
  timestamp: timestampType,
  integer: integerType,
  float: (_, field, context) => floatType(field, context),
  decimal: decimalType,
  json: ({ isObject }, field, { writer }) =>
    isObject ? dictOf('str', any(writer), field, writer) : any(writer),
  record: ({ fields }, { path, property }, context) => {
    const isOpen = property === undefined || allowsMore(property);
    const name = className(context.writer.classes, context.wanted, context.parent);
    const lines = plainLines(property?.description ?? property?.businessName);
    writeClass(context.writer, { name, fields, isOpen, lines, path });
    return name;
  },
  list: listType,
  map: mapType,
};

function typeOf(field: Field, context: PydanticContext): string {
  return literalType(field, context) ?? writeByKind(types, field, context);
}

type ClassDraft = {
  name: string;
  fields: readonly Field[];
  isOpen: boolean;
  lines: string[];
  /** The path of the class in notes. */
  path: string;
};

function configLines(
  {
    isOpen,
    hasAlias,
    flavour,
    hasPrefix,
  }: { isOpen: boolean; hasAlias: boolean; flavour: PatternFlavour; hasPrefix: boolean },
  { version, imports }: PydanticWriter,
): string[] {
  if (version === 1) {
    const lines = [
      ...(hasAlias ? ['        allow_population_by_field_name = True'] : []),
      ...(isOpen ? [] : ['        extra = "forbid"']),
    ];
    return lines.length === 0 ? [] : ['    class Config:', ...lines, ''];
  }
  const options = [
    ...(hasAlias ? ['populate_by_name=True'] : []),
    ...(isOpen ? [] : ['extra="forbid"']),
    ...(flavour === 'python' ? ['regex_engine="python-re"'] : []),
    ...(hasPrefix ? ['protected_namespaces=()'] : []),
  ];
  if (options.length === 0) return [];
  return [`    model_config = ${imports.use('pydantic', 'ConfigDict')}(${options.join(', ')})`, ''];
}

/** The scalar fields of a class, including those in its lists and maps. */
function* leaves(fields: readonly Field[]): Iterable<Field> {
  for (const field of fields) {
    yield field;
    if (field.shape.kind === 'list') yield* leaves([field.shape.items]);
    if (field.shape.kind === 'map') yield* leaves([field.shape.key, field.shape.value]);
  }
}

/** The regex engine: Rust's, unless a pattern needs a feature that only Python's has. */
function flavourOf(fields: readonly Field[], { version }: PydanticWriter): PatternFlavour {
  if (version === 1) return 'python';
  const needsPython = [...leaves(fields)].some(
    (field) => patternOf(field, 'rust') === undefined && patternOf(field, 'python') !== undefined,
  );
  return needsPython ? 'python' : 'rust';
}

function noteRules(
  fields: readonly Field[],
  flavour: PatternFlavour,
  writer: PydanticWriter,
): void {
  for (const field of leaves(fields)) {
    const open = openRules(field, flavour, writer);
    if (open.length > 0)
      writer.notes.addRules(field, { clause: 'pydantic does not check', rules: open });
  }
}

/** Writes a class after the classes that its members need. */
function writeClass(
  writer: PydanticWriter,
  { name, fields, isOpen, lines, path }: ClassDraft,
): void {
  const flavour = flavourOf(fields, writer);
  const context = { writer, parent: name, depth: 0, flavour };
  const before = writer.blocks.length;
  const written = fields.map((field) => typeOf(field, { ...context, wanted: field.name }));
  const inner = writer.blocks
    .slice(before)
    .map(([line = '']) => /\w+(?=\(| =)/.exec(line)?.[0] ?? '');
  const scope = createPythonScope(`${pydanticNames} ${inner.join(' ')}`);
  const names = memberNames(
    fields.map((field) => field.name),
    scope,
  );
  noteMemberNames(path, [fields.map((field) => field.name), names], writer.notes);
  const members = fields.map((field, position) =>
    memberLine({ field, name: names[position] ?? '', type: written[position] ?? '' }, writer),
  );
  const config = configLines(
    {
      isOpen,
      flavour,
      hasAlias: names.some((member, position) => member !== fields[position]?.name),
      hasPrefix: names.some((member) => member.startsWith('model_')),
    },
    writer,
  );
  const doc = docstring(lines, '    ');
  const head = [
    ...doc,
    ...(doc.length > 0 && config.length + members.length > 0 ? [''] : []),
    ...config,
  ];
  const body = [...head, ...members, ...wholeNumberLines([fields, names], writer)];
  if (body.at(-1) === '') body.pop();
  const base = writer.imports.use('pydantic', 'BaseModel');
  writer.blocks.push([`class ${name}(${base}):`, ...(body.length === 0 ? ['    pass'] : body)]);
  noteRules(fields, flavour, writer);
}

/** Writes the class of a table and the classes of its members. */
export function writeTableClass(
  writer: PydanticWriter,
  table: ContractTable,
  draft: Pick<ClassDraft, 'fields' | 'isOpen'>,
): void {
  const name = className(writer.classes, table.name);
  const { name: path } = table;
  if (lostName(name, path).length > 0) writer.notes.warn(path, 'its class is called {}', name);
  writeClass(writer, { ...draft, name, path, lines: tableLines(table, name) });
}
