import { numberLimitsOf, openEnds, rangeOfShape } from '../../shapes/limits.ts';
import type { Bounds, NumberLimits } from '../../shapes/limits.ts';
import type { Notes } from '../../shapes/notes.ts';
import { noteRounding } from '../../shapes/rounding.ts';
import type { Field, ShapeOf } from '../../shapes/shape.ts';

export type NumberSchema = { type: 'integer' | 'number' } & Bounds;

/** The bounds of the contract, with those of the type where they are stricter. */
const withTypeLimits = (limits: NumberLimits, ofType: Bounds): Bounds => ({
  ...limits,
  ...openEnds(limits, ofType),
});

/**
 * Bounds and the multiple of a number. Validators divide in binary floating point, where 0.15 is no multiple of 0.05, so
 * `multipleOf` is written only if it is exact there.
 */
export function numberKeywords({ path, property }: Field, notes: Notes): NumberLimits {
  const { multipleOf, ...limits } = numberLimitsOf(property);
  if (multipleOf === undefined) return limits;
  if (Number.isInteger(multipleOf * 2 ** 20)) return { ...limits, multipleOf };
  notes.add(
    path,
    'validators divide in binary floating point and would refuse some multiples of {}, so only $comment tells of multipleOf',
    String(multipleOf),
  );
  return limits;
}

const maxExact = 2n ** 53n;

function noteInexact(bounds: Bounds, path: string, notes: Notes): void {
  const isLarge = Object.values(bounds).some(
    (bound) => typeof bound === 'bigint' && (bound > maxExact || bound < -maxExact),
  );
  if (isLarge)
    notes.warn(
      path,
      'bounds beyond 2^53 are exact only to readers that keep all digits of a JSON number',
    );
}

/** Whole numbers, with the range of `i8` … `u128` or of their digits. */
export function integerSchema(shape: ShapeOf<'integer'>, field: Field, notes: Notes): NumberSchema {
  const { path, property } = field;
  const { low, high } = rangeOfShape(shape, property);
  const ofType = {
    ...(low !== undefined && { minimum: low }),
    ...(high !== undefined && { maximum: high }),
  };
  const bounds = withTypeLimits(numberKeywords(field, notes), ofType);
  noteInexact(bounds, path, notes);
  noteRounding(shape, path, notes);
  return { type: 'integer', ...bounds };
}

/** Many JSON parsers turn larger numbers into infinity. */
const maxDigits = 300;

/** The schema of a decimal: whole numbers if there are no digits after the point. */
export function decimalSchema(shape: ShapeOf<'decimal'>, field: Field, notes: Notes): NumberSchema {
  const { path } = field;
  const { precision, scale = 0 } = shape;
  noteRounding(shape, path, notes);
  const limits = numberKeywords(field, notes);
  if (precision === undefined) return { type: 'number', ...limits };
  const digits = precision - scale;
  const end = digits >= 0 && digits <= maxDigits ? 10n ** BigInt(digits) : undefined;
  if (scale > 0 || end === undefined)
    notes.add(
      path,
      'JSON Schema has no keyword for {} of them behind the point',
      `${precision} digits with ${scale}`,
    );
  const ofType = end === undefined ? {} : { exclusiveMinimum: -end, exclusiveMaximum: end };
  const bounds = withTypeLimits(limits, ofType);
  noteInexact(bounds, path, notes);
  return { type: scale === 0 ? 'integer' : 'number', ...bounds };
}
