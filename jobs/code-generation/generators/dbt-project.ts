import { dialectOf } from '../../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type {
  ContractModel,
  ContractServer,
} from '../../../domain/standards/odcs/contract-model.ts';
import { createReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import type { ReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import type { GenerationOptions } from '../generator.ts';
import { noteComputed } from '../shapes/computed.ts';
import { noteInexactBounds } from '../shapes/inexact-bounds.ts';
import { asciiName, createFileScope } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { noteAroundTables, noteFurtherMembers } from '../shapes/placeless.ts';
import { dbtReferencesOf } from './dbt-references.ts';
import type { DbtReference } from './dbt-references.ts';
import { dbtTablesOf } from './dbt-tables.ts';
import type { DbtTable } from './dbt-tables.ts';

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

/** Ids that nobody can read give way to the name. */
function nameOf({ id, name }: ContractModel): string {
  const isOdd = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}$|urn:)/i.test(id);
  return asciiName(isOdd ? (name ?? id) : id, 'contract').toLowerCase();
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
  const tables = dbtTablesOf(contract, dialect, notes);
  if (tables.length === 0) notes.add('schema', 'the contract has no tables');
  for (const table of contract.tables) noteComputed(table, notes);
  noteAroundTables(contract, notes, saidInMeta);
  noteFurtherMembers(contract, notes, ['examples', 'transformLogic']);
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
    references: dbtReferencesOf(contract, tables, { dialect, notes }),
    finder: createReferenceFinder(contract),
    testNames: createFileScope(),
  };
}
