import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { typeSystems } from '../../../../domain/dialects/types/type-systems.ts';
import type { Scalar } from '../../../../domain/standards/odcs/contract-model.ts';
import { constraintsOf } from '../../shapes/documentation.ts';
import {
  boundNames,
  integerRangeOf,
  numberLimitsOf,
  openConstraints,
} from '../../shapes/limits.ts';
import { pythonNumber, pythonText, pythonValue } from '../../shapes/text/python-text.ts';
import type { Field } from '../../shapes/shape.ts';
import { typedValuesOf } from '../../shapes/typed-values.ts';
import { vectorFacts } from '../../shapes/vector-shape.ts';
import { digitsOn, grammarOf, platformOf, titleOf } from './platforms.ts';
import { generic } from './writer.ts';
import type { AlchemyWriter } from './writer.ts';

const isNumber = ({ shape }: Field): boolean =>
  ['integer', 'float', 'decimal'].includes(shape.kind);

/** True if a value that is written as text can be compared with the column. */
function canCompare({ shape }: Field, { dialect }: AlchemyWriter): boolean {
  if (shape.kind === 'text') return !shape.isUuid;
  return shape.kind === 'date' && platformOf(dialect).readsDates === true;
}

function valuesOf(field: Field, writer: AlchemyWriter): readonly Scalar[] | undefined {
  const isChecked = isNumber(field) || canCompare(field, writer);
  const values = isChecked ? typedValuesOf(field, writer.notes) : undefined;
  if (values?.some((value) => isWidened(field, value, writer)) === true) return undefined;
  const areDates = values?.every((value) => /^\d{4}-\d\d-\d\d$/.test(String(value))) === true;
  return field.shape.kind !== 'date' || areDates ? values : undefined;
}

/** True if a value such as 0.1 differs from itself in a 32-bit column, because the platform compares 64-bit numbers. */
function isWidened({ shape }: Field, value: Scalar, { dialect }: AlchemyWriter): boolean {
  const { narrows = false } = platformOf(dialect);
  if (shape.kind !== 'float' || shape.bits !== 32 || narrows) return false;
  return Math.fround(Number(value)) !== Number(value);
}

/** The bounds that are compared with the column. */
function boundsOf(field: Field, writer: AlchemyWriter): [(typeof boundNames)[number], number][] {
  const limits = isNumber(field) ? numberLimitsOf(field.property) : {};
  return boundNames.flatMap((name): [(typeof boundNames)[number], number][] => {
    const bound = limits[name];
    return bound === undefined || isWidened(field, bound, writer) ? [] : [[name, bound]];
  });
}

const operators = { minimum: '>=', maximum: '<=', exclusiveMinimum: '>', exclusiveMaximum: '<' };

/** False where every integer is a decimal of the same size. */
const hasSizes = (dialect: TypeDialect | undefined): boolean =>
  dialect === undefined || typeSystems[dialect].integers !== '38 digits';

/** The range of `i8` … `u128`, where the type of the column holds more. */
function rangeOf({ shape, property }: Field, { dialect }: AlchemyWriter): [string, bigint][] {
  const range = shape.kind === 'integer' ? integerRangeOf(property) : undefined;
  if (range === undefined) return [];
  const { bits, low, high } = range;
  const isExact = low < 0n && [16, 32, 64].includes(bits) && hasSizes(dialect);
  const digits = String(high).length;
  const isCut = digitsOn(dialect, digits, 0)[0] < digits;
  if (isExact || isCut) return low === 0n ? [['>=', low]] : [];
  return [
    ['>=', low],
    ['<=', high],
  ];
}

/** The minimum number of characters of a text, where the platform counts all of them. */
function lengthsOf({ shape, property }: Field, { dialect }: AlchemyWriter): number[] {
  const { minLength = 0 } = property?.options ?? {};
  const isTrimmed = platformOf(dialect).ignoresTrailingBlanks === true;
  const isCounted = shape.kind === 'text' && !shape.isUuid && !isTrimmed;
  return isCounted && Number.isSafeInteger(minLength) && minLength > 0 ? [minLength] : [];
}

const lengthOf = (column: string, writer: AlchemyWriter): string =>
  `${generic(writer, 'func')}.char_length(${column})`;

/** Conditions on the values of one column, as expressions: names and texts are written by SQLAlchemy. */
function conditionsOf(field: Field, writer: AlchemyWriter): string[] {
  const column = `${generic(writer, 'column')}(${pythonText(field.name)})`;
  const values = valuesOf(field, writer);
  const bounds = boundsOf(field, writer).map(([name, bound]): [string, number | bigint] => [
    operators[name],
    bound,
  ]);
  const hasSide = (side: string): boolean => bounds.some(([operator]) => operator.startsWith(side));
  const ofType = rangeOf(field, writer).filter(([operator]) => !hasSide(operator.charAt(0)));
  const [least] = lengthsOf(field, writer);
  return [
    ...(least === undefined ? [] : [`${lengthOf(column, writer)} >= ${least}`]),
    ...(values ? [`${column}.in_(${pythonValue(values)})`] : []),
    ...[...bounds, ...ofType].map(
      ([operator, bound]) => `${column} ${operator} ${pythonNumber(bound)}`,
    ),
  ];
}

