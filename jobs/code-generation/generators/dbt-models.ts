import { sqlName } from '../../../domain/dialects/sql-text.ts';
import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../generator.ts';
import { fileStem } from '../shapes/names.ts';
import { createNotes } from '../shapes/notes.ts';
import { columnEntry, descriptionOf } from './dbt-columns.ts';
import { buildOrder, constraintsOf } from './dbt-constraints.ts';
import { tableTests, testEntries } from './dbt-data-tests.ts';
import { configOf, dbtFile, singularFiles, withNotes } from './dbt-files.ts';
import { commentLines, dbtYaml, jinjaText } from './dbt-jinja.ts';
import type { DbtValue } from './dbt-jinja.ts';
import { dbtDialects, dbtProjectOf, dbtVariants } from './dbt-project.ts';
import type { DbtProject, DbtTable } from './dbt-project.ts';
import { qualityTests } from './dbt-quality.ts';
import type { QualityTests } from './dbt-quality.ts';
import { contractMeta } from './dbt-sources.ts';
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
  const models = tables.map((table, index) =>
    modelEntry(project, table, order, qualities[index] as QualityTests),
  );
  const stem = fileStem(project.name, 'contract');
  const filename = stem.toLowerCase() === 'sources' ? 'models/contract.yml' : `models/${stem}.yml`;
  return withNotes(project, [
    dbtFile(filename, dbtYaml({ version: 2, models })),
    ...tables.map((table) => dbtFile(`models/${table.name}.sql`, modelSql(project, table))),
    ...singularFiles(
      'models',
      qualities.flatMap(({ singular }) => singular),
    ),
    ...stagingFiles(project),
  ]);
}

function materialization({ table }: DbtTable): string {
  if (/materiali[sz]ed[ _-]?view/i.test(table.physicalType ?? '')) return 'materialized_view';
  return /view/i.test(table.physicalType ?? '') ? 'view' : 'table';
}

/** Adapters that quote the names of relations take any name for one. */
function aliasOf(
  { dialect, notes }: DbtProject,
  { table, name, where }: DbtTable,
): string | undefined {
  if (table.physicalName === name) return undefined;
  const safe = table.physicalName.replaceAll(/["'`[\]\\{}\p{C}\p{Zl}\p{Zp}]/gu, '_');
  const isPlainOnly = dialect === 'snowflake' || dialect === 'oracle' || dialect === 'athena';
  const isTaken = isPlainOnly && sqlName(dialect, safe) !== safe;
  const alias = isTaken ? undefined : safe;
  if ((alias ?? name) !== table.physicalName)
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
  table: DbtTable,
  order: ReadonlyMap<DbtTable, number>,
  quality: QualityTests,
): DbtValue {
  const { contract } = project;
  const { tags, description, businessName } = table.table;
  const materialized = materialization(table);
  const enforced = isEnforced(project, table);
  const isConstrained = enforced && materialized === 'table';
  const constraints = isConstrained ? constraintsOf(project, table, order) : undefined;
  const tests = [...tableTests(project, modelUsage, table), ...quality.ofTable];
  const context = { project, usage: modelUsage, table, quality };
  const config = {
    materialized,
    alias: aliasOf(project, table),
    contract: enforced ? { enforced: true } : undefined,
  };
  return {
    name: table.name,
    description: descriptionOf(table.table),
    ...configOf(config, [...contract.tags, ...tags], {
      ...contractMeta(contract),
      business_name: description === undefined ? undefined : businessName,
    }),
    constraints: unlessEmpty(constraints?.ofTable ?? []),
    data_tests: unlessEmpty(testEntries(project, tests)),
    columns: unlessEmpty(
      table.columns.map((column) =>
        columnEntry(context, column, constraints?.ofColumns.get(column)),
      ),
    ),
  };
}

/** A model to start from: what the staging model has, under the physical names. */
function modelSql({ source }: DbtProject, table: DbtTable): string {
  const lines = table.columns.map(({ staging, model }) =>
    jinjaText(`    ${staging.sql}${staging.sql === model.sql ? '' : ` as ${model.sql}`}`),
  );
  return [
    ...commentLines(
      `Builds ${table.where} of the data contract from what the source ${source} has.`,
    ),
    'select',
    lines.length > 0 ? lines.join(',\n') : '    *',
    `from {{ ref('${table.staging}') }}`,
    '',
  ].join('\n');
}
