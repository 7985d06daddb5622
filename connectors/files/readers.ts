import { quoteLiteral } from '../../domain/dialects/names/quote.ts';
import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { SourceTable } from '../connector.ts';

export type FileFormat = 'csv' | 'json' | 'parquet';

/** File formats of tables; Delta consists of Parquet files. */
export type TableFormat = FileFormat | 'delta';

const formats: Record<string, TableFormat> = {
  csv: 'csv',
  json: 'json',
  ndjson: 'json',
  jsonl: 'json',
  parquet: 'parquet',
  delta: 'delta',
};

const supportedFormats = 'csv, json (array or new_line), ndjson, parquet, delta';

/** The kind of values in the columns of a format. */
export const cellsOf: Record<FileFormat, SourceTable['cells']> = {
  csv: 'text',
  json: 'json',
  parquet: 'typed',
};

/** The format that the server declares, else that of the file name extension; refuses unsupported formats. */
export function tableFormatOf(server: ContractServer, path: string): TableFormat {
  const ending = /\.([a-z]+)(?:\.(?:gz|zst))?$/i.exec(path)?.[1];
  const declared = typeof server['format'] === 'string' ? server['format'] : ending;
  const named = (declared ?? '').toLowerCase();
  const format = Object.hasOwn(formats, named) ? formats[named] : undefined;
  return (
    format ??
    refuse(
      'source_refused',
      `Format '${named}' of files is not supported; supported: ${supportedFormats}`,
    )
  );
}

type ReadOptions = {
  server: ContractServer;
  /** Known column names; without them the reader detects them in the files. */
  columns?: readonly string[];
};

/** Names by datacontract-cli of `servers[].delimiter` for JSON files. */
const jsonFormats: Record<string, string> = { array: 'array', new_line: 'newline_delimited' };

const maxJsonObjectBytes = 16 * 1024 * 1024;

function jsonOptions({ server, columns }: ReadOptions): string[] {
  const written = server['delimiter'];
  const format =
    typeof written === 'string' ? (jsonFormats[written.toLowerCase()] ?? 'auto') : 'auto';
  const options = [`format = '${format}'`, `maximum_object_size = ${maxJsonObjectBytes}`];
  // All members stay JSON, so that no value is converted to the type of the others.
  if (columns === undefined) return [...options, 'maximum_depth = 1', 'sample_size = -1'];
  const members = columns.map((name) => `${quoteLiteral(name)}: 'JSON'`);
  return [...options, `columns = {${members.join(', ')}}`];
}

/** A format whose reader needs no look at the files; see `csvReader` for CSV. */
type PlainFormat = Exclude<FileFormat, 'csv'>;

const readers: Record<PlainFormat, (list: string, options: ReadOptions) => string> = {
  json: (list, options) => `read_json(${[list, ...jsonOptions(options)].join(', ')})`,
  parquet: (list) => `read_parquet(${list}, union_by_name = true)`,
};

/** SQL that reads files as one table, with JSON members as JSON and typed Parquet columns. */
export function readFiles(
  format: PlainFormat,
  files: readonly string[],
  options: ReadOptions,
): string {
  return readers[format](`[${files.map(quoteLiteral).join(', ')}]`, options);
}