const hasConditions = (field: Field): boolean =>
  field.values !== undefined || isNumber(field) || field.property?.options.minLength !== undefined;

/** Checks of the columns of a table. */
export function checksOf(fields: readonly Field[], writer: AlchemyWriter): string[] {
  const { check } = grammarOf(writer.dialect);
  if (check !== 'inside') return [];
  const conditions = fields.filter(hasConditions).flatMap((field) => conditionsOf(field, writer));
  return conditions.map((condition, position) => {
    const isNamed = platformOf(writer.dialect).namesChecks === true;
    const name = isNamed ? `, name="check_${position + 1}"` : '';
    return `${generic(writer, 'CheckConstraint')}(${condition}${name})`;
  });
}

const everywhere = ['primary', 'references', 'maxLength', 'format'];

/** A format that neither the type nor the range of the column expresses. */
function openFormat({ property, shape }: Field): string[] {
  const format = property?.options.format;
  const isSaid = shape.kind === 'text' ? shape.isUuid : /^[iuf]\d+$/.test(format ?? '');
  return format === undefined || isSaid ? [] : [`format ${format}`];
}

const saidLengths = (field: Field, writer: AlchemyWriter): string[] =>
  lengthsOf(field, writer).map(() => 'minLength');

/** Rules of one field that a table cannot have. */
function openRules(field: Field, writer: AlchemyWriter): string[] {
  const { property, shape, values } = field;
  const { check, unique } = grammarOf(writer.dialect);
  const isChecked = check === 'inside';
  const said = new Set([
    ...everywhere,
    ...(unique === undefined ? [] : ['unique']),
    ...(isChecked ? boundsOf(field, writer).map(([name]) => name) : []),
    ...(isChecked ? saidLengths(field, writer) : []),
  ]);
  const areChecked = values === undefined || (isChecked && valuesOf(field, writer) !== undefined);
  const dimensions = shape.kind === 'list' ? shape.dimensions : undefined;
  return [
    ...(areChecked ? [] : ['allowed values']),
    ...openConstraints(field, said),
    ...openFormat(field),
    ...(dimensions === undefined ? [] : [`${dimensions} dimensions`]),
    ...vectorFacts(property),
  ];
}

function insideOf({ shape }: Field): readonly Field[] {
  if (shape.kind === 'record') return shape.fields;
  if (shape.kind === 'list') return [shape.items];
  return shape.kind === 'map' ? [shape.key, shape.value] : [];
}

/** `maxLength` for `maxLength 18`; rules that begin with two words keep both. */
const kindOfRule = (rule: string): string =>
  /^(?:(?:primary|partition) key|\d+ quality rules?)/.exec(rule)?.[0] ?? rule.replace(/ .*/s, '');

function kindsOfRules({ property, values }: Field): string[] {
  if (property === undefined) return [];
  return [
    ...(property.required ? ['required'] : []),
    ...(values === undefined ? [] : ['allowed values']),
    ...constraintsOf(property).map(kindOfRule),
    ...(property.options.format === undefined ? [] : ['format']),
  ];
}

/** Kinds of rules of the contents of a column. */
const rulesInside = (field: Field): string[] =>
  insideOf(field).flatMap((inner) => [...kindsOfRules(inner), ...rulesInside(inner)]);

/** Rules that a database check could express, but that have none here. */
const ofValues =
  /^(?:allowed values|(?:exclusive)?m(?:in|ax)|pattern |multipleOf |uniqueItems|unique$)/i;

/** Notes the rules of a column, and of its contents, that nothing checks. */
export function noteRules(field: Field, writer: AlchemyWriter): void {
  const { dialect, notes } = writer;
  const open = openRules(field, writer);
  const where = grammarOf(dialect).check === 'inside' ? '' : ` on ${titleOf(dialect)}`;
  const unchecked = open.filter((rule) => ofValues.test(rule));
  const unsupported = open.filter((rule) => !ofValues.test(rule));
  if (unchecked.length > 0)
    notes.add(field.path, `what is not checked${where}: {}`, unchecked.join(', '));
  if (unsupported.length > 0)
    notes.add(field.path, `SQLAlchemy has no place for {}${where}`, unsupported.join(', '));
  const isVector = field.property?.logicalType === 'vector';
  const inside = isVector ? [] : [...new Set(rulesInside(field))];
  if (inside.length > 0)
    notes.add(
      field.path,
      'what is inside has rules that the column does not carry: {}',
      inside.join(', '),
    );
}
