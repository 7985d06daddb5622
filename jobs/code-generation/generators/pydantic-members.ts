import { numberOf } from '../../../domain/standards/json-value.ts';
import { boundNames, openConstraints } from '../shapes/limits.ts';
import type { PatternFlavour } from '../shapes/pattern-flavours.ts';
import { pythonCall, pythonText, pythonValue } from '../shapes/python-text.ts';
import type { Field, Shape } from '../shapes/shape.ts';
import { dateText, isPlainText, patternOf, readsFormat } from './pydantic-types.ts';
import type { PydanticWriter } from './pydantic-types.ts';

/** A type that may be None as well. */
export function orNone(
  type: string,
  isNullable: boolean,
  { version, imports }: PydanticWriter,
): string {
  if (!isNullable || type === 'Any') return type;
  return version === 2 ? `${type} | None` : `${imports.use('typing', 'Optional')}[${type}]`;
}

const everywhere = ['primary', 'unique', 'partition', 'references'];

/** Options that types of both versions, or of one, tell. */
const saidByKind: Partial<Record<Shape['kind'], readonly [both: string, v1: string, v2: string]>> =
  {
    text: ['minLength maxLength', '', ''],
    integer: ['multipleOf', '', ''],
    float: ['multipleOf', '', ''],
    decimal: ['multipleOf', '', ''],
    list: ['minItems maxItems', 'uniqueItems', ''],
    map: ['', '', 'minProperties maxProperties'],
    json: ['', '', 'minProperties maxProperties'],
  };

function saysBound({ shape, property }: Field, name: (typeof boundNames)[number]): boolean {
  const bound = property?.options[name];
  if (shape.kind === 'date') return dateText(bound) !== undefined;
  return ['integer', 'float', 'decimal'].includes(shape.kind) && numberOf(bound) !== undefined;
}

/** Whether an option that types of its kind tell cannot be told for this field. */
function isExcepted(field: Field, option: string): boolean {
  const { shape, property } = field;
  if (shape.kind === 'text') return !isPlainText(field);
  if (shape.kind === 'json') return !shape.isObject;
  if (option !== 'multipleOf') return false;
  const step = property?.options.multipleOf ?? 1;
  return step <= 0 || (shape.kind === 'integer' && !Number.isInteger(step));
}

function optionsOf({ kind }: Shape, version: 1 | 2): string[] {
  const [both = '', v1 = '', v2 = ''] = saidByKind[kind] ?? [];
  return `${both} ${version === 1 ? v1 : v2}`.split(' ');
}

/** The rules of a field that the library does not check. */
export function openRules(
  field: Field,
  flavour: PatternFlavour,
  { version }: PydanticWriter,
): string[] {
  const isPatternSaid = isPlainText(field) && patternOf(field, flavour) !== undefined;
  const said = new Set([
    ...everywhere,
    ...optionsOf(field.shape, version).filter((option) => !isExcepted(field, option)),
    ...boundNames.filter((name) => saysBound(field, name)),
    ...(isPatternSaid ? ['pattern'] : []),
  ]);
  const format = field.property?.options.format;
  const openFormat = format === undefined || readsFormat(field) ? [] : [`format ${format}`];
  return [...openConstraints(field, said), ...openFormat];
}

/** What the library does not check but keeps for its JSON Schema. */
function extrasOf({ property }: Field): [name: string, value: unknown][] {
  if (property === undefined) return [];
  const { primaryKey, unique, partitioned, classification, tags, relationships } = property;
  const to = relationships.flatMap((relationship) => relationship.to);
  const all: [string, unknown, boolean][] = [
    ['primaryKey', true, primaryKey],
    ['unique', true, unique],
    ['partitioned', true, partitioned],
    ['references', to, to.length > 0],
    ['classification', classification, classification !== undefined],
    ['tags', tags, tags.length > 0],
  ];
  return all.flatMap(([name, value, isThere]) =>
    isThere ? [[name, value] as [string, unknown]] : [],
  );
}

function extraArguments(field: Field, { version, notes }: PydanticWriter): string[] {
  const extras = extrasOf(field);
  if (extras.some(([name]) => !['classification', 'tags'].includes(name)))
    notes.add(
      field.path,
      'keys, uniqueness and references are kept in its JSON Schema but not checked',
    );
  if (version === 1) return extras.map(([name, value]) => `${name}=${pythonValue(value)}`);
  if (extras.length === 0) return [];
  return [`json_schema_extra=${pythonValue(Object.fromEntries(extras))}`];
}

function fieldArguments(field: Field, name: string, writer: PydanticWriter): string[] {
  const { businessName, description, examples = [] } = field.property ?? {};
  const text = (argument: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${argument}=${pythonText(value)}`];
  return [
    ...text('alias', name === field.name ? undefined : field.name),
    ...text('title', businessName),
    ...text('description', description),
    ...(examples.length > 0 ? [`examples=${pythonValue(examples)}`] : []),
    ...extraArguments(field, writer),
  ];
}

/** The line of a class for one of its members. */
export function memberLine(
  { field, name, type }: { field: Field; name: string; type: string },
  writer: PydanticWriter,
): string {
  const declared = `    ${name}: ${orNone(type, !field.required, writer)}`;
  const list = fieldArguments(field, name, writer);
  // Version 1 takes a missing value of any type for None.
  const isAny = writer.version === 1 && type === 'Any';
  if (list.length === 0 && !(field.required && isAny))
    return field.required ? declared : `${declared} = None`;
  const isFirst = writer.version === 1 ? '' : 'default=';
  const none = field.required ? [] : [`${isFirst}None`];
  const first = field.required && writer.version === 1 ? ['...'] : none;
  const opening = `${writer.imports.use('pydantic', 'Field')}(`;
  const before = `${declared.slice(4)} = `;
  return `${declared} = ${pythonCall(opening, [...first, ...list], { indent: '    ', before })}`;
}
