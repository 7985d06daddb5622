import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlText } from '../../../domain/dialects/sql-text.ts';
import type { Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import type { DdlColumn, Script } from './sql-ddl-tables.ts';

/** A condition on a column, in SQL that is true or null for what is allowed. */
type Check = { of: string; sql: string };

/** Conditions that hold whatever the contract says beyond them; what has none is told. */
export function checksOf(script: Script, column: DdlColumn): string[] {
  const wanted = [
    enumOf(script, column),
    ...boundsOf(script, column),
    ...lengthsOf(script, column),
    patternOf(script, column),
    ...othersOf(column),
  ].filter((check) => check !== undefined);
  const missing = wanted.filter(({ sql }) => sql === '' || script.grammar.check === undefined);
  if (missing.length > 0) {
    script.notes.add(column.where, `${missing.map(({ of }) => of).join(', ')} not checked`);
  }
  if (script.grammar.check === undefined) return [];
  const known = wanted.filter(({ sql }) => sql !== '').map(({ sql }) => sql);
  const isOptional = script.dialect === 'clickhouse' && !column.isRequired;
  return isOptional ? known.map((sql) => `isNull(${column.sql}) OR (${sql})`) : known;
}

type Value = 'number' | 'text' | 'date' | 'timestamp' | undefined;

/** What a column is compared with. */
function valueOf({ type, logical }: DdlColumn): Value {
  if (/money|^bit|^enum|\]$/i.test(type)) return undefined;
  if (logical === 'integer' || logical === 'number') return 'number';
  if (logical === 'date' || logical === 'timestamp') return logical;
  const isText = logical === 'string' && !/uuid|uniqueidentifier|inet|^ip|rowid|json/i.test(type);
  return isText ? 'text' : undefined;
}

const iso =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?Z?)?$/;

/** Empty where a value of the contract is none of the column. */
function literalOf(script: Script, column: DdlColumn, value: Scalar): string {
  const kind = valueOf(column);
  if (typeof value === 'number') return kind === 'number' ? plainNumber(value) : '';
  if (typeof value !== 'string' || kind === 'number') return '';
  if (kind === 'text') return textLiteral(script, value);
  return kind === undefined ? '' : instant(script.dialect, kind, value);
}

function textLiteral({ dialect, grammar }: Script, text: string): string {
  const isCut = text.includes('\0') || (grammar.texts === 'one line' && /[\n\r]/.test(text));
  if (isCut) return '';
  return `${dialect === 'sqlserver' ? 'N' : ''}${sqlText(dialect, text)}`;
}

/** Without an exponent, which not every platform reads as the same number. */
function plainNumber(value: number): string {
  const text = String(value);
  return /^-?[\d.]+$/.test(text) ? text : '';
}

/** Where a text is compared with a moment as it is. */
const plainMoments: ReadonlySet<TypeDialect> = new Set(['sqlserver', 'mysql', 'clickhouse']);

function instant(dialect: TypeDialect, kind: 'date' | 'timestamp', text: string): string {
  if (!iso.test(text)) return '';
  const [day = '', time = '00:00:00'] = text.replace('Z', '').split(/[T ]/);
  const isMidnight = /^00:00(?::00(?:\.0+)?)?$/.test(time);
  if (!isDay(day) || (kind === 'date' && !isMidnight)) return '';
  const moment = kind === 'date' ? day : `${day} ${time}`;
  if (plainMoments.has(dialect)) return `'${moment}'`;
  return `${kind === 'date' ? 'DATE' : 'TIMESTAMP'} '${moment}'`;
}

/** 30 February is a date to no database. */
function isDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}

function enumOf(script: Script, column: DdlColumn): Check | undefined {
  const values = column.property.enumValues;
  if (values === undefined || /^enum/i.test(column.type)) return undefined;
  const literals = [...new Set(values.map((value) => literalOf(script, column, value)))];
  const isWhole = !literals.includes('');
  return {
    of: 'allowed values are',
    sql: isWhole ? `${column.sql} IN (${literals.join(', ')})` : '',
  };
}

