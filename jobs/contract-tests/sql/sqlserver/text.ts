import { parseNativeType } from '../../../../domain/dialects/types/native-type.ts';
import type { SqlValue } from '../sql-dialect.ts';

/** Exact comparison, as on all other platforms. */
export const binary = 'collate Latin1_General_100_BIN2';

/** The underlying type of an alias type. */
export function typeOf(value: SqlValue): string {
  return value.baseType ?? value.type;
}

const texts: ReadonlySet<string> = new Set([
  'char',
  'varchar',
  'nchar',
  'nvarchar',
  'text',
  'ntext',
  'sysname',
]);

const nameOf = (value: SqlValue): string => parseNativeType('sqlserver', typeOf(value))?.name ?? '';

/** True for text columns. */
export function isTextType(value: SqlValue): boolean {
  return value.cells === 'typed' && texts.has(nameOf(value));
}

/** A cast to NVARCHAR, the only type that preserves the characters of a VARCHAR; short texts avoid slow long types. */
function asUnicode(value: SqlValue): string {
  const type = parseNativeType('sqlserver', typeOf(value));
  if (type?.name === 'nvarchar' || type?.name === 'nchar') return value.sql;
  const length = Number(type?.parameters[0]);
  return `cast(${value.sql} as nvarchar(${length <= 4000 ? length : 'max'}))`;
}

const casts: Readonly<Record<string, (sql: string) => string>> = {
  bit: (sql) => `case ${sql} when 1 then N'true' when 0 then N'false' end`,
  // The default text of a float has six digits.
  float: (sql) => `convert(nvarchar(50), ${sql}, 3)`,
  real: (sql) => `convert(nvarchar(50), ${sql}, 3)`,
  money: (sql) => `convert(nvarchar(50), ${sql}, 2)`,
  smallmoney: (sql) => `convert(nvarchar(50), ${sql}, 2)`,
  binary: (sql) => `convert(nvarchar(max), ${sql}, 1)`,
  varbinary: (sql) => `convert(nvarchar(max), ${sql}, 1)`,
  xml: (sql) => `cast(${sql} as nvarchar(max))`,
  json: (sql) => `cast(${sql} as nvarchar(max))`,
};

const times = /^(?:date|time)/;

/** The value as an exactly compared text; dates and times as ISO 8601 with a space. */
export function sqlserverText(value: SqlValue): string {
  if (value.cells === 'json') return `(${value.sql} ${binary})`;
  if (isTextType(value)) return `(${asUnicode(value)} ${binary})`;
  const name = nameOf(value);
  if (times.test(name)) return `(convert(nvarchar(40), ${value.sql}, 121) ${binary})`;
  const cast = casts[name] ?? ((sql: string) => `cast(${sql} as nvarchar(4000))`);
  return `(${cast(value.sql)} ${binary})`;
}
