import { isUuidType } from '../../../domain/dialects/column-types.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { comparedBounds } from '../shapes/limits.ts';
import { itemsOf } from './sql-ddl-items.ts';
import { patternSql } from './sql-ddl-patterns.ts';
import { isNullable } from './sql-ddl-tables.ts';
import { rangeOf } from './sql-ddl-ranges.ts';
import type { DdlColumn, Script } from './sql-ddl-tables.ts';
import {
  allowedValuesSql,
  boundLiteral,
  isKeptByType,
  plainNumber,
  valueOf,
} from './sql-ddl-values.ts';

/** A condition on a column, in SQL that is true or null for what is allowed; `rule` is part of its name. */
type Check = { rule: string; of: string; sql: string };

/** Conditions that hold whatever the contract says beyond them; what has none is told. */
export function checksOf(script: Script, column: DdlColumn): Pick<Check, 'rule' | 'sql'>[] {
  const wanted = [
    enumOf(script, column),
    ...boundsOf(script, column),
    ...rangeOf(script, column),
    ...lengthsOf(script, column),
    patternOf(script, column),
    ...stepOf(script, column),
    ...itemsOf(script, column),
    ...booleanOf(script, column),
    ...othersOf(column),
  ].filter((check) => check !== undefined);
  const missing = wanted.filter(({ sql }) => sql === '' || script.grammar.check === undefined);
  if (missing.length > 0) {
    script.notes.add(column.where, `${missing.map(({ of }) => of).join(', ')} not checked`);
  }
  if (script.grammar.check === undefined) return [];
  const known = wanted.filter(({ sql }) => sql !== '');
  const isOptional = script.dialect === 'clickhouse' && isNullable(script, column);
  return isOptional
    ? known.map(({ rule, sql }) => ({ rule, sql: `isNull(${column.sql}) OR (${sql})` }))
    : known;
}

function enumOf(script: Script, column: DdlColumn): Check | undefined {
  const sql = allowedValuesSql(script, column);
  return sql === undefined ? undefined : { rule: 'values', of: 'allowed values are', sql };
}

const ruleOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function boundsOf(script: Script, column: DdlColumn): Check[] {
  return comparedBounds.flatMap(([name, operator]) => {
    const bound = column.property.options[name];
    if (bound === undefined || isKeptByType(column, name, bound)) return [];
    const literal = boundLiteral(script, column, bound);
    return [
      {
        rule: ruleOf(name),
        of: name,
        sql: literal === '' ? '' : `${column.sql} ${operator} ${literal}`,
      },
    ];
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
  const { minLength = 0 } = column.property.options;
  const maxLength = mostOf(dialect, column);
  const length = lengthFunctions[dialect];
  const isText =
    length !== undefined &&
    valueOf(column) === 'text' &&
    !/^n?text$/.test(dialect === 'sqlserver' ? column.type : '');
  const sql = (operator: string, bound: number): string =>
    isText ? `${length(column.sql)} ${operator} ${bound}` : '';
  const least =
    minLength > 0 ? [{ rule: 'min_length', of: 'minLength', sql: sql('>=', minLength) }] : [];
  if (maxLength === undefined || isKept(dialect, column.type, maxLength)) return least;
  return [...least, { rule: 'max_length', of: 'maxLength', sql: sql('<=', maxLength) }];
}

/** The length that a type says. */
const lengthOfType = (type: string): number =>
  Number(/char\w*\((\d+)\)|^STRING\((\d+)\)/i.exec(type)?.slice(1).join('') ?? 'none');

/** Most characters of a text; those of a type count where the platform only writes them down. */
function mostOf(dialect: TypeDialect, { type, property }: DdlColumn): number | undefined {
  const { maxLength } = property.options;
  const length = lengthOfType(type);
  if (dialect !== 'duckdb' || Number.isNaN(length) || type.endsWith(']')) return maxLength;
  return Math.min(length, maxLength ?? length);
}

/** Whether the type itself keeps longer texts out; in DuckDB and Trino lengths may be written only. */
function isKept(dialect: TypeDialect, type: string, most: number): boolean {
  const times = dialect === 'redshift' ? 4 : 1;
  return dialect !== 'duckdb' && lengthOfType(type) <= most * times;
}

function patternOf({ dialect }: Script, column: DdlColumn): Check | undefined {
  const { pattern } = column.property.options;
  if (pattern === undefined || pattern === '') return undefined;
  const isText = valueOf(column) === 'text';
  return {
    rule: 'pattern',
    of: 'pattern',
    sql: isText ? patternSql(dialect, column.sql, pattern) : '',
  };
}

const floating = /double|float|real/i;

function stepOf(script: Script, column: DdlColumn): Check[] {
  const { multipleOf } = column.property.options;
  if (multipleOf === undefined) return [];
  const isNumber = multipleOf > 0 && valueOf(column) === 'number';
  const step = isNumber ? plainNumber(multipleOf) : '';
  const rest = step === '' ? undefined : restOf(script, column, step);
  const sql = rest === undefined ? '' : `${rest} = 0`;
  return [{ rule: 'multiple', of: 'multipleOf', sql }];
}

/** What is left of a division; undefined where the platform rounds (0.3 is no multiple of 0.1 in floating numbers). */
function restOf({ dialect }: Script, { sql, type }: DdlColumn, step: string): string | undefined {
  const isFloating = floating.test(type);
  if (dialect === 'postgres') {
    return `mod(${isFloating ? `CAST(${sql} AS numeric)` : sql}, ${step})`;
  }
  if (dialect === 'sqlserver') return isFloating ? undefined : `${sql} % ${step}`;
  const isExact = !step.includes('.') || (!isFloating && dialect !== 'clickhouse');
  // MariaDB says that -0.00 is not 0 in checks.
  const dividend = dialect === 'mysql' ? `abs(${sql})` : sql;
  return isExact ? `mod(${dividend}, ${step})` : undefined;
}

/** Oracle keeps booleans as signs. */
function booleanOf({ dialect }: Script, { property, type, sql }: DdlColumn): Check[] {
  const isBoolean =
    property.logicalType === 'boolean' || /^bool/i.test(property.physicalType ?? '');
  if (dialect !== 'oracle' || type !== 'CHAR(1)' || !isBoolean) return [];
  return [{ rule: 'boolean', of: 'boolean', sql: `${sql} IN ('0', '1')` }];
}

/** What no platform checks. */
function othersOf({ property, type }: DdlColumn): Check[] {
  const { uniqueItems, minProperties, maxProperties, format } = property.options;
  const found = { uniqueItems, minProperties, maxProperties };
  const others = Object.entries(found).filter(([, option]) => option !== undefined);
  const isText = property.logicalType === 'string' || property.logicalType === undefined;
  const names = others.map(([name]) => name);
  const isSaid = format === 'uuid' && isUuidType(type);
  if (isText && format !== undefined && !isSaid) names.push(`format ${format}`);
  return names.map((of) => ({ rule: '', of, sql: '' }));
}
