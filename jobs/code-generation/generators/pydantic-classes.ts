import type { ContractTable } from '../../../domain/standards/odcs/contract-model.ts';
import { allowsMore } from '../shapes/additional-columns.ts';
import { plainLines } from '../shapes/documentation.ts';
import { pascalName } from '../shapes/names.ts';
import { canHoldNull } from '../shapes/nullability.ts';
import type { PatternFlavour } from '../shapes/pattern-flavours.ts';
import {
  className,
  createPythonScope,
  lostName,
  memberNames,
  noteMemberNames,
  tableLines,
} from '../shapes/python-names.ts';
import { docstring } from '../shapes/python-text.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';
import { memberLine, openRules, orNone } from './pydantic-members.ts';
import { dateType, timestampType, timeType } from './pydantic-moments.ts';
import { pydanticNames } from './pydantic-names.ts';
import { decimalType, floatType, integerType } from './pydantic-numbers.ts';
import {
  bytesType,
  constrained,
  countText,
  literalType,
  patternOf,
  textType,
} from './pydantic-types.ts';
import type { PydanticPlace, PydanticWriter } from './pydantic-types.ts';
import { wholeNumberLines } from './pydantic-whole.ts';

/** Brackets within each other before a type gets a name; Python reads at most 200. */
const mostBrackets = 20;

function insideOf(field: Field, place: PydanticPlace): PydanticPlace {
  const isNamed = field.property !== undefined && !['items', 'key', 'value'].includes(field.name);
  const wanted = isNamed ? field.name : place.wanted;
  return { ...place, wanted, depth: (place.depth + 1) % mostBrackets };
}

/** Types within many brackets stand in front of the class under a name of their own. */
function withinBrackets(type: string, { depth, wanted, parent, writer }: PydanticPlace): string {
  if (depth < mostBrackets - 1) return type;
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

function listType(shape: ShapeOf<'list'>, field: Field, place: PydanticPlace): string {
  const { writer } = place;
  const { items } = shape;
  const type = typeOf(items, insideOf(items, place));
  const inner = orNone(type, canHoldNull(items, field), writer);
  const list = writer.version === 1 ? writer.imports.use('typing', 'List') : 'list';
  const limits = lengthsOf(shape, field, writer.version);
  return withinBrackets(constrained(writer, [`${list}[${inner}]`, 'conlist'], limits), place);
}

function dictOf(key: string, value: string, field: Field, writer: PydanticWriter): string {
  if (writer.version === 1) return `${writer.imports.use('typing', 'Dict')}[${key}, ${value}]`;
  const { minProperties, maxProperties } = field.property?.options ?? {};
  const limits = { min_length: countText(minProperties), max_length: countText(maxProperties) };
  return constrained(writer, [`dict[${key}, ${value}]`, ''], limits);
}

function mapType({ key, value }: ShapeOf<'map'>, field: Field, place: PydanticPlace): string {
  const { writer } = place;
  const isKey = !['record', 'list', 'map', 'json'].includes(key.shape.kind);
  if (!isKey) writer.notes.add(key.path, 'keys of dictionaries are simple values, so it is a text');
  const keys = isKey ? typeOf(key, insideOf(key, place)) : 'str';
  const values = orNone(typeOf(value, insideOf(value, place)), canHoldNull(value, field), writer);
  return withinBrackets(dictOf(keys, values, field, writer), place);
}

const any = ({ imports }: PydanticWriter): string => imports.use('typing', 'Any');

const types: ByKind<PydanticPlace, string> = {
  text: (_, field, place) => textType(field, place),
  boolean: () => 'bool',
  bytes: (_, field, place) => bytesType(field, place),
  date: (_, field, place) => dateType(field, place),
  time: (_, field, place) => timeType(field, place),
  timestamp: timestampType,
  integer: integerType,
  float: (_, field, place) => floatType(field, place),
  decimal: decimalType,
  json: ({ isObject }, field, { writer }) =>
    isObject ? dictOf('str', any(writer), field, writer) : any(writer),
  record: ({ fields }, { path, property }, place) => {
    const isOpen = property === undefined || allowsMore(property);
    const name = className(place.writer.classes, place.wanted, place.parent);
    const lines = plainLines(property?.description ?? property?.businessName);
    writeClass(place.writer, { name, fields, isOpen, lines, path });
    return name;
  },
  list: listType,
  map: mapType,
};

function typeOf(field: Field, place: PydanticPlace): string {
  return literalType(field, place) ?? writeByKind(types, field, place);
}

type ClassDraft = {
  name: string;
  fields: readonly Field[];
  isOpen: boolean;
  lines: string[];
  /** As notes call it. */
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

/** The simple fields of a class, also those inside of its lists and maps. */
function* leaves(fields: readonly Field[]): Iterable<Field> {
  for (const field of fields) {
    yield field;
    if (field.shape.kind === 'list') yield* leaves([field.shape.items]);
    if (field.shape.kind === 'map') yield* leaves([field.shape.key, field.shape.value]);
  }
}

/** The engine of Rust, unless a pattern needs what only Python's has. */
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

/** Writes a class behind those that its members need. */
function writeClass(
  writer: PydanticWriter,
  { name, fields, isOpen, lines, path }: ClassDraft,
): void {
  const flavour = flavourOf(fields, writer);
  const place = { writer, parent: name, depth: 0, flavour };
  const before = writer.blocks.length;
  const written = fields.map((field) => typeOf(field, { ...place, wanted: field.name }));
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

/** Writes the class of a table with those of its members. */
export function writeTableClass(
  writer: PydanticWriter,
  table: ContractTable,
  draft: Pick<ClassDraft, 'fields' | 'isOpen'>,
): void {
  const name = className(writer.classes, table.name);
  const { name: path } = table;
  if (lostName(name, path).length > 0) writer.notes.add(path, `its class is called ${name}`);
  writeClass(writer, { ...draft, name, path, lines: tableLines(table, name) });
}
