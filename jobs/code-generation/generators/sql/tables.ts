import { logicalTypeOf } from '../../../../domain/dialects/types/column-types.ts';
import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { sqlTypeOf } from '../../../../domain/dialects/types/sql-type.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractServer,
  ContractTable,
  LogicalType,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { createNotes } from '../../shapes/notes.ts';
import type { Notes } from '../../shapes/notes.ts';
import { ddlDialects } from './dialects.ts';
import type { DdlDialect } from './ddl-dialect.ts';
import { memberSyntax, noteInside } from './members.ts';
import { createColumnNames, createSqlNames, createTableNames } from './names.ts';
import type { SqlNames } from './names.ts';
import { qualifierOf } from './table-location.ts';

/** State that all parts of one script share. */
export type Script = {
  dialect: TypeDialect;
  grammar: DdlDialect;
  server: ContractServer | undefined;
  notes: Notes;
  /** Names already used by constraints and indexes. */
  ruleNames: SqlNames;
  /** True if the contract has only one table. */
  isAlone: boolean;
};

export type DdlColumn = {
  property: ContractProperty;
  name: string;
  sql: string;
  type: string;
  /** The logical type of the declared type. */
  logical: LogicalType | undefined;
  isRequired: boolean;
  /** The path of the column in notes. */
  where: string;
};

export type DdlTable = {
  table: ContractTable;
  name: string;
  /** The schema in the name of the table. */
  schema: string | undefined;
  /** The qualified name. */
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
  const grammar = ddlDialects[options.dialect];
  const ruleNames = createSqlNames(options.dialect, createNotes());
  const isAlone = contract.tables.length === 1;
  const script: Script = { ...options, grammar, isAlone, ruleNames };
  const names = createTableNames(options.dialect, options.server, options.notes);
  const tables = contract.tables.map((table) => tableOf(script, names, table));
  // Some platforms have one namespace for constraints and tables.
  for (const { name, where } of tables) ruleNames.take(name, where);
  return { script, tables };
}

/** True where null is a value of a column. */
export function isNullable({ grammar }: Script, { type, isRequired }: DdlColumn): boolean {
  return !isRequired && grammar.neverNull?.test(type) !== true;
}

type TableNames = ReturnType<typeof createTableNames>;

function tableOf(script: Script, names: TableNames, table: ContractTable): DdlTable {
  const { name, sql, schema } = names.take(table);
  const columnNames = createColumnNames(script.dialect, script.notes);
  const columns = table.properties.map((property) =>
    columnOf(script, { table, names: columnNames }, property),
  );
  const keys = columns.filter(({ property }) => property.primaryKey);
  const primaryKey = keyOf(script, table.name, keys.sort(byPosition));
  const isKey = new Set(primaryKey.length === 1 ? primaryKey : []);
  return {
    table,
    name,
    schema,
    sql: `${qualifierOf(script.dialect, script.server, schema)}${sql}`,
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

/** The columns of a key; empty if one has a type that keys cannot have. */
function keyOf({ grammar, notes }: Script, where: string, columns: DdlColumn[]): DdlColumn[] {
  const odd = columns.find(({ type }) => grammar.noKeys?.test(type) === true);
  if (odd === undefined) return columns;
  notes.warn(where, `a column of type ${odd.type} cannot be a key here`);
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
  const { type, note } = sqlTypeOf(dialect, property, memberSyntax(script, where));
  if (note !== undefined) notes.warn(where, note);
  noteInside(script, property, where);
  const isRequired = property.required || property.primaryKey;
  return { property, name, sql, type, logical: logicalTypeOf(dialect, type), isRequired, where };
}
