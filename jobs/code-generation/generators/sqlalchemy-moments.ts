import { sqlTypeOf } from '../../../domain/dialects/sql-type.ts';
import type { Field, ShapeOf } from '../shapes/shape.ts';
import { titleOf, withMoments, withoutTimes, withoutZones } from './sqlalchemy-platforms.ts';
import { generic, special } from './sqlalchemy-writer.ts';
import type { AlchemyType, AlchemyWriter, Place } from './sqlalchemy-writer.ts';

const python =
  ({ imports }: AlchemyWriter, name: string) =>
  (): string =>
    `${imports.use('datetime', 'dt')}.${name}`;

/** Digits of a second that MySQL keeps, which are none if it is not told. */
const fraction = (digits: number | undefined): string => `(fsp=${Math.min(digits ?? 6, 6)})`;

/** Times of a day; a text where the platform has no type for them. */
export function timeType(
  { digits }: ShapeOf<'time'>,
  { path, property }: Field,
  { writer }: Place,
): AlchemyType {
  const { dialect, notes } = writer;
  if (withoutTimes.has(dialect)) {
    notes.add(path, `${titleOf(dialect)} has no type for times of a day, so it is a text`);
    return { column: `${generic(writer, 'String')}(21)`, python: () => 'str' };
  }
  const hasZone = property?.options.timezone === true;
  if (hasZone && dialect !== 'postgres')
    notes.add(path, `it is declared without its zone for ${titleOf(dialect)}`);
  if (dialect === 'mysql')
    return {
      column: `${special(writer, 'mysql', 'TIME')}${fraction(digits)}`,
      python: python(writer, 'time'),
    };
  const zone = hasZone && dialect === 'postgres' ? '(timezone=True)' : '';
  return { column: `${generic(writer, 'Time')}${zone}`, python: python(writer, 'time') };
}

/** Whether a timestamp is a moment; where the contract does not say so, as scripts of SQL declare it. */
function isMoment(
  { zone }: ShapeOf<'timestamp'>,
  { property }: Field,
  { dialect = 'postgres' }: AlchemyWriter,
): boolean {
  if (zone !== undefined || property === undefined) return zone === true;
  return /tz\b|_tz|time zone|datetimeoffset/i.test(sqlTypeOf(dialect, property).type);
}

function columnOf({ zone, digits }: ShapeOf<'timestamp'>, writer: AlchemyWriter): string {
  const { dialect } = writer;
  if (dialect === 'mysql') return `${special(writer, 'mysql', 'DATETIME')}${fraction(digits)}`;
  // DATETIME rounds to three hundredths of a second.
  if (dialect === 'sqlserver' && zone !== true) return special(writer, 'sqlserver', 'DATETIME2');
  const hasMoments = withMoments.has(dialect) && zone !== false;
  // DateTime is the DATE of Oracle, without fractions and zones.
  const name = dialect === 'oracle' || hasMoments ? 'TIMESTAMP' : 'DateTime';
  return `${generic(writer, name)}${zone === true ? '(timezone=True)' : ''}`;
}

/** Timestamps with their fractions, and with their zone where the platform has one. */
export function timestampType(
  shape: ShapeOf<'timestamp'>,
  field: Field,
  { writer }: Place,
): AlchemyType {
  const { dialect, notes } = writer;
  const hasZone = isMoment(shape, field, writer);
  if (hasZone && withoutZones.has(dialect))
    notes.add(field.path, `it is declared without its zone for ${titleOf(dialect)}`);
  const zone = hasZone || shape.zone;
  return { column: columnOf({ ...shape, zone }, writer), python: python(writer, 'datetime') };
}
