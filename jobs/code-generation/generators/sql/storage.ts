import { sqlText } from '../../../../domain/dialects/names/sql-text.ts';
import { athenaFiles } from './athena.ts';
import type { DdlColumn, DdlTable, Script } from './tables.ts';

/** Clauses after the columns of a table, except its comment, and columns that move into these clauses. */
export type Storage = { clauses: string[]; moved: DdlColumn[] };

/** The partitioning, clustering and retention of a table. */
export function storageOf(script: Script, table: DdlTable): Storage {
  const partitions = partitionsOf(table);
  const write = writers[script.dialect];
  if (write) return write(script, table, partitions);
  noteAll(
    script,
    partitions,
    'the platform wants partitions that are made by hand; not partitioned',
  );
  return { clauses: [], moved: [] };
}

/** Columns by their position among the partitions; columns without a position come last. */
function partitionsOf({ columns }: DdlTable): DdlColumn[] {
  const position = ({ property }: DdlColumn): number =>
    property.partitionKeyPosition ?? Number.MAX_SAFE_INTEGER;
  return columns
    .filter(({ property }) => property.partitioned || property.partitionKeyPosition !== undefined)
    .sort((one, other) => position(one) - position(other));
}

type Write = (script: Script, table: DdlTable, partitions: DdlColumn[]) => Storage;

const list = (columns: readonly DdlColumn[]): string => columns.map(({ sql }) => sql).join(', ');

function noteAll({ notes }: Script, columns: readonly DdlColumn[], clause: string): void {
  for (const { where } of columns) notes.warn(where, clause);
}

/** The columns whose type can partition a table; the others are noted. */
function scalars(script: Script, columns: readonly DdlColumn[], odd: RegExp): DdlColumn[] {
  const isOdd = ({ type }: DdlColumn): boolean => odd.test(type);
  noteAll(script, columns.filter(isOdd), 'a column of its type cannot divide a table');
  return columns.filter((column) => !isOdd(column));
}

/** BigQuery partitions a table by one date column and clusters it by up to four others. */
function writeBigquery(script: Script, _: DdlTable, partitions: DdlColumn[]): Storage {
  const fit = scalars(
    script,
    partitions,
    /^(?:ARRAY|STRUCT|JSON|GEOGRAPHY|FLOAT64|BYTES|INTERVAL|TIME$)/,
  );
  const first = fit.find(({ type }) => /^(?:DATE|DATETIME|TIMESTAMP)$/.test(type));
  const others = fit.filter((column) => column !== first);
  noteAll(script, others.slice(0, 4), 'clusters the table, as it cannot partition it besides');
  noteAll(
    script,
    others.slice(4),
    'neither partitions nor clusters the table: four columns are the most',
  );
  const by =
    first && (first.type === 'DATE' ? first.sql : `${first.type}_TRUNC(${first.sql}, DAY)`);
  return {
    clauses: [
      ...(by === undefined ? [] : [`PARTITION BY ${by}`]),
      ...(others.length > 0 ? [`CLUSTER BY ${list(others.slice(0, 4))}`] : []),
    ],
    moved: [],
  };
}

const isTimestamp = ({ logical }: DdlColumn): boolean => logical === 'timestamp';

function writeDatabricks(script: Script, { columns }: DdlTable, partitions: DdlColumn[]): Storage {
  const odd = /^(?:ARRAY|STRUCT|MAP|VARIANT|BINARY|INTERVAL)/;
  const scalar = scalars(script, partitions, odd);
  noteAll(
    script,
    scalar.filter(isTimestamp),
    'not partitioned, as each moment would be a partition',
  );
  const fit = scalar.filter((column) => !isTimestamp(column));
  if (fit.length === columns.length) {
    noteAll(script, fit, 'not partitioned, as a table needs a column besides');
    return { clauses: [], moved: [] };
  }
  return { clauses: fit.length > 0 ? [`PARTITIONED BY (${list(fit)})`] : [], moved: [] };
}

function writeTrino(script: Script, _: DdlTable, partitions: DdlColumn[]): Storage {
  const fit = scalars(script, partitions, /^(?:array|row|map|json)/);
  if (fit.length === 0) return { clauses: [], moved: [] };
  noteAll(script, fit, 'partitioned as in catalogs of Iceberg; those of Hive say partitioned_by');
  const days = fit.filter(isTimestamp);
  noteAll(script, days, 'partitioned by its day, which catalogs of Hive cannot');
  const names = fit
    .map((column) => (isTimestamp(column) ? `day(${column.sql})` : column.sql))
    .map((text) => sqlText('trino', text))
    .join(', ');
  return { clauses: [`WITH (partitioning = ARRAY[${names}])`], moved: [] };
}

/** Partitions in Hive are separate columns, and the table has to name the location of its files. */
function writeAthena(script: Script, table: DdlTable, partitions: DdlColumn[]): Storage {
  const fit = scalars(script, partitions, /^(?:array|struct|map|binary)/);
  const moved = fit.length < table.columns.length ? fit : fit.slice(0, -1);
  noteAll(script, fit.slice(moved.length), 'not partitioned, as a table needs a column besides');
  noteAll(
    script,
    moved.filter(isTimestamp),
    'each moment is a partition; a date would divide better',
  );
  return { clauses: athenaFiles(script, table), moved };
}

function writeClickhouse(script: Script, table: DdlTable, partitions: DdlColumn[]): Storage {
  const odd = /^(?:JSON|Map|Array|Tuple|Point|Float)/;
  const nullable = table.primaryKey.filter(({ isRequired }) => !isRequired);
  noteAll(script, nullable, 'a key holds no null');
  const fit = scalars(script, partitions, odd);
  const dividing = fit.filter(({ isRequired }) => isRequired);
  noteAll(
    script,
    fit.filter(({ isRequired }) => !isRequired),
    'partitions hold null only with allow_nullable_key',
  );
  noteAll(script, fit.filter(isTimestamp), 'partitioned by its month');
  const divided = fit.map((column) =>
    isTimestamp(column) ? `toYYYYMM(${column.sql})` : column.sql,
  );
  const settings = dividing.length < fit.length ? ['SETTINGS allow_nullable_key = 1'] : [];
  return {
    clauses: [
      'ENGINE = MergeTree()',
      ...(fit.length > 0 ? [`PARTITION BY (${divided.join(', ')})`] : []),
      `ORDER BY ${table.primaryKey.length > 0 ? `(${list(table.primaryKey)})` : 'tuple()'}`,
      ...settings,
    ],
    moved: [],
  };
}

const writers: Partial<Record<Script['dialect'], Write>> = {
  bigquery: writeBigquery,
  databricks: writeDatabricks,
  trino: writeTrino,
  athena: writeAthena,
  clickhouse: writeClickhouse,
  snowflake: (script, _, partitions) => {
    const fit = scalars(script, partitions, /^(?:VARIANT|OBJECT|ARRAY|GEO|VECTOR)/);
    noteAll(script, fit, 'clusters the table, which has no partitions to declare');
    return { clauses: fit.length > 0 ? [`CLUSTER BY (${list(fit)})`] : [], moved: [] };
  },
  redshift: (script, _, partitions) => {
    const fit = scalars(script, partitions, /^(?:super|geo|hllsketch|varbyte)/);
    noteAll(script, fit, 'sorts the table, which has no partitions');
    return { clauses: fit.length > 0 ? [`SORTKEY (${list(fit)})`] : [], moved: [] };
  },
};
