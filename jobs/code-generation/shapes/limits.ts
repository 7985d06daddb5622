import { dialectOf } from '../../../domain/dialects/dialect.ts';
import { parseNativeType } from '../../../domain/dialects/types/native-type.ts';
import { numberOf } from '../../../domain/standards/json-value.ts';
import type {
  ContractProperty,
  ContractServer,
} from '../../../domain/standards/odcs/contract-model.ts';
import { constraintsOf } from './documentation.ts';
import type { Field, ShapeOf } from './shape.ts';

const sizedTextTypes = /char|^string$|^text$/;

function lengthOfType(
  physicalType: string,
  server: ContractServer | undefined,
): number | undefined {
  const dialect = (server && dialectOf(server.type)) ?? 'databricks';
  const native = parseNativeType(dialect, physicalType);
  const length = native && sizedTextTypes.test(native.name) ? (native.parameters[0] ?? '') : '';
  return /^[1-9]\d{0,8}$/.test(length) ? Number(length) : undefined;
}

/** Most characters of a text: an option of the contract, else `varchar(18)`. */
export function maxLengthOf(
  { options, physicalType }: Pick<ContractProperty, 'options' | 'physicalType'>,
  server: ContractServer | undefined,
): number | undefined {
  if (options.maxLength !== undefined || physicalType === undefined) return options.maxLength;
  return lengthOfType(physicalType, server);
}

/** Bounds of values with how a value is compared with them. */
export const comparedBounds = [
  ['minimum', '>='],
  ['exclusiveMinimum', '>'],
  ['maximum', '<='],
  ['exclusiveMaximum', '<'],
] as const;

export const boundNames = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

export type NumberLimits = Partial<Record<(typeof boundNames)[number] | 'multipleOf', number>>;

/** The limits of the numbers of a field. */
export function numberLimitsOf(property: ContractProperty | undefined): NumberLimits {
  const limits: NumberLimits = {};
  for (const name of boundNames) {
    const bound = numberOf(property?.options[name]);
    if (bound !== undefined) limits[name] = bound;
  }
  const { multipleOf } = property?.options ?? {};
  if (multipleOf !== undefined && multipleOf > 0) limits.multipleOf = multipleOf;
  return limits;
}

/** The smallest and largest integer of `i8` … `u128`, where the contract asks for one of them. */
export function integerRangeOf(
  property: ContractProperty | undefined,
): { bits: number; low: bigint; high: bigint } | undefined {
  const format = /^([iu])(8|16|32|64|128)$/.exec(property?.options.format ?? '');
  if (format === null) return undefined;
  const bits = Number(format[2]);
  if (format[1] === 'u') return { bits, low: 0n, high: 2n ** BigInt(bits) - 1n };
  const half = 2n ** BigInt(bits - 1);
  return { bits, low: -half, high: half - 1n };
}

function rangeOfBits({ bits, unsigned, isSized }: ShapeOf<'integer'>): {
  low?: bigint;
  high?: bigint;
} {
  if (isSized !== true) return unsigned ? { low: 0n } : {};
  const half = 2n ** BigInt(bits - 1);
  return unsigned ? { low: 0n, high: 2n * half - 1n } : { low: -half, high: half - 1n };
}

/** The smallest and largest integer of a shape, if its type or format limits it. */
export function rangeOfShape(
  shape: ShapeOf<'integer'>,
  property: ContractProperty | undefined,
): { low?: bigint; high?: bigint } {
  const { digits } = shape;
  const range = integerRangeOf(property);
  if (range !== undefined) return range;
  if (digits === undefined) return rangeOfBits(shape);
  const high = 10n ** BigInt(digits) - 1n;
  return { low: -high, high };
}

/** Ends of types may be larger than the numbers of JavaScript. */
export type Bounds = { [Name in keyof NumberLimits]: number | bigint };

/** True if a bound is at least as strict as the limit on the same side: the lower side if `isLow`. */
function isWithin(
  [bound, isExclusive]: readonly [bound: number | bigint, isExclusive: boolean],
  [end, endsExclusive]: readonly [end: number | bigint, endsExclusive: boolean],
  isLow: boolean,
): boolean {
  if (bound === end) return isExclusive || !endsExclusive;
  return isLow ? bound > end : bound < end;
}

/** The limits of a type that the bounds of a field do not already enforce. */
export function openEnds(limits: NumberLimits, ofType: Bounds): Bounds {
  const open = Object.entries(ofType).filter(([name, end]) => {
    const isLow = /min/i.test(name);
    return !boundNames.some((own) => {
      const bound = /min/i.test(own) === isLow ? limits[own] : undefined;
      if (bound === undefined) return false;
      return isWithin([bound, own.startsWith('ex')], [end, name.startsWith('ex')], isLow);
    });
  });
  return Object.fromEntries(open);
}

export const isNumber = ({ shape }: Pick<Field, 'shape'>): boolean =>
  ['integer', 'float', 'decimal'].includes(shape.kind);

/** True if the format determines the shape of a field: the size of a number, or text that contains bytes. */
export function isShapeFormat({ shape }: Pick<Field, 'shape'>, format: string): boolean {
  if (shape.kind === 'bytes') return /^(?:binary|byte)$/i.test(format);
  return isNumber({ shape }) && /^(?:[iu](?:8|16|32|64|128)|f(?:32|64))$/.test(format);
}

/** The rules of a field that a format cannot express; `said` are the options that it has expressed. */
export function openConstraints({ property, values }: Field, said: ReadonlySet<string>): string[] {
  if (property === undefined) return [];
  return constraintsOf(property, values).filter((text) => !said.has(text.split(' ', 1)[0] ?? ''));
}

/** Classification and tags of a field, as texts for readers. */
export function labelsOf(property: ContractProperty | undefined): string[] {
  const { classification, tags = [] } = property ?? {};
  return [
    ...(classification === undefined ? [] : [`Classification: ${classification}`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}`]),
  ];
}
