import { quoteLiteral } from '../domain/dialects/quote.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { SourceRow } from './connector.ts';
import { isTimeoutError, messageOf } from './source-error.ts';
import { textIn } from './source-row.ts';
import { encodingOf } from './text-encoding.ts';

type Query = (sql: string) => Promise<SourceRow[]>;

/** Names of delimiters that a server may give instead of the character. */
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

/** How many columns a header line has with that delimiter, which does not count inside quotes. */
function countColumns(header: string, delimiter: string): number {
  let columns = 1;
  let isQuoted = false;
  for (const character of header) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) columns += 1;
  }
  return columns;
}

/** The candidate that makes most columns of a header line; the comma when none makes more than one. */
export function delimiterOf(header: string): string {
  const counts = candidates.map((delimiter) => countColumns(header, delimiter));
  return candidates[counts.indexOf(Math.max(...counts))] ?? ',';
}

const listOf = (files: readonly string[]): string => `[${files.map(quoteLiteral).join(', ')}]`;

/**
 * The first line with a character in it; undefined when there is none. Read in parallel, any line could be `limit 1`. Not
 * strict, as without quotes the line breaks of cells may be others than those of lines.
 */
async function headerLine(
  query: Query,
  file: string,
  encoding: string,
): Promise<string | undefined> {
  const options = `encoding = '${encoding}', auto_detect = false, header = false, columns = {'line': 'VARCHAR'}, delim = '\u001F', quote = '', escape = '', comment = '', parallel = false, strict_mode = false`;
  const [row] = await query(
    `select line from read_csv(${listOf([file])}, ${options}) where trim(line) <> '' limit 1`,
  );
  return row === undefined ? undefined : textIn(row, 'line');
}

/** Nothing of this is left to a guess: guessing drops lines that begin with `#` or have a cell too few. */
const dialect = ['header = true', `quote = '"'`, `escape = '"'`, `comment = ''`];

const padding = 'null_padding = true';

/**
 * In the order of preference. DuckDB could also pad files with line breaks inside quotes, one by one, but then an
 * open quote swallows the rest of the file without a word: an error is the truer answer.
 */
const tolerances = [[], [padding]];

/** True when cells are missing or too many, which another tolerance may read. */
const isRagged = (error: unknown): boolean =>
  /sniffing file|Expected Number of Columns|null_padding in conjunction/.test(messageOf(error));

type Csv = {
  query: Query;
  files: readonly string[];
  fixed: readonly string[];
  /** Number of columns in the header of the first file. */
  width: number;
};

function readerOf({ files, fixed }: Csv, tolerance: readonly string[]): string {
  const options = ['all_varchar = true', 'union_by_name = true', ...fixed, ...tolerance];
  return `read_csv(${[listOf(files), ...options].join(', ')})`;
}

async function columnsOf({ query }: Csv, reader: string): Promise<string[]> {
  const rows = await query(`describe select * from ${reader}`);
  return rows.map((row) => textIn(row, 'column_name'));
}

/** DuckDB names no line when it cannot even guess; read without guessing, it does. */
async function explain({ query, files, fixed, width }: Csv, error: unknown): Promise<never> {
  if (isTimeoutError(error) || !/sniffing file/.test(messageOf(error))) throw error;
  const columns = Array.from({ length: width }, (_none, index) => `'c${index}': 'VARCHAR'`);
  const options = [...fixed, padding, 'auto_detect = false', `columns = {${columns.join(', ')}}`];
  for (const file of files)
    await query(`select count(*) from read_csv(${[listOf([file]), ...options].join(', ')})`);
  throw error;
}

/** A line that needs tolerance may come late, so that only the whole reading tells which one does. */
async function loadTolerantly(csv: Csv, table: string): Promise<string[]> {
  const padded = readerOf(csv, [padding]);
  const expected = await columnsOf(csv, padded).catch((error: unknown) => explain(csv, error));
  let failure: unknown;
  for (const tolerance of tolerances) {
    const reader = readerOf(csv, tolerance);
    try {
      const columns = await columnsOf(csv, reader);
      if (JSON.stringify(columns) !== JSON.stringify(expected)) continue;
      await csv.query(`create table ${table} as select * from ${reader}`);
      return columns;
    } catch (error) {
      if (!isRagged(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** What may be wrong with a line, in the words of DuckDB; whatever else it says may be the line itself. */
const faults = [
  /^Expected Number of Columns: \d+ Found: \d+/m,
  /^Invalid unicode [^\n]*/m,
  /^Value with unterminated quote found/m,
  /^Maximum line size of \d+ bytes exceeded/m,
];

const paddedBreaks =
  'cells are missing in some lines, and have line breaks in others, which cannot be read together';

/** The error of a line with the name of its file and what is wrong with it; other errors as they are. */
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
 * Reads CSV files, once, into a new table of texts, and answers with its columns. The delimiter and the encoding are those of
 * the server, else the delimiter is the one that the header of the first file shows. Cells that a line lacks are null;
 * rejects, naming the line and what is wrong with it, when one cannot be read.
 */
export async function loadCsv(
  query: Query,
  table: string,
  { files, server }: { files: readonly string[]; server: ContractServer },
): Promise<string[]> {
  const encoding = encodingOf(server);
  const header = (await headerLine(query, files[0] ?? '', encoding)) ?? '';
  const delimiter = writtenDelimiter(server) ?? delimiterOf(header);
  const fixed = [...dialect, `delim = ${quoteLiteral(delimiter)}`, `encoding = '${encoding}'`];
  const width = countColumns(header, delimiter);
  return loadTolerantly({ query, files, fixed, width }, table).catch((error: unknown) => {
    throw withFault(error);
  });
}
