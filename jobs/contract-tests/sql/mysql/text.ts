import { NotExpressible } from '../sql-dialect.ts';
import type { SqlValue } from '../sql-dialect.ts';

/**
 * A literal that is safe whether or not backslashes escape; exact while they do, which the connections ensure.
 */
export function mysqlLiteral(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/**
 * A collation in which only identical texts are equal, including trailing spaces. MySQL and MariaDB name it
 * differently, and each ignores the comment for the other.
 */
const exactly = '/*!80017 utf8mb4_0900_bin *//*M! utf8mb4_nopad_bin */';

/** The text with case-sensitive comparison, whatever the collation of the column. */
export const exactText = (text: string): string =>
  `(convert(${text} using utf8mb4) collate ${exactly})`;

const textTypes = /^(char|varchar|tinytext|text|mediumtext|longtext|enum|set)\b/i;

/** The value as text; JSON values without quotes. */
export function mysqlText({ sql, cells, type }: SqlValue): string {
  if (cells === 'json') return exactText(`json_unquote(${sql})`);
  return exactText(textTypes.test(type) ? sql : `cast(${sql} as char)`);
}

/** A number in one form for all numeric types. */
export const numberKey = (number: string): string =>
  exactText(`cast(cast(${number} as decimal(65, 20)) as char)`);

/** The number form of a text that is a number, and any other text unchanged. */
export const numberKeyOfText = (text: string): string =>
  `(case when ${text} regexp '^[+-]?[0-9]{1,45}([.][0-9]{1,20})?$' then ${numberKey(text)} else ${text} end)`;

const timestampParts =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * A date or timestamp of a contract in MySQL syntax, in UTC. Refuses other texts, which MySQL would compare
 * with nothing.
 */
export function mysqlTimestamp(text: string): string {
  const [, day, time, zone] = timestampParts.exec(text.trim()) ?? [];
  const isDate = day !== undefined && !Number.isNaN(Date.parse(day));
  if (!isDate) throw new NotExpressible(`'${text}' is not a date or timestamp to compare with`);
  if (time === undefined) return `date '${day}'`;
  const full = time.length === 5 ? `${time}:00` : time;
  if (zone === undefined) return `timestamp '${day} ${full}'`;
  const [seconds = '', fraction] = full.split('.');
  const timestamp = new Date(`${day}T${seconds}${zone.toUpperCase()}`);
  if (Number.isNaN(timestamp.getTime()))
    throw new NotExpressible(`'${text}' is not a date or timestamp to compare with`);
  const utc = timestamp.toISOString().slice(0, 19).replace('T', ' ');
  return `timestamp '${fraction === undefined ? utc : `${utc}.${fraction}`}'`;
}

const timeParts = /^\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/;

/** A time of a contract. */
export function mysqlTime(text: string): string {
  if (!timeParts.test(text.trim()))
    throw new NotExpressible(`'${text}' is not a time to compare with`);
  return `time '${text.trim()}'`;
}

/** A numeric text as a number. Refuses other texts, which MySQL would read as 0. */
export function mysqlNumber(text: string): string {
  const plain = text.trim();
  if (!/^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(plain))
    throw new NotExpressible(`'${text}' is not a number to compare with`);
  return plain;
}
