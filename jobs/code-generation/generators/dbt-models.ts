import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlName } from '../../../domain/dialects/sql-text.ts';
import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../generator.ts';
import { fileStem } from '../shapes/names.ts';
import { createNotes } from '../shapes/notes.ts';
import { columnEntry, descriptionOf, tableMeta } from './dbt-columns.ts';
import { buildOrder, constraintsOf } from './dbt-constraints.ts';
import { tableTests, testEntries } from './dbt-data-tests.ts';
import { configOf, dbtFile, singularFiles, withNotes } from './dbt-files.ts';
import { commentLines, dbtYaml, jinjaText } from './dbt-jinja.ts';
import type { DbtValue } from './dbt-jinja.ts';
import { dbtDialects, dbtProjectOf, dbtVariants } from './dbt-project.ts';
import type { DbtProject } from './dbt-project.ts';
import type { DbtColumn, DbtTable } from './dbt-tables.ts';
import { qualityTests } from './dbt-quality.ts';
import type { QualityTests } from './dbt-quality.ts';
import { contractMeta } from './dbt-sources.ts';
import { storageOf } from './dbt-storage.ts';
import type { DbtStorage } from './dbt-storage.ts';
import { stagingFiles } from './dbt-staging.ts';
import { modelUsage } from './dbt-usage.ts';

/** The tables of the contract as models whose contracts dbt enforces and tests. */
export const dbtModels: Generator = {
  type: 'dbt-models',
  title: 'dbt models',
  description:
    'Models with enforced contracts, constraints and data tests, with the sources and staging models that they are made of',
  languages: ['yaml', 'sql'],
  dialects: dbtDialects,
  variants: dbtVariants,
  generate,
};

function generate(contract: ContractModel, options: GenerationOptions): GeneratedFile[] {
  const project = dbtProjectOf(contract, options, createNotes());
  const { tables } = project;
  const qualities = tables.map((table) => qualityTests(project, modelUsage, table));
  const order = buildOrder(project);
  const builds = tables.map((table, index) => buildOf(project, table, qualities[index]));
  const models = builds.map((build) => modelEntry(project, build, order));
  const stem = fileStem(project.name, 'contract');
  const filename = stem.toLowerCase() === 'sources' ? 'models/contract.yml' : `models/${stem}.yml`;
  return withNotes(project, [
    dbtFile(filename, dbtYaml({ version: 2, models })),
    ...builds.map((build) => dbtFile(`models/${build.table.name}.sql`, modelSql(build))),
    ...singularFiles(
      'models',
      qualities.flatMap(({ singular }) => singular),
    ),
    ...stagingFiles(project),
  ]);
}

/** One model, and how it is built. */
type Build = {
  table: DbtTable;
  quality: QualityTests;
  materialized: 'table' | 'view' | 'materialized_view';
  storage: DbtStorage;
  /** In the order in which the model has them. */
  columns: readonly DbtColumn[];
};

function buildOf(project: DbtProject, table: DbtTable, quality: QualityTests | undefined): Build {
  const materialized = materialization(table);
  const storage = storageOf(project, table, materialized);
  const others = table.columns.filter((column) => !storage.last.includes(column));
  return {
    table,
    quality: quality ?? { ofTable: [], ofColumns: new Map(), singular: [] },
    materialized,
    storage,
    columns: [...others, ...storage.last],
  };
}

function materialization({ table }: DbtTable): Build['materialized'] {
  if (/materiali[sz]ed[ _-]?view/i.test(table.physicalType ?? '')) return 'materialized_view';
  return /view/i.test(table.physicalType ?? '') ? 'view' : 'table';
}

/** Adapters that do not quote the names of relations; the others take any name. */
const plainOnly: ReadonlySet<TypeDialect> = new Set(['snowflake', 'oracle', 'athena']);

/** The schema that a table names itself. */
function schemaOf({ dialect, notes }: DbtProject, { place, where }: DbtTable): string | undefined {
  const { schema } = place;
  if (schema === undefined) return undefined;
  if (plainOnly.has(dialect) && sqlName(dialect, schema) !== schema) {
    notes.add(where, `is built in the schema of the target; dbt cannot quote ${schema}`);
    return undefined;
  }
  const clause = `dbt puts the name of the target before the schema ${schema}`;
  notes.add(where, `${clause}, unless the project has a generate_schema_name of its own`);
  return schema;
}

function aliasOf(
  { dialect, notes }: DbtProject,
  { place, name, where }: DbtTable,
): string | undefined {
  const { identifier } = place;
  if (identifier === name) return undefined;
  const safe = identifier.replaceAll(/["'`[\]\\{}\p{C}\p{Zl}\p{Zp}]/gu, '_');
  const isTaken = plainOnly.has(dialect) && sqlName(dialect, safe) !== safe;
  const alias = isTaken ? undefined : safe;
  if ((alias ?? name) !== identifier)
    notes.add(where, `the relation is called ${alias ?? name}; dbt cannot quote its name`);
  return alias === name ? undefined : alias;
}

/** dbt compares the columns of models with the contract, unless it cannot. */
function isEnforced({ dialect, notes }: DbtProject, table: DbtTable): boolean {
  const isPossible =
    materialization(table) !== 'materialized_view' &&
    dialect !== 'mysql' &&
    table.columns.length > 0;
  if (!isPossible) notes.add(table.where, 'its contract is tested, but not enforced by dbt');
  return isPossible;
}

const unlessEmpty = (list: readonly DbtValue[]): readonly DbtValue[] | undefined =>
  list.length > 0 ? list : undefined;

function modelEntry(
  project: DbtProject,
  { table, quality, materialized, storage, columns }: Build,
  order: ReadonlyMap<DbtTable, number>,
): DbtValue {
  const { contract } = project;
  const { tags } = table.table;
  const enforced = isEnforced(project, table);
  const isConstrained = enforced && materialized === 'table';
  const constraints = isConstrained ? constraintsOf(project, table, order) : undefined;
  const tests = [...tableTests(project, modelUsage, table), ...quality.ofTable];
  const context = { project, usage: modelUsage, table, quality };
  const config = {
    materialized,
    schema: schemaOf(project, table),
    alias: aliasOf(project, table),
    contract: enforced ? { enforced: true } : undefined,
    ...storage.config,
  };
  return {
    name: table.name,
    description: descriptionOf(table.table),
    ...configOf(config, [...contract.tags, ...tags], {
      ...contractMeta(contract),
      ...tableMeta(table.table),
    }),
    constraints: unlessEmpty(constraints?.ofTable ?? []),
    data_tests: unlessEmpty(testEntries(project, tests)),
    columns: unlessEmpty(
      columns.map((column) => columnEntry(context, column, constraints?.ofColumns.get(column))),
    ),
  };
}

/** A model to start from: what the staging model has, under the physical names. */
function modelSql({ table, columns }: Build): string {
  const lines = columns.map(({ staging, model }) =>
    jinjaText(`    ${staging.sql}${staging.sql === model.sql ? '' : ` as ${model.sql}`}`),
  );
  return [
    ...commentLines(
      `Builds ${table.where} of the data contract from what the source ${table.place.source} has.`,
    ),
    'select',
    lines.length > 0 ? lines.join(',\n') : '    *',
    `from {{ ref('${table.staging}') }}`,
    '',
  ].join('\n');
}
