import { numberLimitsOf, rangeOfShape } from '../shapes/limits.ts';
import { pythonNumber, pythonText } from '../shapes/python-text.ts';
import type { Field, ShapeOf } from '../shapes/shape.ts';
import { constrained, countText } from './pydantic-types.ts';
import type { Constraints, PydanticPlace } from './pydantic-types.ts';

type Bounds = { ge?: number; gt?: number; le?: number; lt?: number };

/** Of two bounds on one side only the one that says more: version 1 refuses both. */
export function boundsOf({ property }: Field): Bounds {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = numberLimitsOf(property);
  const isOver = exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? -Infinity);
  const isUnder = exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? Infinity);
  return {
    ...(isOver ? { gt: exclusiveMinimum } : minimum !== undefined && { ge: minimum }),
    ...(isUnder ? { lt: exclusiveMaximum } : maximum !== undefined && { le: maximum }),
  };
}

/** Whole numbers are compared with whole numbers. */
const wholeBounds: Readonly<Record<keyof Bounds, (bound: number) => number>> = {
  ge: Math.ceil,
  gt: Math.floor,
  le: Math.floor,
  lt: Math.ceil,
};

function integerBounds(shape: ShapeOf<'integer'>, field: Field): Constraints {
  const bounds = Object.entries(boundsOf(field)).map(([name, bound]) => [
    name,
    pythonNumber(wholeBounds[name as keyof Bounds](bound)),
  ]);
  const own = Object.fromEntries(bounds) as Constraints;
  const { low, high } = rangeOfShape(shape, field.property);
  const hasLow = low === undefined || 'ge' in own || 'gt' in own;
  const hasHigh = high === undefined || 'le' in own || 'lt' in own;
  return {
    ...(!hasLow && { ge: pythonNumber(low) }),
    ...(!hasHigh && { le: pythonNumber(high) }),
    ...own,
  };
}

export function integerType(
  shape: ShapeOf<'integer'>,
  field: Field,
  { writer }: PydanticPlace,
): string {
  const { multipleOf } = numberLimitsOf(field.property);
  return constrained(writer, ['int', 'conint'], {
    ...integerBounds(shape, field),
    multiple_of: Number.isInteger(multipleOf) ? countText(multipleOf) : undefined,
  });
}

function numberArguments(field: Field, write: (value: number) => string): Constraints {
  const { multipleOf } = numberLimitsOf(field.property);
  const bounds = Object.entries(boundsOf(field)).map(([name, bound]) => [name, write(bound)]);
  return {
    ...(Object.fromEntries(bounds) as Constraints),
    multiple_of: multipleOf === undefined ? undefined : write(multipleOf),
  };
}

export const floatType = (field: Field, { writer }: PydanticPlace): string =>
  constrained(writer, ['float', 'confloat'], numberArguments(field, pythonNumber));

export function decimalType(
  { precision, scale = 0 }: ShapeOf<'decimal'>,
  field: Field,
  { writer }: PydanticPlace,
): string {
  const decimal = writer.imports.use('decimal', 'Decimal');
  const hasDigits = precision !== undefined && precision > 0 && scale <= precision;
  return constrained(writer, [decimal, 'condecimal'], {
    max_digits: hasDigits ? countText(precision) : undefined,
    decimal_places: hasDigits ? countText(scale) : undefined,
    ...numberArguments(field, (value) => `${decimal}(${pythonText(pythonNumber(value))})`),
  });
}
