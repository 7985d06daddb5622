import { numberLimitsOf, openEnds, rangeOfShape } from '../../shapes/limits.ts';
import type { Notes } from '../../shapes/notes.ts';
import { pythonNumber, pythonText } from '../../shapes/text/python-text.ts';
import { noteRounding } from '../../shapes/rounding.ts';
import type { Field, ShapeOf } from '../../shapes/shape.ts';
import { constrained, countText } from './types.ts';
import type { Constraints, PydanticContext } from './types.ts';

type Bounds = { ge?: number; gt?: number; le?: number; lt?: number };

/** The stricter bound of each side: version 1 refuses two bounds on one side. */
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
  const { low, high } = rangeOfShape(shape, field.property);
  const { minimum, maximum } = openEnds(numberLimitsOf(field.property), {
    ...(low !== undefined && { minimum: low }),
    ...(high !== undefined && { maximum: high }),
  });
  // Bounds that are looser than those of the type are left out: version 1 refuses two bounds on one side.
  const isKept = (name: string): boolean =>
    (name.startsWith('g') ? minimum : maximum) === undefined;
  const bounds = Object.entries(boundsOf(field))
    .filter(([name]) => isKept(name))
    .map(([name, bound]) => [name, pythonNumber(wholeBounds[name as keyof Bounds](bound))]);
  return {
    ...(minimum !== undefined && { ge: pythonNumber(minimum) }),
    ...(maximum !== undefined && { le: pythonNumber(maximum) }),
    ...(Object.fromEntries(bounds) as Constraints),
  };
}

export function integerType(
  shape: ShapeOf<'integer'>,
  field: Field,
  { writer }: PydanticContext,
): string {
  const { multipleOf } = numberLimitsOf(field.property);
  noteRounding(shape, field.path, writer.notes);
  return constrained(writer, ['int', 'conint'], {
    ...integerBounds(shape, field),
    multiple_of:
      multipleOf !== undefined && Number.isInteger(multipleOf)
        ? pythonNumber(multipleOf)
        : undefined,
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

export const floatType = (field: Field, { writer }: PydanticContext): string =>
  constrained(writer, ['float', 'confloat'], numberArguments(field, pythonNumber));

/** Digits as the library counts them; a note where it cannot. */
function digitArguments(
  { precision, scale = 0 }: ShapeOf<'decimal'>,
  { path }: Field,
  notes: Notes,
): Constraints {
  if (precision === undefined) return {};
  const [digits, places] = [countText(precision), countText(scale)];
  if (precision > 0 && scale <= precision && digits !== undefined)
    return { max_digits: digits, decimal_places: places };
  notes.add(
    path,
    'pydantic does not check {} of them behind the point',
    `${precision} digits with ${scale}`,
  );
  return {};
}

export function decimalType(
  shape: ShapeOf<'decimal'>,
  field: Field,
  { writer }: PydanticContext,
): string {
  const decimal = writer.imports.use('decimal', 'Decimal');
  noteRounding(shape, field.path, writer.notes);
  return constrained(writer, [decimal, 'condecimal'], {
    ...digitArguments(shape, field, writer.notes),
    ...numberArguments(field, (value) => `${decimal}(${pythonText(pythonNumber(value))})`),
  });
}
