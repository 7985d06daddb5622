import { logicalTypeOf } from '../types/column-types.ts';
import type { TypeDialect } from '../dialect.ts';

/** `note` says what the meaning of the literal depends on if the contract does not specify it. */
export type TimestampLiteral = { sql: string; note?: string };

/**
 * `utc` is date and time separated by a space; if the text has no zone, `zone` is empty and `utc` has the time
 * as written.
 */
type Timestamp = { day: string; time: string; zone: string; utc: string };

const iso =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)(?<zone>Z|[+-][01]\d:?[0-5]\d)?)?$/;

/** Column types whose values have a time zone although their names do not say so. */
const zoned: Partial<Record<TypeDialect, RegExp>> = {
  bigquery: /^timestamp$/i,
  databricks: /^timestamp$/i,
  clickhouse: /^datetime/i,
  mysql: /^timestamp/i,
};
const zonedAnywhere = /with (?:local )?time zone|^timestamptz|^timestamp_l?tz|^datetimeoffset/i;

/** True for a column type whose values do not depend on the zone of the session. */
export function hasZone(dialect: TypeDialect, type: string): boolean {
  return zonedAnywhere.test(type) || zoned[dialect]?.test(type) === true;
}

type Write = (timestamp: string) => string;

const plain: Write = (timestamp) => `'${timestamp}'`;
const standard: Write = (timestamp) => `TIMESTAMP '${timestamp}'`;
const isoText: Write = (timestamp) => timestamp.replace(' ', 'T');

/** Writers of a timestamp in UTC for columns with a zone. */
const withZone: Partial<Record<TypeDialect, Write>> = {
  sqlserver: (timestamp) => `'${isoText(timestamp)}+00:00'`,
  snowflake: (timestamp) => `TO_TIMESTAMP_TZ('${isoText(timestamp)}+00:00')`,
  bigquery: (timestamp) => `TIMESTAMP '${timestamp}+00'`,
  databricks: (timestamp) => `TIMESTAMP '${timestamp}Z'`,
  trino: (timestamp) => `TIMESTAMP '${timestamp} UTC'`,
  athena: (timestamp) => `TIMESTAMP '${timestamp} UTC'`,
  oracle: (timestamp) => `TIMESTAMP '${timestamp} +00:00'`,
  clickhouse: (timestamp) => `toDateTime64('${timestamp}', 6, 'UTC')`,
  mysql: plain,
};

/** Writers of date and time without a zone. */
const withoutZone: Partial<Record<TypeDialect, Write>> = {
  // With a space instead of the T, the session's language would decide which number is the month.
  sqlserver: (timestamp) =>
    timestamp.includes('.')
      ? `CAST('${isoText(timestamp)}' AS datetime2)`
      : `'${isoText(timestamp)}'`,
  snowflake: (timestamp) => `TO_TIMESTAMP_NTZ('${isoText(timestamp)}')`,
  bigquery: (timestamp) => `DATETIME '${timestamp}'`,
  databricks: (timestamp) => `TIMESTAMP_NTZ '${timestamp}'`,
  mysql: plain,
};

/** Dialects that compare dates as plain texts. */
const plainDates: ReadonlySet<TypeDialect> = new Set(['sqlserver', 'mysql', 'clickhouse']);

/**
 * A date or timestamp of a contract as a literal for comparison with a column of a native type, independent of
 * session settings; undefined for other text, and for values that do not fit into the column.
 */
export function timestampLiteral(
  dialect: TypeDialect,
  type: string,
  text: string,
): TimestampLiteral | undefined {
  const logical = logicalTypeOf(dialect, type);
  const timestamp = readTimestamp(text);
  if (timestamp === undefined) return undefined;
  if (logical === 'date') return dateLiteral(dialect, timestamp);
  if (logical !== 'timestamp') return undefined;
  return hasZone(dialect, type.replace(/^Nullable\(/, ''))
    ? zonedLiteral(dialect, timestamp)
    : localLiteral(dialect, timestamp);
}

function dateLiteral(
  dialect: TypeDialect,
  { day, time, zone }: Timestamp,
): TimestampLiteral | undefined {
  const isWhole = /^[0:.]+$/.test(time) && /^(?:Z|[+-]00:?00)?$/.test(zone);
  if (!isWhole) return undefined;
  return { sql: plainDates.has(dialect) ? `'${day}'` : `DATE '${day}'` };
}

/** MySQL reads the literal of a TIMESTAMP in the session's time zone, even if the contract names a zone. */
const zoneNotes: Partial<Record<TypeDialect, string>> = {
  mysql: 'compared in the zone of the session',
};

function zonedLiteral(dialect: TypeDialect, { utc, zone }: Timestamp): TimestampLiteral {
  const write = withZone[dialect] ?? ((text) => `TIMESTAMPTZ '${text}+00'`);
  const sql = write(utc);
  const note =
    zoneNotes[dialect] ?? (zone === '' ? 'without a zone, which is taken as UTC' : undefined);
  return note === undefined ? { sql } : { sql, note };
}

function localLiteral(dialect: TypeDialect, { utc, zone }: Timestamp): TimestampLiteral {
  const sql = (withoutZone[dialect] ?? standard)(utc);
  return zone === '' ? { sql } : { sql, note: 'compared in UTC, as the column has no zone' };
}

function readTimestamp(text: string): Timestamp | undefined {
  const { day, time: written = '00:00', zone = '' } = iso.exec(text)?.groups ?? {};
  if (day === undefined || !isDay(day)) return undefined;
  const time = written.length === 5 ? `${written}:00` : written;
  const utc = time < '24' ? inUtc(day, time, zone) : undefined;
  return utc === undefined ? undefined : { day, time, zone, utc };
}

/** No database accepts 30 February, and their calendars have no year 0. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || day.startsWith('0000')) return false;
  return date.toISOString().startsWith(day);
}

/** Undefined if the time in UTC is outside of the supported years. */
function inUtc(day: string, time: string, zone: string): string | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return `${day} ${time}`;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const [whole = '', fraction] = time.split('.');
  const timestamp = new Date(Date.parse(`${day}T${whole}Z`) - offset).toISOString();
  if (!/^\d/.test(timestamp) || timestamp.startsWith('0000')) return undefined;
  const text = timestamp.slice(0, 19).replace('T', ' ');
  return fraction === undefined ? text : `${text}.${fraction}`;
}
