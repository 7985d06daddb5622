import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { sqlText } from '../../../../domain/dialects/names/sql-text.ts';
import type { DbtValue } from './jinja.ts';
import type { DbtProject } from './project.ts';
import type { DbtColumn, DbtTable } from './tables.ts';

/** The partitioning in the configuration of a model, and the columns that have to come last for it. */
export type DbtStorage = { config: Readonly<Record<string, DbtValue>>; last: readonly DbtColumn[] };

const nothing: DbtStorage = { config: {}, last: [] };

/** The partitioning, clustering or sorting of the table of a model. */
export function storageOf(
  project: DbtProject,
  table: DbtTable,
  materialized: 'table' | 'view' | 'materialized_view',
): DbtStorage {
  const partitions = partitionsOf(table);
  if (materialized !== 'table') {
    noteAll(project, partitions, 'a view has no partitions; not partitioned');
    return nothing;
  }
  const write = writers[project.dialect];
  if (write) return write(project, table, partitions);
  noteAll(project, partitions, 'dbt has no partitions for this platform; not partitioned');
  return nothing;
}

/** Columns by their position among the partitions; columns without a position come last. */
function partitionsOf({ columns }: DbtTable): DbtColumn[] {
  const position = ({ property }: DbtColumn): number =>
    property.partitionKeyPosition ?? Number.MAX_SAFE_INTEGER;
  return columns
    .filter(({ property }) => property.partitioned || property.partitionKeyPosition !== undefined)
    .sort((one, other) => position(one) - position(other));
}

type Write = (project: DbtProject, table: DbtTable, partitions: DbtColumn[]) => DbtStorage;

const list = (columns: readonly DbtColumn[]): string[] => columns.map(({ model }) => model.sql);

function noteAll({ notes }: DbtProject, columns: readonly DbtColumn[], clause: string): void {
  for (const { where } of columns) notes.warn(where, clause);
}

/** The columns whose type can partition a table; the others are noted. */
function scalars(project: DbtProject, columns: readonly DbtColumn[], odd: RegExp): DbtColumn[] {
  const isOdd = ({ type }: DbtColumn): boolean => odd.test(type);
  noteAll(project, columns.filter(isOdd), 'a column of its type cannot divide a table');
  return columns.filter((column) => !isOdd(column));
}

/** The same columns, or none if they are all columns of the table, because a table needs another one. */
function withoutWholeTable(
  project: DbtProject,
  { columns }: DbtTable,
  fit: readonly DbtColumn[],
): readonly DbtColumn[] {
  if (fit.length < columns.length) return fit;
  noteAll(project, fit, 'not partitioned, as a table needs a column besides');
  return [];
}

/** BigQuery partitions a table by one date column and clusters it by up to four others. */
function writeBigquery(project: DbtProject, _: DbtTable, partitions: DbtColumn[]): DbtStorage {
  const odd = /^(?:ARRAY|STRUCT|JSON|GEOGRAPHY|FLOAT64|BYTES|INTERVAL|TIME$)/;
  const fit = scalars(project, partitions, odd);
  const first = fit.find(({ type }) => /^(?:DATE|DATETIME|TIMESTAMP)$/.test(type));
  const others = fit.filter((column) => column !== first);
  noteAll(project, others.slice(0, 4), 'clusters the table, as it cannot partition it besides');
  noteAll(
    project,
    others.slice(4),
    'neither partitions nor clusters the table: four columns are the most',
  );
  const by = first && {
    field: first.model.sql,
    data_type: first.type.toLowerCase(),
    granularity: 'day',
  };
  return {
    config: {
      ...(by && { partition_by: by }),
      ...(others.length > 0 && { cluster_by: list(others.slice(0, 4)) }),
    },
    last: [],
  };
}

function writeDatabricks(
  project: DbtProject,
  table: DbtTable,
  partitions: DbtColumn[],
): DbtStorage {
  const odd = /^(?:ARRAY|STRUCT|MAP|VARIANT|BINARY|INTERVAL)/;
  const by = list(withoutWholeTable(project, table, scalars(project, partitions, odd)));
  return { config: by.length > 0 ? { partition_by: by } : {}, last: [] };
}

/** Queries that create tables in Hive have to select the partition columns last. */
function writeAthena(project: DbtProject, table: DbtTable, partitions: DbtColumn[]): DbtStorage {
  const fit = scalars(project, partitions, /^(?:array|row|map|varbinary)/);
  const last = withoutWholeTable(project, table, fit);
  // The adapter writes them as texts.
  const names = last.map(({ model }) => model.name);
  return { config: last.length > 0 ? { partitioned_by: names } : {}, last };
}

function writeTrino(project: DbtProject, _: DbtTable, partitions: DbtColumn[]): DbtStorage {
  const fit = scalars(project, partitions, /^(?:array|row|map|json)/);
  if (fit.length === 0) return nothing;
  noteAll(project, fit, 'partitioned as in catalogs of Iceberg; those of Hive say partitioned_by');
  const names = fit.map(({ model }) => sqlText('trino', model.sql)).join(', ');
  return { config: { properties: { partitioning: `ARRAY[${names}]` } }, last: [] };
}

/** ClickHouse orders the rows of a table by its key. */
function writeClickhouse(
  project: DbtProject,
  table: DbtTable,
  partitions: DbtColumn[],
): DbtStorage {
  const odd = /^(?:Nullable\()?(?:JSON|Map|Array|Tuple|Point|Float)/;
  const key = scalars(project, table.primaryKey, odd);
  const fit = scalars(project, partitions, odd);
  const isNullable = fit.some(({ type }) => type.startsWith('Nullable('));
  return {
    config: {
      ...(key.length > 0 && { order_by: list(key) }),
      ...(fit.length > 0 && { partition_by: list(fit) }),
      ...(isNullable && { settings: { allow_nullable_key: 1 } }),
    },
    last: [],
  };
}

/** Writes one list of columns, for platforms that have such a member. */
function listed(member: string, odd: RegExp, clause: string): Write {
  return (project, _, partitions) => {
    const fit = scalars(project, partitions, odd);
    noteAll(project, fit, clause);
    return { config: fit.length > 0 ? { [member]: list(fit) } : {}, last: [] };
  };
}

const writers: Partial<Record<TypeDialect, Write>> = {
  bigquery: writeBigquery,
  databricks: writeDatabricks,
  athena: writeAthena,
  trino: writeTrino,
  clickhouse: writeClickhouse,
  snowflake: listed(
    'cluster_by',
    /^(?:VARIANT|OBJECT|ARRAY|GEO|VECTOR)/,
    'clusters the table, which has no partitions to declare',
  ),
  redshift: listed(
    'sort',
    /^(?:super|geo|hllsketch|varbyte)/,
    'sorts the table, which has no partitions',
  ),
};
