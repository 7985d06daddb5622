import { assumedDigits } from '../../../../domain/dialects/types/assumed-digits.ts';
import type { Notes } from '../../shapes/notes.ts';
import type { Field, ShapeOf } from '../../shapes/shape.ts';
import type { AvroObject, AvroSchema } from './defaults.ts';

/** The Avro type that each logical type annotates. */
export const bases: Readonly<Record<string, string>> = {
  date: 'int',
  'time-millis': 'int',
  'time-micros': 'long',
  'timestamp-millis': 'long',
  'timestamp-micros': 'long',
  'timestamp-nanos': 'long',
  'local-timestamp-millis': 'long',
  'local-timestamp-micros': 'long',
  'local-timestamp-nanos': 'long',
  decimal: 'bytes',
  uuid: 'string',
};

/** A schema with a logical type of Avro. */
export const logical = (logicalType: string): AvroObject => ({
  type: bases[logicalType],
  logicalType,
});

/** A decimal with its digits; digits that the contract does not give are assumed. */
export function decimalSchema(
  { path }: Field,
  shape: ShapeOf<'decimal'>,
  notes: Notes,
): AvroSchema {
  const { precision, scale = 0 } = shape;
  if (precision !== undefined && precision > 0 && scale <= precision)
    return { ...logical('decimal'), precision, scale };
  notes.warn(
    path,
    `it has no usable precision, so ${assumedDigits.precision} digits with ${assumedDigits.scale} of them behind the point are assumed`,
  );
  return { ...logical('decimal'), ...assumedDigits };
}

/** The smallest type that holds the integers of a field. */
export function integerSchema(
  { path }: Field,
  shape: ShapeOf<'integer'>,
  notes: Notes,
): AvroSchema {
  const { unsigned } = shape;
  // Unsigned numbers need one more bit in a signed type.
  const bits = unsigned ? shape.bits + 1 : shape.bits;
  if (bits > 65) {
    notes.warn(path, `integers of ${shape.bits} bits are written as decimals`);
    return { ...logical('decimal'), precision: shape.bits > 128 ? 78 : 39, scale: 0 };
  }
  if (bits === 65) notes.warn(path, 'only the lower half of unsigned 64 bit numbers fits');
  return bits <= 32 ? 'int' : 'long';
}

/** Milliseconds by default, as most producers write them. */
export function withDigits(
  name: string,
  digits: number | undefined,
  { path }: Field,
  notes: Notes,
): AvroSchema {
  if (digits !== undefined && digits > 6)
    notes.warn(path, `${digits} digits behind the second are cut to 6`);
  return logical(digits === undefined || digits <= 3 ? `${name}-millis` : `${name}-micros`);
}
