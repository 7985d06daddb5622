import { numberOf } from '../../../../domain/standards/json-value.ts';
import type {
  ContractProperty,
  ContractServer,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { metadataOf } from '../../shapes/field-metadata.ts';
import { boundNames, openConstraints } from '../../shapes/limits.ts';
import type { PatternFlavour } from '../../shapes/text/pattern-flavours.ts';
import { pythonCall, pythonText, pythonValue } from '../../shapes/text/python-text.ts';
import type { Field, Shape } from '../../shapes/shape.ts';
import { timestampText, openZone } from './timestamps.ts';
import { isCountable, isPlainText, literalValues, patternOf, readsFormat } from './types.ts';
import type { PydanticWriter } from './types.ts';

/** A type that also allows None. */
export function orNone(
  type: string,
  isNullable: boolean,
  { version, imports }: PydanticWriter,
): string {
  if (!isNullable || type === 'Any') return type;
  return version === 2 ? `${type} | None` : `${imports.use('typing', 'Optional')}[${type}]`;
}

const everywhere = ['primary', 'unique', 'partition', 'references'];

/** Options that the types of both versions, or of one version, can express. */
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

function saysBound(field: Field, name: (typeof boundNames)[number], version: 1 | 2): boolean {
  const { shape, property } = field;
  const bound = property?.options[name];
  if (['integer', 'float', 'decimal'].includes(shape.kind)) return numberOf(bound) !== undefined;
  return timestampText(field, bound, version) !== undefined;
}

function isUncountable(property: ContractProperty | undefined, option: string): boolean {
  const count = property?.options[option as keyof ContractProperty['options']];
  return /^m(?:in|ax)/.test(option) && typeof count === 'number' && !isCountable(count);
}

/** True if the type of this field cannot express an option that other types of its kind can. */
function isExcepted(field: Field, option: string): boolean {
  const { shape, property } = field;
  if (isUncountable(property, option)) return true;
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

/** The length of a vector, if it is too large for the library. */
function openDimensions({ shape }: Field): string[] {
  const { dimensions } = shape.kind === 'list' ? shape : {};
  return dimensions === undefined || isCountable(dimensions) ? [] : [`dimensions ${dimensions}`];
}

/** The rules of a field that the library does not check. */
export function openRules(
  field: Field,
  flavour: PatternFlavour,
  { version, notes }: PydanticWriter,
): string[] {
  const isPatternSaid = isPlainText(field) && patternOf(field, flavour) !== undefined;
  const said = new Set([
    ...everywhere,
    ...optionsOf(field.shape, version).filter((option) => !isExcepted(field, option)),
    ...boundNames.filter((name) => saysBound(field, name, version)),
    ...(isPatternSaid ? ['pattern'] : []),
  ]);
  const format = field.property?.options.format;
  const openFormat = format === undefined || readsFormat(field) ? [] : [`format ${format}`];
  const limited = literalValues(field, notes) ? field : { ...field, values: [] };
  return [
    ...openConstraints(limited, new Set([...said, 'format'])),
    ...openFormat,
    ...openDimensions(field),
    ...openZone(field, version),
  ];
}

/** Metadata of the contents of a list or map, which have no field of their own in a class. */
function nestedMetadata({ shape }: Field, server: ContractServer | undefined): object {
  const metadata = (inner: Field): object | undefined => {
    const all = Object.entries(metadataOf(inner, server));
    const open = all.filter(([name]) => nestedNames.has(name));
    return open.length === 0 ? undefined : Object.fromEntries(open);
  };
  if (shape.kind === 'list') return { ofItems: metadata(shape.items) };
  return shape.kind === 'map'
    ? { ofKeys: metadata(shape.key), ofValues: metadata(shape.value) }
    : {};
}

const nestedNames = new Set(
  'comment businessName deprecated labels classification tags elementType distanceMetric embeddingModel embeddingModelVersion normalized'.split(
    ' ',
  ),
);

/** Attributes that the library does not check but includes in its JSON Schema. */
function extrasOf(field: Field, server: ContractServer | undefined): [string, unknown][] {
  const { property } = field;
  if (property === undefined) return [];
  const { primaryKey, unique, partitioned, relationships, options } = property;
  const to = relationships.flatMap((relationship) => relationship.to);
  const all = {
    deprecated: property.deprecated || undefined,
    primaryKey: primaryKey || undefined,
    primaryKeyPosition: property.primaryKeyPosition,
    unique: unique || undefined,
    partitioned: partitioned || undefined,
    partitionKeyPosition: property.partitionKeyPosition,
    references: to.length > 0 ? to : undefined,
    classification: property.classification,
    tags: property.tags.length > 0 ? property.tags : undefined,
    elementType: options.elementType,
    distanceMetric: options.distanceMetric,
    embeddingModel: options.embeddingModel,
    embeddingModelVersion: options.embeddingModelVersion,
    normalized: options.normalized,
    ...nestedMetadata(field, server),
  };
  return Object.entries(all).filter(([, value]) => value !== undefined);
}

/** Rules that are kept in a schema but that no value is compared with. */
const unchecked = new Set(['primaryKey', 'unique', 'references']);

function extraArguments(field: Field, { version, notes, server }: PydanticWriter): string[] {
  const extras = extrasOf(field, server);
  if (extras.some(([name]) => unchecked.has(name)))
    notes.add(
      field.path,
      'keys, uniqueness and references are kept in its JSON Schema but not checked',
    );
  if (version === 1) return extras.map(([name, value]) => `${name}=${pythonValue(value)}`);
  if (extras.length === 0) return [];
  return [`json_schema_extra=${pythonValue(Object.fromEntries(extras))}`];
}

/** A description, followed by the labels and descriptions of allowed values. */
function descriptionOf({ property }: Field): string | undefined {
  const { description, enumTexts = [] } = property ?? {};
  const labels = enumTexts.map(
    ({ value, label, description: text }) =>
      `${String(value)}: ${[label, text].filter((part) => part !== undefined).join(': ')}`,
  );
  if (labels.length === 0) return description;
  return [...(description === undefined ? [] : [description, '']), ...labels].join('\n');
}

function fieldArguments(field: Field, name: string, writer: PydanticWriter): string[] {
  const { businessName, examples = [] } = field.property ?? {};
  const text = (argument: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${argument}=${pythonText(value)}`];
  return [
    ...text('alias', name === field.name ? undefined : field.name),
    ...text('title', businessName),
    ...text('description', descriptionOf(field)),
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
  // Version 1 reads a missing value of any type as None.
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
