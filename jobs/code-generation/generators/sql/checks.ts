import { isUuidType } from '../../../../domain/dialects/types/column-types.ts';
import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { typeSystems } from '../../../../domain/dialects/types/type-systems.ts';
import { comparedBounds } from '../../shapes/limits.ts';
import type { DdlDialect } from './ddl-dialect.ts';
import { itemsOf } from './items.ts';
import { patternSql } from './patterns.ts';
import { isNullable } from './tables.ts';
import { rangeOf } from './ranges.ts';
import type { DdlColumn, Script } from './tables.ts';
import { allowedValuesSql, boundLiteral, isKeptByType, plainNumber, valueOf } from './values.ts';

/** A condition on a column, in SQL that is true or null for allowed values; `rule` is part of its name. */
type Check = { rule: string; of: string; sql: string };

/** Conditions that the platform can check; the others are noted. */
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
    script.notes.add(column.where, '{} not checked', missing.map(({ of }) => of).join(', '));
  }
  if (script.grammar.check === undefined) return [];
  const known = wanted.filter(({ sql }) => sql !== '');
  const isOptional = script.grammar.nullableTypes === true && isNullable(script, column);
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

function lengthsOf(script: Script, column: DdlColumn): Check[] {
  const { dialect, grammar } = script;
  const { minLength = 0 } = column.property.options;
  const maxLength = maxLengthOf(script, column);
  const length = lengthFunctions[dialect];
  const isText =
    length !== undefined &&
    valueOf(column) === 'text' &&
    grammar.uncounted?.test(column.type) !== true;
  const sql = (operator: string, bound: number): string =>
    isText ? `${length(column.sql)} ${operator} ${bound}` : '';
  const least =
    minLength > 0 ? [{ rule: 'min_length', of: 'minLength', sql: sql('>=', minLength) }] : [];
  if (maxLength === undefined || isKept(script, column.type, maxLength)) return least;
  return [...least, { rule: 'max_length', of: 'maxLength', sql: sql('<=', maxLength) }];
}

/** The length in a type. */
const lengthOfType = (type: string): number =>
  Number(/char\w*\((\d+)\)|^STRING\((\d+)\)/i.exec(type)?.slice(1).join('') ?? 'none');

/** Maximum number of characters of a text; the length of its type counts if the platform ignores it. */
function maxLengthOf(script: Script, { type, property }: DdlColumn): number | undefined {
  const { maxLength } = property.options;
  const length = lengthOfType(type);
  const isIgnored = script.grammar.ignoresLengths === true && !type.endsWith(']');
  if (!isIgnored || Number.isNaN(length)) return maxLength;
  return Math.min(length, maxLength ?? length);
}

/** True where the type itself refuses longer text. */
function isKept({ dialect, grammar }: Script, type: string, max: number): boolean {
  const maxBytes = typeSystems[dialect].sql.lengthsAreBytes === true ? max * 4 : max;
  return grammar.ignoresLengths !== true && lengthOfType(type) <= maxBytes;
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

/** The remainder of a division; undefined where the platform rounds it. */
function restOf({ grammar }: Script, { sql, type }: DdlColumn, step: string): string | undefined {
  const { ofFloats = 'whole', ofDecimals } = grammar.remainder ?? {};
  const rule = floating.test(type) ? ofFloats : ofDecimals;
  if (rule === 'never' || (rule === 'whole' && step.includes('.'))) return undefined;
  return remainderOf(grammar, rule === 'as numeric' ? `CAST(${sql} AS numeric)` : sql, step);
}

/** The remainder of a division in SQL. */
export const remainderOf = (grammar: DdlDialect, dividend: string, divisor: string): string =>
  grammar.remainder?.write?.(dividend, divisor) ?? `mod(${dividend}, ${divisor})`;

function booleanOf({ grammar }: Script, { property, type, sql }: DdlColumn): Check[] {
  const { booleanType } = grammar;
  const isBoolean =
    property.logicalType === 'boolean' || /^bool/i.test(property.physicalType ?? '');
  if (type !== booleanType?.type || !isBoolean) return [];
  return [{ rule: 'boolean', of: 'boolean', sql: `${sql} IN (${booleanType.values})` }];
}

/** Conditions that no platform can check. */
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
