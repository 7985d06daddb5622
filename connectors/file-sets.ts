import type { ScannedColumn } from '../domain/ingestion/scanned-asset.ts';
import type { FileFormat } from './file-readers.ts';

/** A file of a folder or bucket. */
export type StoredFile = {
  /** Names below the root, with slashes, e.g. `sales/2026/orders.csv`. */
  key: string;
  bytes: number;
  modifiedAt: string;
};

/** One file, or several that are one table: parts of a partitioned folder, or files of one pattern. */
export type FileSet = {
  kind: 'file' | 'file_set';
  /** Names of the folder below the root, with slashes; empty in the root. */
  folder: string;
  /** Of the file; of a set a pattern, e.g. `orders_*.csv` or all Parquet files below `orders/`. */
  name: string;
  format: FileFormat;
  /** By their keys. */
  files: readonly StoredFile[];
  /** Columns that the names of folders hold, e.g. of `year=2026`; outermost first. */
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

/** Formats that are not read; in such a file nothing else is looked for, whatever an integration says. */
const otherEndings = /\.(?:avro|orc|xlsx?|txt|md|pdf|zip|tar|crc|xml|ya?ml|py|sql|png|jpe?g|log)$/i;

/** The format of a file by its ending; by what the integration says when the ending says nothing. */
export function formatOf(key: string, declared: FileFormat | undefined): FileFormat | undefined {
  const ending = /\.([a-z]+)(?:\.(?:gz|zst))?$/i.exec(key)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  if (declared === undefined) return known;
  if (known !== undefined) return known === declared ? known : undefined;
  return otherEndings.test(key) ? undefined : declared;
}

/** Whether a name is one that tools hide: markers, logs and unfinished files, e.g. `_SUCCESS`, `_delta_log`, `.crc`. */
export const isHidden = (name: string): boolean => /^[._]/.test(name);

/**
 * Makes tables of files: a folder with folders `key=value` is one for each format in it, with the keys as columns; two and
 * more files of a folder whose names differ in digits only are one; every other file is one. Sorted by folder and name.
 */
export function groupFiles(
  files: readonly StoredFile[],
  declared: FileFormat | undefined,
): FileSet[] {
  const groups = new Map<string, { set: FileSet; files: StoredFile[] }>();
  for (const file of files) {
    const format = formatOf(file.key, declared);
    if (format === undefined) continue;
    const place = placeOf(file.key, format);
    const known = groups.get(place.group);
    if (known !== undefined) known.files.push(file);
    else groups.set(place.group, { set: { ...place, format, partitions: [] }, files: [file] });
  }
  return [...groups.values()]
    .map(({ set, files: members }) => finish(set, members))
    .sort((one, other) => compare(one.folder, other.folder) || compare(one.name, other.name));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type Place = Pick<FileSet, 'kind' | 'folder' | 'name' | 'files'> & { group: string };

const partition = /^([^=]+)=(.*)$/;

function placeOf(key: string, format: FileFormat): Place {
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
  return { kind: 'file', folder, name, files: [], group: `${folder}\0${patternOf(name)}` };
}

/** Identifiers, and numbers and dates: what names of parts differ in. */
const identifiers = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;
const numbers = /\d+(?:[-_.:T]\d+)*(?:Z\b)?/g;

/** The name of a file with a star for what differs between parts; its ending is left as it is. */
export function patternOf(name: string): string {
  const dot = /(?:\.[a-z][a-z0-9]*)+$/i.exec(name)?.index ?? name.length;
  return name.slice(0, dot).replace(identifiers, '*').replace(numbers, '*') + name.slice(dot);
}

function finish(set: FileSet, members: readonly StoredFile[]): FileSet {
  const files = [...members].sort((one, other) => compare(one.key, other.key));
  const { kind, folder, format, name } = set;
  if (kind === 'file_set') {
    return { kind, folder, name, format, files, partitions: partitionsOf(files) };
  }
  if (files.length === 1) return { kind, folder, name, format, files, partitions: [] };
  return { kind: 'file_set', folder, name: patternOf(name), format, files, partitions: [] };
}

/** How tools write that a partition has no value. */
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

/** As DuckDB reads them: numbers and dates when all are some. */
function typeOf(values: readonly string[]): string {
  if (values.length === 0) return 'VARCHAR';
  if (values.every((value) => /^-?\d{1,18}$/.test(value))) return 'BIGINT';
  return values.every((value) => /^\d{4}-\d{2}-\d{2}$/.test(value)) ? 'DATE' : 'VARCHAR';
}
