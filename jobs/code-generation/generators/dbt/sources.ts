import { dialectOf } from '../../../../domain/dialects/dialect.ts';
import { sqlName } from '../../../../domain/dialects/names/sql-text.ts';
import { typeSystems } from '../../../../domain/dialects/types/type-systems.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { createNotes } from '../../shapes/notes.ts';
import { columnEntry, descriptionOf, tableMeta } from './columns.ts';
import { tableTests, testEntries } from './data-tests.ts';
import { configOf, dbtFile, projectFiles, singularFiles, withNotes } from './files.ts';
import { freshnessOf } from './freshness.ts';
import type { Freshness } from './freshness.ts';
import { dbtYaml } from './jinja.ts';
import type { DbtValue } from './jinja.ts';
import { dbtPlatforms } from './platforms.ts';
import { dbtProjectOf } from './project.ts';
import type { DbtProject } from './project.ts';
import type { DbtTable } from './tables.ts';
import { qualityTests } from './quality.ts';
import type { QualityTests } from './quality.ts';
import { sourceUsage } from './usage.ts';

/** The tables of the contract as sources that dbt reads and tests. */
export const dbtSources: Generator<'dbt-sources'> = { ...catalogue.dbtSources, generate };

function generate(contract: ContractModel, options: GenerationOptions): GeneratedFile[] {
  const project = dbtProjectOf(contract, options, createNotes());
  return withNotes(project, sourceFiles(project));
}

const unquotable = /["'`[\]\\\p{C}\p{Zl}\p{Zp}]/gu;

/** The database and schema that a server names. */
function locationOfServer({ server, dialect, notes }: DbtProject): Record<string, string> {
  if (server === undefined) return {};
  const type = server.type.toLowerCase();
  const isSame = dialectOf(type) === dialect || type === dialect;
  if (!isSame || (typeSystems[dialect].readsFiles === true && type !== dialect)) return {};
  const [database, schema] = dbtPlatforms[dialect].location ?? ['database', 'schema'];
  const text = (member: string | undefined): string | undefined => {
    const value = member === undefined ? undefined : server[member];
    if (typeof value !== 'string' || value === '') return undefined;
    const safe = value.replaceAll(unquotable, '_');
    if (safe !== value) notes.warn(server.server, `dbt cannot quote its ${member}`);
    return safe;
  };
  const named = Object.entries({ database: text(database), schema: text(schema) });
  return Object.fromEntries(
    named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A schema in the names of tables overrides that of the server. */
function locationOf(project: DbtProject, schema: string | undefined): Record<string, DbtValue> {
  const { dialect } = project;
  const location = { ...locationOfServer(project), ...(schema !== undefined && { schema }) };
  const quoted =
    dbtPlatforms[dialect].unquotedSources === true
      ? Object.entries(location).filter(([, value]) => sqlName(dialect, value) !== value)
      : [];
  return {
    ...location,
    ...(quoted.length > 0 && {
      quoting: Object.fromEntries(quoted.map(([name]) => [name, true])),
    }),
  };
}

function identifierOf(
  { dialect, notes }: DbtProject,
  { location, where, name }: DbtTable,
): DbtValue {
  const safe = location.identifier.replaceAll(unquotable, '_');
  if (safe !== location.identifier)
    notes.warn(where, 'dbt cannot quote its name; read as {}', safe);
  const isUnquoted = dbtPlatforms[dialect].unquotedSources === true;
  const isQuoted = isUnquoted && sqlName(dialect, safe) !== safe;
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
  const locations = new Map(tables.map(({ location }) => [location.source, location]));
  const sources = [...locations.values()].map(({ source, schema }) => ({
    name: source,
    description: contract.description.purpose,
    ...locationOf(project, schema),
    ...configOf({}, contract.tags, contractMeta(contract)),
    tables: entries.filter((_, index) => tables[index]?.location.source === source),
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

/** The `meta` of the contract. */
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
