import { NotExpressible } from './sql-dialect.ts';
import type { SqlValue } from './sql-dialect.ts';

/** Unbreakable whether backslashes escape or not; right while they do (the sessions see to that). */
export function mysqlLiteral(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/**
 * A collation in which only equal texts are equal, up to their last blank. MySQL and MariaDB have different names for it, and
 * each takes the comment of the other for one.
 */
const exactly = '/*!80017 utf8mb4_0900_bin *//*M! utf8mb4_nopad_bin */';

/** The text such that letters of different case differ, whatever the column says. */
export const exactText = (text: string): string =>
  `(convert(${text} using utf8mb4) collate ${exactly})`;

const textTypes = /^(char|varchar|tinytext|text|mediumtext|longtext|enum|set)\b/i;

/** The value as text; JSON values as what they hold. */
export function mysqlText({ sql, cells, type }: SqlValue): string {
  if (cells === 'json') return exactText(`json_unquote(${sql})`);
  return exactText(textTypes.test(type) ? sql : `cast(${sql} as char)`);
}

/** A number such that it is written alike whatever its type. */
export const numberKey = (number: string): string =>
  exactText(`cast(cast(${number} as decimal(65, 20)) as char)`);

/** The same of an exact text that spells a number, and any other as it is. */
export const numberKeyOfText = (text: string): string =>
  `(case when ${text} regexp '^[+-]?[0-9]{1,45}([.][0-9]{1,20})?$' then ${numberKey(text)} else ${text} end)`;

const momentParts =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A date or timestamp of a contract as MySQL writes it, in UTC. Refuses what is none: MySQL would compare with nothing. */
export function mysqlMoment(text: string): string {
  const [, day, time, zone] = momentParts.exec(text.trim()) ?? [];
  const isDate = day !== undefined && !Number.isNaN(Date.parse(day));
  if (!isDate) throw new NotExpressible(`'${text}' is no date or timestamp to compare with`);
  if (time === undefined) return `date '${day}'`;
  const full = time.length === 5 ? `${time}:00` : time;
  if (zone === undefined) return `timestamp '${day} ${full}'`;
  const [seconds = '', fraction] = full.split('.');
  const moment = new Date(`${day}T${seconds}${zone.toUpperCase()}`);
  if (Number.isNaN(moment.getTime()))
    throw new NotExpressible(`'${text}' is no date or timestamp to compare with`);
  const utc = moment.toISOString().slice(0, 19).replace('T', ' ');
  return `timestamp '${fraction === undefined ? utc : `${utc}.${fraction}`}'`;
}

const timeParts = /^\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/;

/** A time of a contract. */
export function mysqlTime(text: string): string {
  if (!timeParts.test(text.trim()))
    throw new NotExpressible(`'${text}' is no time to compare with`);
  return `time '${text.trim()}'`;
}

/** A text that spells a number, as one. Refuses others: MySQL would take them for 0. */
export function mysqlNumber(text: string): string {
  const plain = text.trim();
  if (!/^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(plain))
    throw new NotExpressible(`'${text}' is no number to compare with`);
  return plain;
}
