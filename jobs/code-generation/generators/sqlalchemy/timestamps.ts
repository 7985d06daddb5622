import { sqlTypeOf } from '../../../../domain/dialects/types/sql-type.ts';
import type { Field, ShapeOf } from '../../shapes/shape.ts';
import { platformOf, titleOf } from './platforms.ts';
import { generic, special } from './writer.ts';
import type { AlchemyType, AlchemyWriter, Context } from './writer.ts';

const python =
  ({ imports }: AlchemyWriter, name: string) =>
  (): string =>
    `${imports.use('datetime', 'dt')}.${name}`;

/** Digits of a second, of which MySQL keeps six at most and none by default. */
const fraction = (digits: number | undefined): string => `(fsp=${Math.min(digits ?? 6, 6)})`;

/** Times of a day; a text where the platform has no type for them. */
export function timeType(
  { digits }: ShapeOf<'time'>,
  { path, property }: Field,
  { writer }: Context,
): AlchemyType {
  const { dialect, notes } = writer;
  const { withoutTimes, zonedTimes = false, fractional } = platformOf(dialect);
  if (withoutTimes === true) {
    notes.warn(path, `${titleOf(dialect)} has no type for times of a day, so it is a text`);
    return { column: `${generic(writer, 'String')}(21)`, python: () => 'str' };
  }
  const hasZone = property?.options.timezone === true;
  if (hasZone && !zonedTimes)
    notes.warn(path, `it is declared without its zone for ${titleOf(dialect)}`);
  if (fractional !== undefined)
    return {
      column: `${special(writer, fractional.time)}${fraction(digits)}`,
      python: python(writer, 'time'),
    };
  const zone = hasZone && zonedTimes ? '(timezone=True)' : '';
  return { column: `${generic(writer, 'Time')}${zone}`, python: python(writer, 'time') };
}

/** True for a timestamp with a zone; where the contract names no zone, the type in SQL scripts decides. */
function isZoned(
  { zone }: ShapeOf<'timestamp'>,
  { property }: Field,
  { dialect = 'postgres' }: AlchemyWriter,
): boolean {
  if (zone !== undefined || property === undefined) return zone === true;
  return /tz\b|_tz|time zone|datetimeoffset/i.test(sqlTypeOf(dialect, property).type);
}

function columnOf({ zone, digits }: ShapeOf<'timestamp'>, writer: AlchemyWriter): string {
  const platform = platformOf(writer.dialect);
  const { fractional, localTimestamp } = platform;
  if (fractional !== undefined)
    return `${special(writer, fractional.timestamp)}${fraction(digits)}`;
  if (localTimestamp !== undefined && zone !== true) return special(writer, localTimestamp);
  const mayBeZoned = platform.zonedTimestamps === true && zone !== false;
  const name = platform.coarseDateTime === true || mayBeZoned ? 'TIMESTAMP' : 'DateTime';
  return `${generic(writer, name)}${zone === true ? '(timezone=True)' : ''}`;
}

/** Timestamps with their fractions, and with their zone where the platform has one. */
export function timestampType(
  shape: ShapeOf<'timestamp'>,
  field: Field,
  { writer }: Context,
): AlchemyType {
  const { dialect, notes } = writer;
  const hasZone = isZoned(shape, field, writer);
  if (hasZone && platformOf(dialect).withoutZones === true)
    notes.warn(field.path, `it is declared without its zone for ${titleOf(dialect)}`);
  const zone = hasZone || shape.zone;
  return { column: columnOf({ ...shape, zone }, writer), python: python(writer, 'datetime') };
}
