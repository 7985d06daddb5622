import type { Dialect } from '../../../../domain/dialects/dialect.ts';
import { lexes } from './lexis.ts';
import type { Lexis } from './lexis.ts';
import type { Token } from './tokens.ts';

/** Keywords before a file or stage to open; in DuckDB also before a name that looks like a file. */
const beforeTables: ReadonlySet<string> = new Set([
  'FROM',
  'JOIN',
  'DESCRIBE',
  'SUMMARIZE',
  'SHOW',
  'PIVOT',
  'UNPIVOT',
  'TABLE',
]);

const endOfTables: ReadonlySet<string> = new Set(
  'WHERE GROUP ORDER HAVING LIMIT SELECT UNION EXCEPT INTERSECT QUALIFY WINDOW ON USING OFFSET'.split(
    ' ',
  ),
);

const looksLikeFile =
  /[/\\*?]|\.(?:csv|tsv|txt|parquet|json|ndjson|jsonl|gz|zst|xlsx|arrow|avro|db|duckdb|sqlite)$/i;

function isFile({ kind, text }: Token, files: Lexis['files']): boolean {
  const isName = files === 'texts and names' && kind === 'name';
  return kind === 'text' || (isName && looksLikeFile.test(text));
}

const upper = (token: Token | undefined): string =>
  token?.kind === 'word' || token?.kind === 'symbol' ? token.text.toUpperCase() : '';

/**
 * The context of one parenthesis: arguments of a function contain no FROM except in a query (`trim(x FROM y)`).
 */
type Level = { isQuery: boolean; listsTables: boolean };

function open(around: Level | undefined, before: string, isCall: boolean): Level {
  const isList = beforeTables.has(before) || before === '(' || before === ',';
  return { isQuery: !isCall, listsTables: !isCall && isList && around?.listsTables === true };
}

function note(level: Level | undefined, word: string, before: string): void {
  if (level === undefined) return;
  if (word === 'SELECT' || before === '(') level.isQuery ||= word === 'SELECT' || word === 'FROM';
  if (beforeTables.has(word)) level.listsTables = level.isQuery;
  else if (endOfTables.has(word) || (word === 'VALUES' && before === '('))
    level.listsTables = false;
}

const isCallee = (token: Token | undefined): boolean =>
  token?.kind === 'name' || (token?.kind === 'word' && !beforeTables.has(upper(token)));

function fileInTables(tokens: readonly Token[], files: Lexis['files']): string | undefined {
  const levels: Level[] = [{ isQuery: true, listsTables: false }];
  for (const [at, token] of tokens.entries()) {
    const before = upper(tokens[at - 1]);
    const word = upper(token);
    const isTable = levels.at(-1)?.listsTables === true && isBeforeTable(before);
    if (isTable && isFile(token, files)) return `the file ${token.text.slice(0, 60)}`;
    if (word === '(') levels.push(open(levels.at(-1), before, isCallee(tokens[at - 1])));
    else if (word === ')') levels.pop();
    else note(levels.at(-1), word, before);
  }
  return undefined;
}

const isBeforeTable = (before: string): boolean =>
  beforeTables.has(before) || before === ',' || before === '(';

/** Databricks reads files by `csv.`…``; table names there contain no slash. */
const sparkFormats = /^(?:csv|parquet|json|text|orc|avro|delta|binaryfile|iceberg|xml)$/i;

function formatFault(tokens: readonly Token[]): string | undefined {
  const at = tokens.findIndex(
    (token, index) =>
      sparkFormats.test(token.text) &&
      tokens[index + 1]?.text === '.' &&
      tokens[index + 2]?.kind === 'name',
  );
  return at === -1 ? undefined : `files read as ${tokens[at]?.text}`;
}

/** The file that a query names instead of a table, where the dialect opens files by name. */
export function fileFault(tokens: readonly Token[], dialect: Dialect): string | undefined {
  const { files } = lexes[dialect];
  if (files === undefined) return undefined;
  return files === 'formats' ? formatFault(tokens) : fileInTables(tokens, files);
}
