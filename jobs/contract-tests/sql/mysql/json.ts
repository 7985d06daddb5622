import type { LogicalType } from '../../../../domain/standards/odcs/contract-model.ts';
import { toVeryEnd } from '../ansi.ts';
import { isoPatterns } from '../iso-patterns.ts';
import { exactText, mysqlLiteral, mysqlText } from './text.ts';
import { pathInto } from '../sql-dialect.ts';
import type { SqlDialect, SqlValue } from '../sql-dialect.ts';

/** The JSON in a column; MariaDB's JSON is a text, so any text column may contain it. */
function jsonOf({ sql, cells, type }: SqlValue): string {
  if (cells === 'json' || /^json$/i.test(type)) return sql;
  return `(case when json_valid(${sql}) then ${sql} end)`;
}

/** JSON null counts as a missing value. */
const withoutNull = (json: string): string =>
  `(case when json_type(${json}) <> 'NULL' then ${json} end)`;

/** A path to nested members with arbitrary names. */
function pathTo(...names: readonly string[]): string {
  return mysqlLiteral(`$${names.map((name) => `.${JSON.stringify(name)}`).join('')}`);
}

const member: SqlDialect['member'] = (value, name, logicalType) => {
  const path = pathInto(value, jsonOf(value), name);
  const sql = withoutNull(`json_extract(${path.document}, ${pathTo(...path.names)})`);
  return { ...value, sql, cells: 'json', type: '', baseType: undefined, logicalType, path };
};

const isOf = (json: string, ...types: string[]): string =>
  `json_type(${json}) in (${types.map((type) => `'${type}'`).join(', ')})`;

/** A relation of the items of an array, empty for other values. */
function itemsOf(value: SqlValue, alias: string): string {
  const json = jsonOf(value);
  const array = `case when ${isOf(json, 'ARRAY')} then ${json} else '[]' end`;
  return `json_table(${array}, '$[*]' columns (item json path '$')) as ${alias}`;
}

const someItem: SqlDialect['someItem'] = (value, logicalType, condition) => {
  const depth = (value.depth ?? 0) + 1;
  const alias = `items_${depth}`;
  const sql = withoutNull(`${alias}.item`);
  const item: SqlValue = { sql, cells: 'json', type: '', logicalType, depth };
  return `exists (select 1 from ${itemsOf(value, alias)} where ${condition(item)})`;
};

const distinctItemCount: SqlDialect['distinctItemCount'] = (value) => {
  const alias = `items_${(value.depth ?? 0) + 1}`;
  const text = exactText(`coalesce(cast(${alias}.item as char), 'null')`);
  return `(select count(distinct ${text}) from ${itemsOf(value, alias)})`;
};

/** Numbers as decimals: beyond twenty places they are rounded, and 0.3 is a multiple of 0.1. */
const asDecimal = (text: string): string => `cast(${text} as decimal(65, 20))`;

const integers = ['INTEGER', 'UNSIGNED INTEGER'];
const fractions = ['DOUBLE', 'DECIMAL'];

const asText =
  (pattern: string) =>
  (value: SqlValue): string =>
    `${isOf(value.sql, 'STRING')} and ${mysqlText(value)} regexp ${mysqlLiteral(toVeryEnd(pattern))}`;

const holds =
  (...types: string[]) =>
  ({ sql }: SqlValue): string =>
    isOf(sql, ...types);

const fits: Record<LogicalType, (value: SqlValue) => string> = {
  integer: (value) =>
    `(${isOf(value.sql, ...integers)} or (${isOf(value.sql, ...fractions)} and mod(abs(${asDecimal(mysqlText(value))}), 1) = 0))`,
  number: holds(...integers, ...fractions),
  boolean: holds('BOOLEAN'),
  string: holds('STRING'),
  object: holds('OBJECT'),
  map: holds('OBJECT'),
  array: holds('ARRAY'),
  vector: holds('ARRAY'),
  date: asText(isoPatterns.date),
  time: asText(isoPatterns.time),
  timestamp: asText(isoPatterns.timestamp),
};

/** The timestamp of an ISO text in UTC; the two servers parse time zones differently. */
function readTimestamp(text: string): string {
  const zone = `right(${text}, 6)`;
  const hasZone = `${zone} regexp '^[+-][0-9]{2}:[0-9]{2}$'`;
  const read = (part: string): string => `cast(replace(${part}, 'T', ' ') as datetime(6))`;
  const minutes = `concat(left(${zone}, 1), '1') * (substr(${zone}, 2, 2) * 60 + right(${text}, 2))`;
  const withZone = `timestampadd(minute, -(${minutes}), ${read(`left(${text}, char_length(${text}) - 6)`)})`;
  return `case when ${hasZone} then ${withZone} else ${read(`trim(trailing 'Z' from upper(${text}))`)} end`;
}

const readers: Partial<Record<LogicalType, (text: string) => string>> = {
  integer: asDecimal,
  number: asDecimal,
  boolean: (text) => `${text} = 'true'`,
  date: (text) => `cast(${text} as date)`,
  time: (text) => `cast(left(${text}, 8) as time)`,
  timestamp: readTimestamp,
};

/** A JSON value read as a type, NULL if impossible. */
export function readMysqlJson(value: SqlValue, logicalType: LogicalType): string {
  const text = mysqlText(value);
  const reader = readers[logicalType];
  if (reader === undefined) return text;
  const readable = fits[logicalType === 'integer' ? 'number' : logicalType](value);
  return `(case when ${readable} then ${reader(text)} end)`;
}

/** Access to JSON in MySQL (since 8.0.17) and MariaDB (since 10.6). */
export const mysqlNested: Pick<
  SqlDialect,
  'fits' | 'member' | 'someItem' | 'itemCount' | 'distinctItemCount' | 'memberCount' | 'hasMember'
> = {
  fits: (value, logicalType) => fits[logicalType](value),
  member,
  someItem,
  itemCount: (value) => {
    const json = jsonOf(value);
    return `(case when ${isOf(json, 'ARRAY')} then json_length(${json}) end)`;
  },
  distinctItemCount,
  memberCount: (value) => {
    const json = jsonOf(value);
    return `(case when ${isOf(json, 'OBJECT')} then json_length(${json}) end)`;
  },
  hasMember: (value, name) =>
    `coalesce(json_contains_path(${jsonOf(value)}, 'one', ${pathTo(name)}), 0)`,
};
