import { quoteLiteral } from '../../../../domain/dialects/names/quote.ts';
import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';

/** Servers of files, which DuckDB reads. */
const ofFiles: ReadonlySet<string> = new Set(['local', 's3', 'gcs', 'azure']);

/** `note` says why a table cannot be read without changes. */
export type FileRelation = { sql?: string; note?: string };

/** A table that is files, as DuckDB reads it; undefined for servers that have tables. */
export function fileRelation(server: ContractServer, table: string): FileRelation | undefined {
  const type = server.type.toLowerCase();
  if (type === 'kafka' || type === 'api') {
    return { note: `is on a server of the type ${type}; the query expects a table of its rows` };
  }
  if (!ofFiles.has(type)) return undefined;
  const location = server[type === 'local' ? 'path' : 'location'];
  if (typeof location !== 'string' || location === '' || location.includes('\0')) {
    return { note: 'the server does not say where its files are; the query expects a table' };
  }
  const path = location.replaceAll('{model}', () => table);
  const read = readers[formatOf(server, path)];
  return read
    ? { sql: read(quoteLiteral(path), server) }
    : { note: 'the format of its files is not known; the query expects a table' };
}

function formatOf(server: ContractServer, path: string): string {
  const ending = /\.([a-z]+)(?:\.(?:gz|zst))?$/i.exec(path)?.[1];
  const declared = server['format'];
  return (typeof declared === 'string' ? declared : (ending ?? '')).toLowerCase();
}

type Read = (path: string, server: ContractServer) => string;

const jsonFormats: Readonly<Record<string, string>> = {
  array: 'array',
  new_line: 'newline_delimited',
};

const json: Read = (path, { delimiter }) => {
  const format = typeof delimiter === 'string' ? jsonFormats[delimiter.toLowerCase()] : undefined;
  return format === undefined ? `read_json(${path})` : `read_json(${path}, format = '${format}')`;
};

/** A CSV delimiter is one character; other values belong to JSON. */
const csv: Read = (path, { delimiter }) =>
  typeof delimiter === 'string' && delimiter.length === 1
    ? `read_csv(${path}, delim = ${quoteLiteral(delimiter)})`
    : `read_csv(${path})`;

const readers: Readonly<Partial<Record<string, Read>>> = {
  parquet: (path) => `read_parquet(${path})`,
  csv,
  json,
  ndjson: json,
  jsonl: json,
  delta: (path) => `delta_scan(${path})`,
  iceberg: (path) => `iceberg_scan(${path})`,
};
