import { logicalTypeOf } from './column-types.ts';
import type { TypeDialect } from './dialect.ts';

/** `note` says what of the moment depends on something that the contract does not tell. */
export type MomentLiteral = { sql: string; note?: string };

/** `utc` is date and time with a blank between; as written where the text has no zone, which is then empty. */
type Moment = { day: string; time: string; zone: string; utc: string };

const iso =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)(?<zone>Z|[+-][01]\d:?[0-5]\d)?)?$/;

/** Column types that stand for one moment everywhere. */
const zoned: Partial<Record<TypeDialect, RegExp>> = {
  bigquery: /^timestamp$/i,
  databricks: /^timestamp$/i,
  clickhouse: /^datetime/i,
  mysql: /^timestamp/i,
};
const zonedAnywhere = /with (?:local )?time zone|^timestamptz|^timestamp_l?tz|^datetimeoffset/i;

/** Whether a column of a type keeps moments, whatever the zone of the session is. */
export function hasZone(dialect: TypeDialect, type: string): boolean {
  return zonedAnywhere.test(type) || zoned[dialect]?.test(type) === true;
}

type Write = (moment: string) => string;

const plain: Write = (moment) => `'${moment}'`;
const standard: Write = (moment) => `TIMESTAMP '${moment}'`;
const isoText: Write = (moment) => moment.replace(' ', 'T');

/** How a moment in UTC is written for a column with a zone. */
const withZone: Partial<Record<TypeDialect, Write>> = {
  sqlserver: (moment) => `'${isoText(moment)}+00:00'`,
  snowflake: (moment) => `TO_TIMESTAMP_TZ('${isoText(moment)}+00:00')`,
  bigquery: (moment) => `TIMESTAMP '${moment}+00'`,
  databricks: (moment) => `TIMESTAMP '${moment}Z'`,
  trino: (moment) => `TIMESTAMP '${moment} UTC'`,
  athena: (moment) => `TIMESTAMP '${moment} UTC'`,
  oracle: (moment) => `TIMESTAMP '${moment} +00:00'`,
  clickhouse: (moment) => `toDateTime64('${moment}', 6, 'UTC')`,
  mysql: plain,
};

/** How date and time without a zone are written. */
const withoutZone: Partial<Record<TypeDialect, Write>> = {
  // With a blank instead of the T, the language of the session decides what is the month.
  sqlserver: (moment) =>
    moment.includes('.') ? `CAST('${isoText(moment)}' AS datetime2)` : `'${isoText(moment)}'`,
  snowflake: (moment) => `TO_TIMESTAMP_NTZ('${isoText(moment)}')`,
  bigquery: (moment) => `DATETIME '${moment}'`,
  databricks: (moment) => `TIMESTAMP_NTZ '${moment}'`,
  mysql: plain,
};

/** Where a date is compared as a text. */
const plainDates: ReadonlySet<TypeDialect> = new Set(['sqlserver', 'mysql', 'clickhouse']);

/**
 * A date or moment of a contract as SQL that a column of a native type is compared with, whatever the session is set to;
 * undefined for what is no moment or does not fit into the column.
 */
export function momentLiteral(
  dialect: TypeDialect,
  type: string,
  text: string,
): MomentLiteral | undefined {
  const logical = logicalTypeOf(dialect, type);
  const moment = momentOf(text);
  if (moment === undefined) return undefined;
  if (logical === 'date') return dateLiteral(dialect, moment);
  if (logical !== 'timestamp') return undefined;
  return hasZone(dialect, type.replace(/^Nullable\(/, ''))
    ? zonedLiteral(dialect, moment)
    : localLiteral(dialect, moment);
}

function dateLiteral(dialect: TypeDialect, { day, time, zone }: Moment): MomentLiteral | undefined {
  const isWhole = /^[0:.]+$/.test(time) && /^(?:Z|[+-]00:?00)?$/.test(zone);
  if (!isWhole) return undefined;
  return { sql: plainDates.has(dialect) ? `'${day}'` : `DATE '${day}'` };
}

function zonedLiteral(dialect: TypeDialect, { utc, zone }: Moment): MomentLiteral {
  const write = withZone[dialect] ?? ((text) => `TIMESTAMPTZ '${text}+00'`);
  const sql = write(utc);
  if (dialect === 'mysql') return { sql, note: 'compared in the zone of the session' };
  return zone === '' ? { sql, note: 'without a zone, which is taken as UTC' } : { sql };
}

function localLiteral(dialect: TypeDialect, { utc, zone }: Moment): MomentLiteral {
  const sql = (withoutZone[dialect] ?? standard)(utc);
  return zone === '' ? { sql } : { sql, note: 'compared in UTC, as the column has no zone' };
}

function momentOf(text: string): Moment | undefined {
  const { day, time: written = '00:00', zone = '' } = iso.exec(text)?.groups ?? {};
  if (day === undefined || !isDay(day)) return undefined;
  const time = written.length === 5 ? `${written}:00` : written;
  const utc = time < '24' ? inUtc(day, time, zone) : undefined;
  return utc === undefined ? undefined : { day, time, zone, utc };
}

/** 30 February is a date to no database, and no calendar of theirs has a year 0. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || day.startsWith('0000')) return false;
  return date.toISOString().startsWith(day);
}

/** Undefined where the other zone is in a year that is none. */
function inUtc(day: string, time: string, zone: string): string | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return `${day} ${time}`;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const [whole = '', fraction] = time.split('.');
  const moment = new Date(Date.parse(`${day}T${whole}Z`) - offset).toISOString();
  if (!/^\d/.test(moment) || moment.startsWith('0000')) return undefined;
  const text = moment.slice(0, 19).replace('T', ' ');
  return fraction === undefined ? text : `${text}.${fraction}`;
}
