import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { sqlName } from '../../../../domain/dialects/names/sql-text.ts';
import type {
  ContractServer,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { createNameScope } from '../../shapes/names.ts';
import type { Notes } from '../../shapes/notes.ts';
import { ddlDialects } from './dialects.ts';
import type { DdlDialect } from './ddl-dialect.ts';
import { splitName } from './table-location.ts';

/** Gives unique names that the platform accepts, within one table or among all tables. */
export type SqlNames = { take: (name: string, where: string) => { name: string; sql: string } };

/** Columns that every table has already. */
const systemColumns: Partial<Record<TypeDialect, readonly string[]>> = {
  postgres: ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'],
  redshift: ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid', 'oid'],
};

/** True if the platform reserves this name for a system column. */
export const isSystemColumn = (dialect: TypeDialect, name: string): boolean =>
  systemColumns[dialect]?.includes(name) === true;

/** Names of the columns of one table. */
export const createColumnNames = (dialect: TypeDialect, notes: Notes): SqlNames =>
  createSqlNames(dialect, notes, systemColumns[dialect]);

/** Changed names are noted; names of `reserved` are never given. */
export function createSqlNames(
  dialect: TypeDialect,
  notes: Notes,
  reserved: readonly string[] = [],
): SqlNames {
  const grammar = ddlDialects[dialect];
  const scope = createNameScope(reserved, (name) =>
    grammar.ignoresCase ? name.toLowerCase() : name,
  );
  return {
    take(name, where) {
      const allowed = allowedName(grammar, name);
      const taken = shorten(grammar, scope.take(allowed));
      if (taken !== name) notes.warn(where, 'is called {} here', taken);
      return { name: taken, sql: sqlName(dialect, taken) };
    },
  };
}

/** Names of tables, which are different in each schema. */
export function createTableNames(
  dialect: TypeDialect,
  server: ContractServer | undefined,
  notes: Notes,
): { take: (table: ContractTable) => { name: string; sql: string; schema: string | undefined } } {
  const schemas = new Map<string | undefined, SqlNames>();
  return {
    take(table) {
      const { name: where } = table;
      const { schema, name } = splitName(table, server);
      if (name.includes('.')) notes.warn(where, '{} is one name here, with its point', name);
      const names = schemas.get(schema) ?? createSqlNames(dialect, notes);
      schemas.set(schema, names);
      return { ...names.take(name, where), schema };
    },
  };
}

/** A name that the platform accepts. */
export function allowedName(grammar: DdlDialect, name: string): string {
  const cleaned = name.replace(grammar.names.forbidden, '_');
  return shorten(grammar, cleaned === '' ? '_' : cleaned);
}

/** The beginning of a text; surrogate pairs are not split. */
export function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

const encoder = new TextEncoder();

function lengthOf({ names }: DdlDialect, text: string): number {
  if (names.unit === 'characters') return text.length;
  const bytes = encoder.encode(text);
  if (names.unit === 'bytes') return bytes.length;
  // Bytes other than letters, digits and underscores take three characters.
  return bytes.reduce((sum, byte) => sum + (isPlainByte(byte) ? 1 : 3), 0);
}

const isPlainByte = (byte: number): boolean => /\w/.test(String.fromCharCode(byte));

/** Long names keep their beginning; a number made of the whole name keeps them apart. */
function shorten(grammar: DdlDialect, name: string): string {
  const { max } = grammar.names;
  if (name.length <= max && lengthOf(grammar, name) <= max) return name;
  const end = `_${hashOf(name)}`;
  let kept = '';
  let length = end.length;
  for (const character of name) {
    length += lengthOf(grammar, character);
    if (length > max) break;
    kept += character;
  }
  return `${kept}${end}`;
}

/** FNV-1a: the same on every machine. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
