import { dialectOf } from '../../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlName } from '../../../domain/dialects/sql-text.ts';
import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../generator.ts';
import { createNotes } from '../shapes/notes.ts';
import { columnEntry, descriptionOf, tableMeta } from './dbt-columns.ts';
import { tableTests, testEntries } from './dbt-data-tests.ts';
import { configOf, dbtFile, projectFiles, singularFiles, withNotes } from './dbt-files.ts';
import { freshnessOf } from './dbt-freshness.ts';
import type { Freshness } from './dbt-freshness.ts';
import { dbtYaml } from './dbt-jinja.ts';
import type { DbtValue } from './dbt-jinja.ts';
import { dbtDialects, dbtProjectOf, dbtVariants } from './dbt-project.ts';
import type { DbtProject } from './dbt-project.ts';
import type { DbtTable } from './dbt-tables.ts';
import { qualityTests } from './dbt-quality.ts';
import type { QualityTests } from './dbt-quality.ts';
import { sourceUsage } from './dbt-usage.ts';

/** The tables of the contract as sources that dbt reads and tests. */
export const dbtSources: Generator = {
  type: 'dbt-sources',
  title: 'dbt sources',
  description: 'Sources with columns, data tests and freshness, as a dbt project of its own',
  languages: ['yaml', 'sql'],
  dialects: dbtDialects,
  variants: dbtVariants,
  generate,
};

function generate(contract: ContractModel, options: GenerationOptions): GeneratedFile[] {
  const project = dbtProjectOf(contract, options, createNotes());
  return withNotes(project, sourceFiles(project));
}

/** Members of a server that dbt calls database and schema. */
const places: Partial<Record<TypeDialect, readonly [string | undefined, string]>> = {
  mysql: [undefined, 'database'],
  clickhouse: [undefined, 'database'],
  bigquery: ['project', 'dataset'],
  databricks: ['catalog', 'schema'],
  trino: ['catalog', 'schema'],
  athena: ['catalog', 'schema'],
  oracle: [undefined, 'schema'],
  duckdb: [undefined, 'schema'],
};

const unquotable = /["'`[\]\\\p{C}\p{Zl}\p{Zp}]/gu;

/** Adapters that quote no name unless told so. */
const unquoting: ReadonlySet<TypeDialect> = new Set(['snowflake', 'oracle']);

/** The database and schema that a server names. */
function placeOfServer({ server, dialect, notes }: DbtProject): Record<string, string> {
  if (server === undefined) return {};
  const type = server.type.toLowerCase();
  const isSame = dialectOf(type) === dialect || type === dialect;
  if (!isSame || (dialect === 'duckdb' && type !== 'duckdb')) return {};
  const [database, schema] = places[dialect] ?? ['database', 'schema'];
  const text = (member: string | undefined): string | undefined => {
    const value = member === undefined ? undefined : server[member];
    if (typeof value !== 'string' || value === '') return undefined;
    const safe = value.replaceAll(unquotable, '_');
    if (safe !== value) notes.add(server.server, `dbt cannot quote its ${member}`);
    return safe;
  };
  const named = Object.entries({ database: text(database), schema: text(schema) });
  return Object.fromEntries(
    named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A schema that tables name themselves comes before that of the server. */
function placeOf(project: DbtProject, schema: string | undefined): Record<string, DbtValue> {
  const { dialect } = project;
  const place = { ...placeOfServer(project), ...(schema !== undefined && { schema }) };
  const quoted = unquoting.has(dialect)
    ? Object.entries(place).filter(([, value]) => sqlName(dialect, value) !== value)
    : [];
  return {
    ...place,
    ...(quoted.length > 0 && {
      quoting: Object.fromEntries(quoted.map(([name]) => [name, true])),
    }),
  };
}

function identifierOf({ dialect, notes }: DbtProject, { place, where, name }: DbtTable): DbtValue {
  const safe = place.identifier.replaceAll(unquotable, '_');
  if (safe !== place.identifier) notes.add(where, `dbt cannot quote its name; read as ${safe}`);
  const isQuoted = unquoting.has(dialect) && sqlName(dialect, safe) !== safe;
  return {
    identifier: safe === name ? undefined : safe,
    quoting: isQuoted ? { identifier: true } : undefined,
  };
}

function tableEntry(
  project: DbtProject,
  table: DbtTable,
  freshness: Freshness | undefined,
  quality: QualityTests,
): DbtValue {
  const tests = testEntries(project, [
    ...tableTests(project, sourceUsage, table),
    ...quality.ofTable,
  ]);
  const columns = table.columns.map((column) =>
    columnEntry({ project, usage: sourceUsage, table, quality }, column),
  );
  const { isOld } = project;
  return {
    name: table.name,
    ...(identifierOf(project, table) as Record<string, DbtValue>),
    description: descriptionOf(table.table),
    loaded_at_field: isOld ? freshness?.loadedAt : undefined,
    ...configOf(
      {
        freshness: freshness?.freshness,
        loaded_at_field: isOld ? undefined : freshness?.loadedAt,
      },
      table.table.tags,
      tableMeta(table.table),
    ),
    data_tests: tests.length > 0 ? tests : undefined,
    columns: columns.length > 0 ? columns : undefined,
  };
}

/** Files that are a project with the sources of a contract. */
export function sourceFiles(project: DbtProject): GeneratedFile[] {
  const { contract, tables } = project;
  const freshness = freshnessOf(project);
  const qualities = tables.map((table) => qualityTests(project, sourceUsage, table));
  const entries = tables.map((table, index) =>
    tableEntry(project, table, freshness.get(table), qualities[index] as QualityTests),
  );
  const places = new Map(tables.map(({ place }) => [place.source, place]));
  const sources = [...places.values()].map(({ source, schema }) => ({
    name: source,
    description: contract.description.purpose,
    ...placeOf(project, schema),
    ...configOf({}, contract.tags, contractMeta(contract)),
    tables: entries.filter((_, index) => tables[index]?.place.source === source),
  }));
  return [
    dbtFile('models/sources.yml', dbtYaml({ version: 2, sources })),
    ...projectFiles(project),
    ...singularFiles(
      'sources',
      qualities.flatMap(({ singular }) => singular),
    ),
  ];
}

/** What `meta` says of the contract. */
export function contractMeta(contract: ContractModel): Record<string, DbtValue | undefined> {
  return {
    data_contract: contract.id === '' ? undefined : contract.id,
    data_contract_version: contract.version === '' ? undefined : contract.version,
    owner: contract.team,
    usage: contract.description.usage,
    limitations: contract.description.limitations,
    status: contract.status,
    domain: contract.domain,
    data_product: contract.dataProduct,
    tenant: contract.tenant,
  };
}