const bounds = [
  ['minimum', '>='],
  ['exclusiveMinimum', '>'],
  ['maximum', '<='],
  ['exclusiveMaximum', '<'],
] as const;

function boundsOf(script: Script, column: DdlColumn): Check[] {
  return bounds.flatMap(([name, operator]) => {
    const bound = column.property.options[name];
    if (bound === undefined) return [];
    const literal = literalOf(script, column, bound);
    return [{ of: name, sql: literal === '' ? '' : `${column.sql} ${operator} ${literal}` }];
  });
}

const lengthFunctions: Partial<Record<TypeDialect, (sql: string) => string>> = {
  postgres: (sql) => `char_length(${sql})`,
  mysql: (sql) => `char_length(${sql})`,
  duckdb: (sql) => `length(${sql})`,
  databricks: (sql) => `char_length(${sql})`,
  oracle: (sql) => `LENGTH(${sql})`,
  // LEN leaves out blanks at the end.
  sqlserver: (sql) => `LEN(${sql} + N'.') - 1`,
  clickhouse: (sql) => `lengthUTF8(${sql})`,
};

function lengthsOf({ dialect }: Script, column: DdlColumn): Check[] {
  const { minLength = 0, maxLength } = column.property.options;
  const length = lengthFunctions[dialect];
  const isText =
    length !== undefined &&
    valueOf(column) === 'text' &&
    !/^n?text$/.test(dialect === 'sqlserver' ? column.type : '');
  const sql = (operator: string, bound: number): string =>
    isText ? `${length(column.sql)} ${operator} ${bound}` : '';
  const least = minLength > 0 ? [{ of: 'minLength', sql: sql('>=', minLength) }] : [];
  if (maxLength === undefined || isKept(dialect, column.type, maxLength)) return least;
  return [...least, { of: 'maxLength', sql: sql('<=', maxLength) }];
}

/** Whether the type itself keeps longer texts out; in DuckDB and Trino lengths may be written only. */
function isKept(dialect: TypeDialect, type: string, most: number): boolean {
  const length = Number(
    /char\w*\((\d+)\)|^STRING\((\d+)\)/i.exec(type)?.slice(1).join('') ?? 'none',
  );
  const times = dialect === 'redshift' ? 4 : 1;
  return dialect !== 'duckdb' && length <= most * times;
}

/** Signs that mean the same in all dialects of regular expressions. */
const portable = /^(?:[^\\?]|\\[dwsDWS.\-+*?()[\]{}|^$/]|\?(?![=!<:>P]))*$/;

const patterns: Partial<Record<TypeDialect, (sql: string, text: string) => string>> = {
  postgres: (sql, text) => `${sql} ~ ${text}`,
  duckdb: (sql, text) => `regexp_matches(${sql}, ${text})`,
  databricks: (sql, text) => `${sql} RLIKE ${text}`,
};

function patternOf({ dialect }: Script, column: DdlColumn): Check | undefined {
  const { pattern } = column.property.options;
  if (pattern === undefined || pattern === '') return undefined;
  const match = patterns[dialect];
  const isSafe =
    match !== undefined &&
    valueOf(column) === 'text' &&
    pattern.length <= 500 &&
    isExpression(pattern);
  return { of: 'pattern', sql: isSafe ? match(column.sql, sqlText(dialect, pattern)) : '' };
}

function isExpression(pattern: string): boolean {
  // Counts of more than 255 are refused by Postgres.
  if (!portable.test(pattern) || /[^\x20-\x7e]|\{\d{3,}|\{,|\d{4,}\}|\[\[|\[:/.test(pattern))
    return false;
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** What no platform checks. */
function othersOf({ property }: DdlColumn): Check[] {
  const { multipleOf, minItems, maxItems, uniqueItems, minProperties, maxProperties } =
    property.options;
  const found = { multipleOf, minItems, maxItems, uniqueItems, minProperties, maxProperties };
  return Object.entries(found)
    .filter(([, option]) => option !== undefined)
    .map(([of]) => ({ of, sql: '' }));
}
