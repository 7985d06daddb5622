import { numberLimitsOf, rangeOfShape } from '../shapes/limits.ts';
import type { NumberLimits } from '../shapes/limits.ts';
import type { Notes } from '../shapes/notes.ts';
import type { Field, ShapeOf } from '../shapes/shape.ts';

/** Whole bounds may be larger than the numbers of JavaScript. */
type Bounds = { [Name in keyof NumberLimits]: number | bigint };

export type NumberSchema = { type: 'integer' | 'number' } & Bounds;

/** Limits of the type, where the contract has none of its own. */
function withTypeLimits(limits: NumberLimits, ofType: Bounds): Bounds {
  const hasLow = limits.minimum !== undefined || limits.exclusiveMinimum !== undefined;
  const hasHigh = limits.maximum !== undefined || limits.exclusiveMaximum !== undefined;
  const kept = Object.entries(ofType).filter(([name]) => !(/min/i.test(name) ? hasLow : hasHigh));
  return { ...(Object.fromEntries(kept) as Bounds), ...limits };
}

const mostExact = 2n ** 53n;

function noteInexact(bounds: Bounds, path: string, notes: Notes): void {
  const isLarge = Object.values(bounds).some(
    (bound) => typeof bound === 'bigint' && (bound > mostExact || bound < -mostExact),
  );
  if (isLarge)
    notes.add(
      path,
      'bounds beyond 2^53 are exact only to readers that keep all digits of a JSON number',
    );
}

/** Whole numbers, with the range of `i8` … `u128` or of their digits. */
export function integerSchema(
  shape: ShapeOf<'integer'>,
  { path, property }: Field,
  notes: Notes,
): NumberSchema {
  const { low, high } = rangeOfShape(shape, property);
  const ofType = {
    ...(low !== undefined && { minimum: low }),
    ...(high !== undefined && { maximum: high }),
  };
  const bounds = withTypeLimits(numberLimitsOf(property), ofType);
  noteInexact(bounds, path, notes);
  return { type: 'integer', ...bounds };
}

/** Beyond this a number of JSON is infinite to many readers. */
const mostDigits = 300;

/** Numbers of so many digits; whole ones where there are none behind the point. */
export function decimalSchema(
  { precision, scale = 0 }: ShapeOf<'decimal'>,
  { path, property }: Field,
  notes: Notes,
): NumberSchema {
  const limits = numberLimitsOf(property);
  if (precision === undefined) return { type: 'number', ...limits };
  const digits = precision - scale;
  const end = digits >= 0 && digits <= mostDigits ? 10n ** BigInt(digits) : undefined;
  if (scale > 0 || end === undefined)
    notes.add(
      path,
      `JSON Schema has no keyword for ${precision} digits with ${scale} of them behind the point`,
    );
  const ofType = end === undefined ? {} : { exclusiveMinimum: -end, exclusiveMaximum: end };
  const bounds = withTypeLimits(limits, ofType);
  noteInexact(bounds, path, notes);
  return { type: scale === 0 ? 'integer' : 'number', ...bounds };
}
