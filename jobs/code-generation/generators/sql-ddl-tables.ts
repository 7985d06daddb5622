import { logicalTypeOf } from '../../../domain/dialects/column-types.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlTypeOf } from '../../../domain/dialects/sql-type.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractServer,
  ContractTable,
  LogicalType,
} from '../../../domain/standards/odcs/contract-model.ts';
import { createNotes } from '../shapes/notes.ts';
import type { Notes } from '../shapes/notes.ts';
import { ddlDialects } from './sql-ddl-dialects.ts';
import type { DdlDialect } from './sql-ddl-dialects.ts';
import { createListedNotes } from './sql-ddl-lists.ts';
import type { ListedNotes } from './sql-ddl-lists.ts';
import { memberWords, noteInside } from './sql-ddl-members.ts';
import { createColumnNames, createSqlNames, createTableNames } from './sql-ddl-names.ts';
import type { SqlNames } from './sql-ddl-names.ts';
import { placeOf } from './sql-place.ts';

/** What all parts of one script know. */
export type Script = {
  dialect: TypeDialect;
  grammar: DdlDialect;
  server: ContractServer | undefined;
  notes: Notes;
  /** What many columns may have in common. */
  listed: ListedNotes;
  /** Of constraints and indexes, which are no names of tables. */
  ruleNames: SqlNames;
  /** Whether the contract has one table only. */
  isAlone: boolean;
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
  /** The one that its own name says. */
  schema: string | undefined;
  /** With the place where the table belongs. */
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
  const ruleNames = createSqlNames(options.dialect, createNotes());
  const isAlone = contract.tables.length === 1;
  const script: Script = { ...options, grammar, isAlone, ruleNames, listed: createListedNotes() };
  const names = createTableNames(options.dialect, options.notes);
  const tables = contract.tables.map((table) => tableOf(script, names, table));
  // Some platforms keep the names of constraints and tables together.
  for (const { name, where } of tables) ruleNames.take(name, where);
  return { script, tables };
}

/** Whether null is a value of a column; what ClickHouse nests is empty instead. */
export function isNullable({ dialect }: Script, { type, isRequired }: DdlColumn): boolean {
  const isNested = dialect === 'clickhouse' && /^(?:Array|Map|Tuple|JSON|Point)/.test(type);
  return !isRequired && !isNested;
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
    sql: `${placeOf(script.dialect, script.server, schema)}${sql}`,
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
  const { type, note } = sqlTypeOf(dialect, property, memberWords(script, where));
  if (note?.includes(' do not fit;')) script.listed.add({ property, where }, note);
  else if (note !== undefined) notes.add(where, note);
  noteInside(script, property, where);
  const isRequired = property.required || property.primaryKey;
  return { property, name, sql, type, logical: logicalTypeOf(dialect, type), isRequired, where };
}
