import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { sqlName } from '../../../../domain/dialects/names/sql-text.ts';
import type {
  ContractModel,
  ContractServer,
  ContractProperty,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { asciiName, createFileScope } from '../../shapes/names.ts';
import type { Notes } from '../../shapes/notes.ts';
import { dbtLocations } from './locations.ts';
import type { DbtLocation } from './locations.ts';
import { columnType, queryDialect } from './types.ts';
import { createColumnNames, isSystemColumn } from '../sql/names.ts';

/** A column under its three names: in the source, in the staging model and in the model. */
export type DbtColumn = {
  property: ContractProperty;
  /** `orders.order_id`. */
  where: string;
  type: string;
  source: DbtName;
  staging: DbtName;
  model: DbtName;
};

/** `sql` is quoted if necessary. */
export type DbtName = { name: string; sql: string };

export type DbtTable = {
  table: ContractTable;
  where: string;
  /** The name of the model and of the table in the source. */
  name: string;
  staging: string;
  location: DbtLocation;
  columns: readonly DbtColumn[];
  primaryKey: readonly DbtColumn[];
};

/** dbt puts names in quotation marks without escaping them, and lines into comments. */
const unquotable = /["'`[\]\\{}\p{C}\p{Zl}\p{Zp}]/gu;

type Names = ReturnType<typeof createColumnNames>;

function createTake(dialect: TypeDialect, notes: Notes) {
  return (names: Names, wanted: string, where: string): DbtName => {
    const safe = wanted.replaceAll(unquotable, '_');
    const { name } = names.take(safe, where);
    if (safe !== wanted) notes.warn(where, 'is called {} here; dbt cannot quote its name', name);
    return { name, sql: sqlName(queryDialect(dialect), name) };
  };
}

function columnsOf(table: ContractTable, dialect: TypeDialect, notes: Notes): DbtColumn[] {
  const [staging, model] = [createColumnNames(dialect, notes), createColumnNames(dialect, notes)];
  const take = createTake(dialect, notes);
  return table.properties.map((property) => {
    const where = `${table.name}.${property.name}`;
    const own = property.physicalName.toWellFormed().replaceAll('\0', '') || '_';
    const renamed = take(model, property.physicalName, where);
    const source = isSystemColumn(dialect, own) ? renamed.name : own;
    return {
      property,
      where,
      type: columnType(dialect, property, { notes, where }),
      source: { name: source, sql: sqlName(queryDialect(dialect), source) },
      staging: take(staging, property.name, where),
      model: renamed,
    };
  });
}

function keyOf(columns: readonly DbtColumn[]): DbtColumn[] {
  const position = ({ property }: DbtColumn): number => property.primaryKeyPosition ?? Infinity;
  const key = columns.filter(({ property }) => property.primaryKey);
  return key.sort((a, b) => (position(a) === position(b) ? 0 : position(a) - position(b)));
}

/** The tables of a contract: models keep their names, and staging models get names that are still free. */
export function dbtTablesOf(
  contract: ContractModel,
  {
    dialect,
    server,
    notes,
  }: {
    dialect: TypeDialect;
    server: ContractServer | undefined;
    notes: Notes;
  },
): DbtTable[] {
  const scope = createFileScope();
  const locationOf = dbtLocations(contract, server);
  const names = contract.tables.map(({ name }) => scope.take(asciiName(name, 'table')));
  return contract.tables.map((table, index): DbtTable => {
    const name = names[index] ?? '';
    if (name !== table.name) notes.warn(table.name, 'the model is called {}', name);
    const columns = columnsOf(table, dialect, notes);
    const staging = scope.take(`stg_${name}`);
    return {
      table,
      where: table.name,
      name,
      staging,
      location: locationOf(table),
      columns,
      primaryKey: keyOf(columns),
    };
  });
}
