import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { sqlName } from '../../../../domain/dialects/names/sql-text.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { fileStem } from '../../shapes/names.ts';
import { createNotes } from '../../shapes/notes.ts';
import { columnEntry, descriptionOf, tableMeta } from './columns.ts';
import { buildOrder, constraintsOf } from './constraints.ts';
import { tableTests, testEntries } from './data-tests.ts';
import { configOf, dbtFile, singularFiles, withNotes } from './files.ts';
import { commentLines, dbtYaml, jinjaText } from './jinja.ts';
import type { DbtValue } from './jinja.ts';
import { dbtPlatforms } from './platforms.ts';
import { dbtProjectOf } from './project.ts';
import type { DbtProject } from './project.ts';
import type { DbtColumn, DbtTable } from './tables.ts';
import { qualityTests } from './quality.ts';
import type { QualityTests } from './quality.ts';
import { contractMeta } from './sources.ts';
import { storageOf } from './storage.ts';
import type { DbtStorage } from './storage.ts';
import { stagingFiles } from './staging.ts';
import { modelUsage } from './usage.ts';

/** The tables of the contract as models whose contracts dbt enforces and tests. */
export const dbtModels: Generator<'dbt-models'> = { ...catalogue.dbtModels, generate };

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

/** A model and how it is built. */
type Build = {
  table: DbtTable;
  quality: QualityTests;
  materialized: 'table' | 'view' | 'materialized_view';
  storage: DbtStorage;
  /** The columns in the order of the model. */
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

/** True for a name that the adapter would have to quote and cannot. */
const isUnquotable = (dialect: TypeDialect, name: string): boolean =>
  dbtPlatforms[dialect].plainRelations === true && sqlName(dialect, name) !== name;

/** The schema in the name of a table. */
function schemaOf(
  { dialect, notes }: DbtProject,
  { location, where }: DbtTable,
): string | undefined {
  const { schema } = location;
  if (schema === undefined) return undefined;
  if (isUnquotable(dialect, schema)) {
    notes.warn(where, 'is built in the schema of the target; dbt cannot quote {}', schema);
    return undefined;
  }
  const clause = 'dbt puts the name of the target before the schema {}';
  notes.warn(where, `${clause}, unless the project has a generate_schema_name of its own`, schema);
  return schema;
}

function aliasOf(
  { dialect, notes }: DbtProject,
  { location, name, where }: DbtTable,
): string | undefined {
  const { identifier } = location;
  if (identifier === name) return undefined;
  const safe = identifier.replaceAll(/["'`[\]\\{}\p{C}\p{Zl}\p{Zp}]/gu, '_');
  const alias = isUnquotable(dialect, safe) ? undefined : safe;
  if ((alias ?? name) !== identifier)
    notes.warn(where, 'the relation is called {}; dbt cannot quote its name', alias ?? name);
  return alias === name ? undefined : alias;
}

/** dbt compares the columns of models with the contract, unless it cannot. */
function isEnforced({ dialect, notes }: DbtProject, table: DbtTable): boolean {
  const isPossible =
    materialization(table) !== 'materialized_view' &&
    dbtPlatforms[dialect].unenforcedContracts !== true &&
    table.columns.length > 0;
  if (!isPossible) notes.warn(table.where, 'its contract is tested, but not enforced by dbt');
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

/** A model to start from: the columns of the staging model under their physical names. */
function modelSql({ table, columns }: Build): string {
  const lines = columns.map(({ staging, model }) =>
    jinjaText(`    ${staging.sql}${staging.sql === model.sql ? '' : ` as ${model.sql}`}`),
  );
  return [
    ...commentLines(
      `Builds ${table.where} of the data contract from what the source ${table.location.source} has.`,
    ),
    'select',
    lines.length > 0 ? lines.join(',\n') : '    *',
    `from {{ ref('${table.staging}') }}`,
    '',
  ].join('\n');
}
