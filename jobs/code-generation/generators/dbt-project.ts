import { dialectOf } from '../../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlName } from '../../../domain/dialects/sql-text.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractServer,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { createReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import type { ReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import { resolveRelationships } from '../../../domain/standards/odcs/relationships.ts';
import type { ForeignKey } from '../../../domain/standards/odcs/relationships.ts';
import type { GenerationOptions } from '../generator.ts';
import { noteInexactBounds } from '../shapes/inexact-bounds.ts';
import { noteComputed } from '../shapes/computed.ts';
import { asciiName, createFileScope } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { noteAroundTables } from '../shapes/placeless.ts';
import { dbtPlaces } from './dbt-places.ts';
import type { DbtPlace } from './dbt-places.ts';
import { columnType, queryDialect } from './dbt-types.ts';
import { canCompare } from './foreign-key-types.ts';
import { createSqlNames } from './sql-ddl-names.ts';

/** Dialects that dbt has an adapter for, the default first. */
export const dbtDialects: readonly TypeDialect[] = [
  'postgres',
  'snowflake',
  'bigquery',
  'databricks',
  'redshift',
  'sqlserver',
  'trino',
  'duckdb',
  'athena',
  'clickhouse',
  'oracle',
  'mysql',
];

/** Before 1.10 arguments of tests stand beside their configuration. */
export const dbtVariants = ['dbt-1.9'] as const;

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

/** `sql` is quoted where it has to be. */
export type DbtName = { name: string; sql: string };

export type DbtTable = {
  table: ContractTable;
  where: string;
  /** Of the model; of the table of the source, too. */
  name: string;
  staging: string;
  place: DbtPlace;
  columns: readonly DbtColumn[];
  primaryKey: readonly DbtColumn[];
};

/** A relationship between columns of the project. */
export type DbtReference = {
  from: readonly DbtColumn[];
  target: DbtTable;
  to: readonly DbtColumn[];
};

export type DbtProject = {
  contract: ContractModel;
  dialect: TypeDialect;
  server: ContractServer | undefined;
  /** Whether dbt 1.9 has to read it. */
  isOld: boolean;
  name: string;
  tables: readonly DbtTable[];
  /** By physical name and name, in lower case. */
  tablesByName: ReadonlyMap<string, DbtTable>;
  references: ReadonlyMap<DbtTable, readonly DbtReference[]>;
  notes: Notes;
  finder: ReferenceFinder;
  /** Names of tests in files of their own. */
  testNames: NameScope;
};

function dialectFor({ dialect, server }: GenerationOptions): TypeDialect {
  if (dialect !== undefined) return dialect;
  const type = server?.type.toLowerCase() ?? '';
  return dialectOf(type) ?? dbtDialects.find((known) => known === type) ?? 'postgres';
}

/** dbt puts names between quotation marks as they are, and lines into comments. */
const unquotable = /["'`[\]\\{}\p{C}\p{Zl}\p{Zp}]/gu;

type Names = ReturnType<typeof createSqlNames>;

function createTake(dialect: TypeDialect, notes: Notes) {
  return (names: Names, wanted: string, where: string): DbtName => {
    const safe = wanted.replaceAll(unquotable, '_');
    const { name } = names.take(safe, where);
    if (safe !== wanted) notes.add(where, `is called ${name} here; dbt cannot quote its name`);
    return { name, sql: sqlName(queryDialect(dialect), name) };
  };
}

function columnsOf(table: ContractTable, dialect: TypeDialect, notes: Notes): DbtColumn[] {
  const [staging, model] = [createSqlNames(dialect, notes), createSqlNames(dialect, notes)];
  const take = createTake(dialect, notes);
  return table.properties.map((property) => {
    const where = `${table.name}.${property.name}`;
    const own = property.physicalName.toWellFormed().replaceAll('\0', '') || '_';
    return {
      property,
      where,
      type: columnType(dialect, property, { notes, where }),
      source: { name: own, sql: sqlName(queryDialect(dialect), own) },
      staging: take(staging, property.name, where),
      model: take(model, property.physicalName, where),
    };
  });
}

function keyOf(columns: readonly DbtColumn[]): DbtColumn[] {
  const position = ({ property }: DbtColumn): number => property.primaryKeyPosition ?? Infinity;
  const key = columns.filter(({ property }) => property.primaryKey);
  return key.sort((a, b) => (position(a) === position(b) ? 0 : position(a) - position(b)));
}

type Lookup = {
  tables: ReadonlyMap<ContractTable, DbtTable>;
  columns: ReadonlyMap<ContractProperty, DbtColumn>;
};

function referenceOf({ tables, columns }: Lookup, key: ForeignKey): DbtReference | undefined {
  const target = tables.get(key.targetTable);
  const [from, to] = [key.columns, key.targetColumns].map((list) =>
    list.flatMap((property) => columns.get(property) ?? []),
  );
  return target && from && to ? { from, target, to } : undefined;
}

/** The first two columns of a reference whose types do not go together. */
export function differingTypes(
  { from, to }: DbtReference,
  goTogether: (one: string, other: string) => boolean,
): string | undefined {
  const types = from.map(({ type }, index) => [type, to[index]?.type ?? ''] as const);
  return types.find(([one, other]) => !goTogether(one, other))?.join(' and ');
}

const noTest = ({ target }: DbtReference, types: string): string =>
  `the relationship to ${target.where} is neither a constraint nor tested: the types differ: ${types}`;

function referencesOf(
  contract: ContractModel,
  tables: readonly DbtTable[],
  { dialect, notes }: Pick<DbtProject, 'dialect' | 'notes'>,
): Map<DbtTable, DbtReference[]> {
  const lookup: Lookup = {
    tables: new Map(tables.map((entry) => [entry.table, entry])),
    columns: new Map(tables.flatMap((entry) => entry.columns.map((c) => [c.property, c]))),
  };
  const { foreignKeys, unresolved } = resolveRelationships(contract);
  for (const { field, to, reason } of unresolved) {
    notes.add(field, `the relationship to ${to.join(', ')} is not tested: ${reason}`);
  }
  const found = new Map<DbtTable, DbtReference[]>(tables.map((entry) => [entry, []]));
  for (const key of foreignKeys) {
    const own = lookup.tables.get(key.table);
    const reference = referenceOf(lookup, key);
    if (own === undefined || reference === undefined) continue;
    const odd = differingTypes(reference, (one, other) => canCompare(dialect, one, other));
    if (odd === undefined) found.get(own)?.push(reference);
    else notes.add(reference.from[0]?.where ?? own.where, noTest(reference, odd));
  }
  return found;
}

/** Ids that nobody can read give way to the name. */
function nameOf({ id, name }: ContractModel): string {
  const isOdd = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}$|urn:)/i.test(id);
  return asciiName(isOdd ? (name ?? id) : id, 'contract').toLowerCase();
}

/** Models keep the names of tables; staging models get what is left. */
function tablesOf(contract: ContractModel, dialect: TypeDialect, notes: Notes): DbtTable[] {
  const scope = createFileScope();
  const placeOf = dbtPlaces(contract);
  const names = contract.tables.map(({ name }) => scope.take(asciiName(name, 'table')));
  return contract.tables.map((table, index): DbtTable => {
    const name = names[index] ?? '';
    if (name !== table.name) notes.add(table.name, `the model is called ${name}`);
    const columns = columnsOf(table, dialect, notes);
    const staging = scope.take(`stg_${name}`);
    return {
      table,
      where: table.name,
      name,
      staging,
      place: placeOf(table),
      columns,
      primaryKey: keyOf(columns),
    };
  });
}

function byName(tables: readonly DbtTable[]): Map<string, DbtTable> {
  const entries = tables.flatMap((entry) =>
    [entry.table.name, entry.table.physicalName].map(
      (name) => [name.toLowerCase(), entry] as const,
    ),
  );
  const inSchemas = tables.map((entry) => [entry.place.identifier.toLowerCase(), entry] as const);
  return new Map([...inSchemas, ...entries]);
}

/** The sources of every project say these. */
const saidInMeta = [
  ...(['description.purpose', 'description.usage', 'description.limitations'] as const),
  ...(['status', 'tags', 'domain', 'dataProduct', 'tenant', 'team'] as const),
];

/** What the files of a dbt project are made of, under names that dbt takes. */
export function dbtProjectOf(
  contract: ContractModel,
  options: GenerationOptions,
  notes: Notes,
): DbtProject {
  const dialect = dialectFor(options);
  const tables = tablesOf(contract, dialect, notes);
  if (tables.length === 0) notes.add('schema', 'the contract has no tables');
  for (const table of contract.tables) noteComputed(table, notes);
  noteAroundTables(contract, notes, saidInMeta);
  noteInexactBounds(contract, notes);
  return {
    contract,
    dialect,
    server: options.server,
    notes,
    tables,
    tablesByName: byName(tables),
    isOld: options.compat === 'dbt-1.9',
    name: nameOf(contract),
    references: referencesOf(contract, tables, { dialect, notes }),
    finder: createReferenceFinder(contract),
    testNames: createFileScope(),
  };
}
