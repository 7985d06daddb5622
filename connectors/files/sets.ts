import type { ScannedColumn } from '../../domain/ingestion/scanned-asset.ts';
import type { FileFormat } from './readers.ts';
import { patternOf, splitSeries } from './series.ts';

/** A file of a folder or bucket. */
export type StoredFile = {
  /** Path below the root with slashes, e.g. `sales/2026/orders.csv`. */
  key: string;
  bytes: number;
  modifiedAt: string;
};

/** One file, or several files that form one table: parts of a partitioned folder, or files of one pattern. */
export type FileSet = {
  kind: 'file' | 'file_set';
  /** Path of the folder below the root with slashes; empty for the root. */
  folder: string;
  /** Name of the file, or a pattern for a set, e.g. `orders_*.csv` or all Parquet files below `orders/`. */
  name: string;
  format: FileFormat;
  /** Sorted by key. */
  files: readonly StoredFile[];
  /** Columns from names of folders such as `year=2026`; outermost first. */
  partitions: readonly ScannedColumn[];
};

const endings: Record<string, FileFormat> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  ndjson: 'json',
  jsonl: 'json',
  parquet: 'parquet',
};

/** Unsupported formats; such files are skipped even if the integration declares a format. */
const otherEndings = /\.(?:avro|orc|xlsx?|txt|md|pdf|zip|tar|crc|xml|ya?ml|py|sql|png|jpe?g|log)$/i;

/** The format by file name extension; without a known extension, the one that the integration declares. */
export function formatOf(key: string, declared: FileFormat | undefined): FileFormat | undefined {
  const ending = /\.([a-z]+)(?:\.(?:gz|zst))?$/i.exec(key)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  if (declared === undefined) return known;
  if (known !== undefined) return known === declared ? known : undefined;
  return otherEndings.test(key) ? undefined : declared;
}

/** True for names that tools hide: markers, logs and temporary files, e.g. `_SUCCESS`, `_delta_log`, `.crc`. */
export const isHidden = (name: string): boolean => /^[._]/.test(name);

/**
 * Groups files into tables. A folder with subfolders `key=value` is one table per format, with the keys as columns. Files of a
 * folder whose names differ only in dates, counters and identifiers are one table where `joinsSeries`. Every other file is a table.
 * Sorted by folder and name.
 */
export function groupFiles(
  files: readonly StoredFile[],
  declared: FileFormat | undefined,
  { joinsSeries = true }: { joinsSeries?: boolean } = {},
): FileSet[] {
  const groups = new Map<string, { set: FileSet; files: StoredFile[] }>();
  for (const file of files) {
    const format = formatOf(file.key, declared);
    if (format === undefined) continue;
    const place = placeOf(file.key, format, joinsSeries);
    const known = groups.get(place.group);
    if (known !== undefined) known.files.push(file);
    else groups.set(place.group, { set: { ...place, format, partitions: [] }, files: [file] });
  }
  return [...groups.values()]
    .flatMap(({ set, files: members }) => finish(set, members))
    .sort((one, other) => compare(one.folder, other.folder) || compare(one.name, other.name));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type Place = Pick<FileSet, 'kind' | 'folder' | 'name' | 'files'> & { group: string };

const partition = /^([^=]+)=(.*)$/;

function placeOf(key: string, format: FileFormat, joinsSeries: boolean): Place {
  const names = key.split('/');
  const first = names.slice(0, -1).findIndex((name) => partition.test(name));
  if (first >= 0) {
    const folder = names.slice(0, Math.max(first - 1, 0)).join('/');
    const base = first === 0 ? '' : `${names[first - 1]}/`;
    const name = `${base}**/*.${format}`;
    return { kind: 'file_set', folder, name, files: [], group: `${folder}\0${name}` };
  }
  const folder = names.slice(0, -1).join('/');
  const name = names.at(-1) ?? '';
  const pattern = joinsSeries ? patternOf(name) : name;
  return { kind: 'file', folder, name, files: [], group: `${folder}\0${pattern}` };
}

function finish(set: FileSet, members: readonly StoredFile[]): FileSet[] {
  const files = [...members].sort((one, other) => compare(one.key, other.key));
  const { kind, folder, format, name } = set;
  if (kind === 'file_set')
    return [{ kind, folder, name, format, files, partitions: partitionsOf(files) }];
  const nameOf = ({ key }: StoredFile): string => key.slice(key.lastIndexOf('/') + 1);
  return splitSeries(files, nameOf).map(({ pattern, members: own }) => {
    const [first] = own;
    const isAlone = own.length === 1 && first !== undefined;
    return {
      kind: isAlone ? 'file' : 'file_set',
      folder,
      name: isAlone ? nameOf(first) : pattern,
      format,
      files: own,
      partitions: [],
    };
  });
}

/** The value by which tools write a partition without a value. */
const noValue = '__HIVE_DEFAULT_PARTITION__';

function partitionsOf(files: readonly StoredFile[]): ScannedColumn[] {
  const values = new Map<string, Set<string>>();
  for (const { key } of files) {
    for (const folder of key.split('/').slice(0, -1)) {
      const [, name, value] = partition.exec(folder) ?? [];
      if (name === undefined || value === undefined) continue;
      const known = values.get(name) ?? new Set();
      values.set(name, known.add(value));
    }
  }
  return [...values].map(([name, found]) => ({
    name,
    type: typeOf([...found].filter((value) => value !== noValue)),
    required: !found.has(noValue),
    custom: { partition: true },
  }));
}

/** Types as DuckDB infers them: number or date when all values are. */
function typeOf(values: readonly string[]): string {
  if (values.length === 0) return 'VARCHAR';
  if (values.every((value) => /^-?\d{1,18}$/.test(value))) return 'BIGINT';
  return values.every((value) => /^\d{4}-\d{2}-\d{2}$/.test(value)) ? 'DATE' : 'VARCHAR';
}
