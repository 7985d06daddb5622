import { quoteIdentifier, quoteLiteral } from '../../domain/dialects/names/quote.ts';
import { isObject } from '../../lib/json/json.ts';
import type { SourceTable } from '../connector.ts';
import { replayDeltaLog } from './delta-log.ts';
import type { ActiveFile, DeltaState } from './delta-log.ts';
import { deltaType } from './delta-type.ts';
import type { DuckdbOptions, DuckdbSession } from '../duckdb/session.ts';
import type { FilePlace, PlacedFile } from './place.ts';
import { columnsIn } from './tables.ts';

/** A column that the table declares. */
type DeltaColumn = { name: string; type: string; isNested: boolean; isPartition: boolean };

/** A Delta table whose files DuckDB can open. */
export type DeltaTable = {
  columns: readonly DeltaColumn[];
  files: readonly { path: string; values: ActiveFile['values'] }[];
};

/** Reader features that do not change how files are read, or whose use is checked separately. */
const understood: ReadonlySet<unknown> = new Set([
  'columnMapping',
  'deletionVectors',
  'timestampNtz',
  'typeWidening',
  'typeWidening-preview',
  'v2Checkpoint',
  'vacuumProtocolCheck',
]);

const unsupported = (feature: string): Error =>
  new Error(`Delta feature ${feature} is not supported`);

function checkFeatures({ protocol, metaData, active }: DeltaState): void {
  const version = Number(protocol['minReaderVersion'] ?? 1);
  if (version > 3) throw new Error(`Delta reader version ${version} is not supported`);
  const features: unknown[] = Array.isArray(protocol['readerFeatures'])
    ? protocol['readerFeatures']
    : [];
  const other = features.find((feature) => !understood.has(feature));
  if (other !== undefined) throw unsupported(JSON.stringify(other));
  const { configuration } = metaData;
  const mapping = isObject(configuration) ? configuration['delta.columnMapping.mode'] : undefined;
  if (mapping !== undefined && mapping !== 'none') throw unsupported('columnMapping');
  // A key with more than a path has a deletion vector.
  if ([...active.keys()].some((identity) => identity.includes('\0'))) {
    throw unsupported('deletionVectors');
  }
}

function columnsOf({ metaData }: DeltaState): DeltaColumn[] {
  const partitions: unknown[] = Array.isArray(metaData['partitionColumns'])
    ? metaData['partitionColumns']
    : [];
  let schema: unknown;
  try {
    schema = JSON.parse(String(metaData['schemaString']));
  } catch {
    throw new Error('the Delta log has no readable schema');
  }
  const fields: unknown[] =
    isObject(schema) && Array.isArray(schema['fields']) ? schema['fields'] : [];
  return fields.filter(isObject).map(({ name, type }) => ({
    name: String(name),
    type: deltaType(type),
    isNested: typeof type !== 'string',
    isPartition: partitions.includes(name),
  }));
}

/** A file outside the table's folder, as in a shallow clone, is not read, because only the folder was allowed. */
function keyOf(root: string, path: string): string {
  const plain = decodeURIComponent(path);
  const isOutside = /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(plain) || plain.split('/').includes('..');
  if (isOutside) throw unsupported('files outside of the table');
  return `${root}/${plain}`;
}

/**
 * The current state of a Delta table with its data files fetched; `log` contains the files in `_delta_log`. Throws when the log
 * cannot be read or needs an unsupported feature, which the message names.
 */
export async function readDeltaLog(
  place: FilePlace,
  log: readonly PlacedFile[],
  options: DuckdbOptions,
): Promise<DeltaTable> {
  const root = (log[0]?.key ?? '').replace(/\/_delta_log\/[^/]*$/, '');
  const state = await replayDeltaLog(place, log, options);
  checkFeatures(state);
  const columns = columnsOf(state);
  const active = [...state.active.values()];
  const paths = await place.fetch(
    active.map(({ path, bytes }) => ({ key: keyOf(root, path), bytes })),
  );
  const files = active.map(({ values }, index) => ({ path: paths[index] ?? '', values }));
  return { columns, files };
}

/** Values of partitions are texts in the log; an empty one is null (protocol, "Partition Value Serialization"). */
const valueOf = (value: unknown): string =>
  typeof value !== 'string' || value === '' ? 'null' : quoteLiteral(value);

const partitionFolder = 'concordat_partitions';
const fileColumn = 'concordat_file';

/** Stores each file's values of the partition columns, which are not in the files. */
async function storePartitions(
  session: DuckdbSession,
  relation: string,
  { columns, files }: DeltaTable,
): Promise<string> {
  const partitions = columns.filter((column) => column.isPartition);
  const table = `${partitionFolder}.${relation}`;
  const names = partitions.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`);
  await session.execute(`create schema if not exists ${partitionFolder}`);
  await session.execute(
    `create table ${table} (${[`${fileColumn} varchar`, ...names].join(', ')})`,
  );
  const batch = 500;
  for (let at = 0; at < files.length; at += batch) {
    const rows = files.slice(at, at + batch).map(({ path, values }) => {
      const cells = partitions.map(({ name }) => valueOf(values[name]));
      return `(${[quoteLiteral(path), ...cells].join(', ')})`;
    });
    await session.execute(`insert into ${table} values ${rows.join(', ')}`);
  }
  return table;
}

type Stored = { name: string; type: string };

/** A column that came later is in none of the older files. */
function selected(column: DeltaColumn, stored: readonly Stored[]): string {
  const { name, type, isNested, isPartition } = column;
  const shown = quoteIdentifier(name);
  if (isPartition) return `p.${shown}`;
  const found = stored.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (found === undefined) return `cast(null as ${type}) as ${shown}`;
  const value = `r.${quoteIdentifier(found.name)}`;
  return isNested ? `${value} as ${shown}` : `cast(${value} as ${type}) as ${shown}`;
}

/** Makes a view of a Delta table and says what is in it. */
export async function createDeltaTable(
  session: DuckdbSession,
  relation: string,
  table: DeltaTable,
): Promise<SourceTable> {
  const { columns, files } = table;
  const list = files.map(({ path }) => quoteLiteral(path)).join(', ');
  const reader = `read_parquet([${list}], union_by_name = true, hive_partitioning = false, filename = '${fileColumn}')`;
  const stored = files.length === 0 ? [] : await columnsIn(session, reader);
  const shown = columns.map((column) => selected(column, stored)).join(', ');
  const isPartitioned = columns.some((column) => column.isPartition);
  let from = files.length === 0 ? '(select 1 where false) as r' : `${reader} as r`;
  if (isPartitioned) {
    const partitions = await storePartitions(session, relation, table);
    const on = files.length === 0 ? 'false' : `p.${fileColumn} = r.${fileColumn}`;
    from = `${from} join ${partitions} as p on ${on}`;
  }
  await session.execute(`create view ${relation} as select ${shown} from ${from}`);
  return { relation, columns: await columnsIn(session, relation), cells: 'typed' };
}
