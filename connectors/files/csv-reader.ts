import { quoteLiteral } from '../../domain/dialects/names/quote.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { DuckdbSession } from '../duckdb/session.ts';
import { isTimeoutError, messageOf } from '../source-error.ts';
import { textIn } from '../source-row.ts';
import { encodingOf } from './text-encoding.ts';

type Session = Pick<DuckdbSession, 'query' | 'execute'>;

/** Names of delimiters that a server may use instead of the character. */
const delimiters: Record<string, string> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
  '\\t': '\t',
};

const candidates = [',', ';', '\t', '|'];

function writtenDelimiter({ delimiter }: ContractServer): string | undefined {
  if (typeof delimiter !== 'string') return undefined;
  const name = delimiter.toLowerCase();
  const character = Object.hasOwn(delimiters, name) ? delimiters[name] : delimiter;
  return character?.length === 1 ? character : undefined;
}

/** Number of columns of a header line with this delimiter, ignoring delimiters in quotes. */
function countColumns(header: string, delimiter: string): number {
  let columns = 1;
  let isQuoted = false;
  for (const character of header) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) columns += 1;
  }
  return columns;
}

/** The delimiter that gives the most columns; the comma when none gives more than one. */
export function delimiterOf(header: string): string {
  const counts = candidates.map((delimiter) => countColumns(header, delimiter));
  return candidates[counts.indexOf(Math.max(...counts))] ?? ',';
}

const listOf = (files: readonly string[]): string => `[${files.map(quoteLiteral).join(', ')}]`;

/**
 * The first line that is not empty; undefined when there is none. Parallel reading could return any line for `limit 1`. Strict
 * mode would fail on line breaks in unquoted cells that differ from those between lines.
 */
async function headerLine(
  session: Session,
  file: string,
  encoding: string,
): Promise<string | undefined> {
  const options = `encoding = '${encoding}', auto_detect = false, header = false, columns = {'line': 'VARCHAR'}, delim = '\u001F', quote = '', escape = '', comment = '', parallel = false, strict_mode = false`;
  const [row] = await session.query(
    `select line from read_csv(${listOf([file])}, ${options}) where trim(line) <> '' limit 1`,
  );
  return row === undefined ? undefined : textIn(row, 'line');
}

/** Auto-detection is off, because it drops lines that begin with `#` or lack a cell. */
const dialect = ['header = true', `quote = '"'`, `escape = '"'`, `comment = ''`];

const padding = 'null_padding = true';

/**
 * In order of preference. DuckDB could also pad lines in files with line breaks inside quotes, but then an unclosed quote
 * swallows the rest of the file silently; an error is more correct.
 */
const tolerances = [[], [padding]];

/** True when cells are missing or superfluous, which another tolerance may accept. */
const isRagged = (error: unknown): boolean =>
  /sniffing file|Expected Number of Columns|null_padding in conjunction/.test(messageOf(error));

type Csv = {
  session: Session;
  files: readonly string[];
  fixed: readonly string[];
  /** Number of columns in the header of the first file. */
  width: number;
};

function readerOf({ files, fixed }: Csv, tolerance: readonly string[]): string {
  const options = ['all_varchar = true', 'union_by_name = true', ...fixed, ...tolerance];
  return `read_csv(${[listOf(files), ...options].join(', ')})`;
}

async function columnsOf({ session }: Csv, reader: string): Promise<string[]> {
  const rows = await session.query(`describe select * from ${reader}`);
  return rows.map((row) => textIn(row, 'column_name'));
}

/** DuckDB names no line when auto-detection fails, but it does without auto-detection. */
async function explain({ session, files, fixed, width }: Csv, error: unknown): Promise<never> {
  if (isTimeoutError(error) || !/sniffing file/.test(messageOf(error))) throw error;
  const columns = Array.from({ length: width }, (_none, index) => `'c${index}': 'VARCHAR'`);
  const options = [...fixed, padding, 'auto_detect = false', `columns = {${columns.join(', ')}}`];
  for (const file of files)
    await session.query(
      `select count(*) from read_csv(${[listOf([file]), ...options].join(', ')})`,
    );
  throw error;
}

/** A line that needs tolerance may come late, so that only reading the whole file shows which tolerance works. */
async function loadTolerantly(csv: Csv, table: string): Promise<string[]> {
  const padded = readerOf(csv, [padding]);
  const expected = await columnsOf(csv, padded).catch((error: unknown) => explain(csv, error));
  let failure: unknown;
  for (const tolerance of tolerances) {
    const reader = readerOf(csv, tolerance);
    try {
      const columns = await columnsOf(csv, reader);
      if (JSON.stringify(columns) !== JSON.stringify(expected)) continue;
      await csv.session.execute(`create table ${table} as select * from ${reader}`);
      return columns;
    } catch (error) {
      if (!isRagged(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** DuckDB's descriptions of errors in a line; its other text may quote the line itself. */
const faults = [
  /^Expected Number of Columns: \d+ Found: \d+/m,
  /^Invalid unicode [^\n]*/m,
  /^Value with unterminated quote found/m,
  /^Maximum line size of \d+ bytes exceeded/m,
];

const paddedBreaks =
  'cells are missing in some lines, and have line breaks in others, which cannot be read together';

/** Reduces the error of a line to the file name and the problem; other errors stay as they are. */
function withFault(error: unknown): unknown {
  const message = messageOf(error);
  const [line] = /^[^\n]*CSV Error on Line: \d+/.exec(message) ?? [];
  if (line === undefined || isTimeoutError(error)) return error;
  const file = /^\s*file = ([^\n]+)/m.exec(message)?.[1];
  const known = faults
    .map((fault) => fault.exec(message)?.[0])
    .find((found) => found !== undefined);
  const fault = /null_padding in conjunction/.test(message) ? paddedBreaks : known;
  const place = file === undefined ? line : `${line} of ${file}`;
  return new Error(fault === undefined ? place : `${place}: ${fault}`, { cause: error });
}

/**
 * Reads CSV files, once, into a new table of text columns, and returns the columns. Delimiter and encoding come from the server;
 * without a delimiter the header of the first file determines it. Missing cells are null. Rejects, with the line and the problem,
 * when a line cannot be read.
 */
export async function loadCsv(
  session: Session,
  table: string,
  { files, server }: { files: readonly string[]; server: ContractServer },
): Promise<string[]> {
  const encoding = encodingOf(server);
  const header = (await headerLine(session, files[0] ?? '', encoding)) ?? '';
  const delimiter = writtenDelimiter(server) ?? delimiterOf(header);
  const fixed = [...dialect, `delim = ${quoteLiteral(delimiter)}`, `encoding = '${encoding}'`];
  const width = countColumns(header, delimiter);
  return loadTolerantly({ session, files, fixed, width }, table).catch((error: unknown) => {
    throw withFault(error);
  });
}
