import { logicalTypeOf } from '../../../domain/dialects/column-types.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlText } from '../../../domain/dialects/sql-text.ts';
import { sqlTypeOf } from '../../../domain/dialects/sql-type.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractServer,
  ContractTable,
  LogicalType,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { Notes } from '../shapes/notes.ts';
import { ddlDialects } from './sql-ddl-dialects.ts';
import type { DdlDialect } from './sql-ddl-dialects.ts';
import { allowedName, createSqlNames } from './sql-ddl-names.ts';
import type { SqlNames } from './sql-ddl-names.ts';
import { placeOf } from './sql-place.ts';

/** What all parts of one script know. */
export type Script = {
  dialect: TypeDialect;
  grammar: DdlDialect;
  server: ContractServer | undefined;
  notes: Notes;
};

export type DdlColumn = {
  property: ContractProperty;
  name: string;
  sql: string;
  type: string;
  /** What the declared type holds. */
  logical: LogicalType | undefined;
  isRequired: boolean;
  /** For notes. */
  where: string;
};

export type DdlTable = {
  table: ContractTable;
  name: string;
  /** With the place where the table belongs, where it has to be said. */
  sql: string;
  columns: DdlColumn[];
  primaryKey: DdlColumn[];
  unique: DdlColumn[];
  where: string;
};

/** The tables of a contract with the names and types that they have on the platform. */
export function tablesOf(
  contract: ContractModel,
  options: { dialect: TypeDialect; server: ContractServer | undefined; notes: Notes },
): { script: Script; tables: DdlTable[] } {
  const grammar = ddlDialects[options.dialect] ?? ddlDialects.postgres;
  const script: Script = { ...options, grammar };
  const names = createSqlNames(options.dialect, options.notes);
  return { script, tables: contract.tables.map((table) => tableOf(script, names, table)) };
}

function tableOf(script: Script, names: SqlNames, table: ContractTable): DdlTable {
  const { name, sql } = names.take(table.physicalName, table.name);
  const columnNames = createSqlNames(script.dialect, script.notes);
  const columns = table.properties.map((property) =>
    columnOf(script, { table, names: columnNames }, property),
  );
  const place = script.server ? placeOf(script.dialect, script.server, 'tables') : '';
  const keys = columns.filter(({ property }) => property.primaryKey);
  const primaryKey = keyOf(script, table.name, keys.sort(byPosition));
  const isKey = new Set(primaryKey.length === 1 ? primaryKey : []);
  return {
    table,
    name,
    sql: `${place}${sql}`,
    columns,
    primaryKey,
    unique: columns.filter(
      (column) =>
        column.property.unique && !isKey.has(column) && keyOf(script, column.where, [column])[0],
    ),
    where: table.name,
  };
}

/** Members without a position come last, in the order of the contract. */
function byPosition(one: DdlColumn, other: DdlColumn): number {
  const [first, second] = [one, other].map(
    ({ property }) => property.primaryKeyPosition ?? Number.MAX_SAFE_INTEGER,
  );
  return (first ?? 0) - (second ?? 0);
}

/** The columns of a key, or none where one of them has a type that no key can have. */
function keyOf({ grammar, notes }: Script, where: string, columns: DdlColumn[]): DdlColumn[] {
  const odd = columns.find(({ type }) => grammar.noKeys?.test(type) === true);
  if (odd === undefined) return columns;
  notes.add(where, `a column of type ${odd.type} cannot be a key here`);
  return [];
}

function columnOf(
  script: Script,
  { table, names }: { table: ContractTable; names: SqlNames },
  property: ContractProperty,
): DdlColumn {
  const { dialect, notes } = script;
  const where = `${table.name}.${property.name}`;
  const { name, sql } = names.take(property.physicalName, where);
  const { type, note } = sqlTypeOf(dialect, property, decorations(script, where));
  if (note !== undefined) notes.add(where, note);
  const isRequired = property.required || property.primaryKey;
  return { property, name, sql, type, logical: logicalTypeOf(dialect, type), isRequired, where };
}

/** What can be said of a member of a nested type besides its type. */
function decorations(
  { dialect, grammar, notes }: Script,
  where: string,
): { decorate: (property: ContractProperty) => string; rename: (name: string) => string } {
  const isTold = dialect === 'bigquery' || dialect === 'databricks';
  return {
    rename(name) {
      const allowed = allowedName(grammar, name);
      if (allowed !== name) notes.add(`${where}.${name}`, `is called ${allowed} here`);
      return allowed;
    },
    decorate: ({ required, description }) => {
      const isNever = required && isTold ? ' NOT NULL' : '';
      if (description === undefined) return isNever;
      if (!isTold) {
        notes.add(where, 'descriptions of members have no place');
        return isNever;
      }
      const text = sqlText(dialect, description.slice(0, 1024));
      return dialect === 'bigquery'
        ? `${isNever} OPTIONS(description=${text})`
        : `${isNever} COMMENT ${text}`;
    },
  };
}
