import type { Dialect } from '../../../../domain/dialects/dialect.ts';
import { isDeniedFunction, isDeniedPackage } from './denied-functions.ts';
import { fileFault } from './file-guard.ts';
import { lexes } from './lexis.ts';
import { tokensOf, Unreadable } from './tokens.ts';
import type { Token } from './tokens.ts';
import { transactFault } from './transact-guard.ts';

type Query = { tokens: readonly Token[]; words: readonly string[]; dialect: Dialect };

/** Returns the fault at one token, if any; every rule reads a bounded number of neighbors. */
type Rule = (query: Query, at: number) => string | undefined;

const has = (words: readonly string[], at: number, ...wanted: readonly string[]): boolean =>
  wanted.every((word, offset) => words[at + offset] === word);

/** After these a word such as `delete` can only be the name of a column. */
const beforeColumns: ReadonlySet<string> = new Set(
  (
    'SELECT DISTINCT AS BY WHERE AND OR ON NOT WHEN THEN ELSE CASE HAVING BETWEEN LIKE IN IS ' +
    ', . = < > + - * / % |'
  ).split(' '),
);

/** A modifying statement can be nested in another one: `WITH x AS (DELETE …)`, `WITH … DELETE …`. */
const changing: Rule = ({ tokens, words }, at) => {
  if (beforeColumns.has(words[at - 1] ?? '')) return undefined;
  const next = tokens[at + 1]?.kind;
  return next === 'word' || next === 'name' ? words[at] : undefined;
};

const locking: Rule = ({ words }, at) => {
  if (has(words, at + 1, 'NO', 'KEY', 'UPDATE')) return 'FOR NO KEY UPDATE';
  if (has(words, at + 1, 'KEY', 'SHARE')) return 'FOR KEY SHARE';
  const next = words[at + 1] ?? '';
  return next === 'UPDATE' || next === 'SHARE' ? `FOR ${next}` : undefined;
};

/** The schema that qualifies the name at this position. */
const ownerBefore = (tokens: readonly Token[], at: number): string =>
  tokens[at - 1]?.text === '.' ? (tokens[at - 2]?.text ?? '') : '';

const calling: Rule = ({ tokens, dialect }, at) => {
  const token = tokens[at - 1];
  if (token?.kind !== 'word' && token?.kind !== 'name') return undefined;
  const owner = ownerBefore(tokens, at - 1);
  if (isDeniedPackage(owner, dialect)) return `the function ${owner}.${token.text}`;
  return isDeniedFunction(token.text, dialect) ? `the function ${token.text}` : undefined;
};

const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];
const pipedChanges: ReadonlySet<string> = new Set([...changes, 'CREATE', 'EXPORT', 'CALL', 'DROP']);

/** Rules by the word or character that they start with. */
const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...changes.map((word) => [word, changing] as const),
  ['(', calling],
  ['FOR', locking],
  [
    'LOCK',
    ({ words }, at) => (has(words, at + 1, 'IN', 'SHARE') ? 'LOCK IN SHARE MODE' : undefined),
  ],
  ['INTO', ({ words }, at) => (words[at - 1] === '.' ? undefined : 'INTO')],
  ['NEXT', ({ words }, at) => (has(words, at + 1, 'VALUE', 'FOR') ? 'NEXT VALUE FOR' : undefined)],
  [
    '|',
    ({ words }, at) =>
      words[at + 1] === '>' && pipedChanges.has(words[at + 2] ?? '') ? words[at + 2] : undefined,
  ],
]);

const balance = (tokens: readonly Token[]): boolean => {
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind !== 'symbol') continue;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
};

const snowflake: Rule = ({ words }, at) => {
  if (words[at] === '@') return 'a stage (@)';
  if (has(words, at, '.', 'NEXTVAL')) return 'NEXTVAL';
  return has(words, at, '-', '>', '>') ? 'a flow of statements (->>)' : undefined;
};

/** Views of DuckDB that list files of the worker. */
const catalogue: Rule = ({ tokens }, at) => {
  const { kind, text } = tokens[at] ?? {};
  const isName = kind === 'word' || kind === 'name';
  const isOwn = isName && /^(?:duckdb_|pragma_|pg_settings$|pg_database$)/i.test(text ?? '');
  return isOwn ? `the catalogue ${text}` : undefined;
};

const assigning: Rule = ({ words }, at) =>
  has(words, at, ':', '=') ? 'an assignment (:=)' : undefined;

/** Rules for every token of a dialect. */
const ofDialect: Partial<Record<Dialect, Rule>> = {
  sqlserver: ({ tokens, words }, at) => transactFault(tokens, words, at),
  snowflake,
  duckdb: catalogue,
  mysql: assigning,
};

function withoutTrailingSemicolons(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.findLastIndex(({ kind, text }) => kind !== 'symbol' || text !== ';');
  return tokens.slice(0, last + 1);
}

function shapeFault({ tokens, words, dialect }: Query): string | undefined {
  const first = tokens.findIndex(({ kind, text }) => kind !== 'symbol' || text !== '(');
  if (first === -1) return 'no statement';
  if (words.includes(';')) return 'more than one statement';
  const word = words[first] ?? '';
  if (!lexes[dialect].beginnings.includes(word))
    return `a statement that begins with ${shown(word)}`;
  return balance(tokens) ? undefined : 'parentheses that do not match';
}

const shown = (word: string): string => (word === '' ? 'a quoted text' : word.slice(0, 40));

function queryFault(query: Query): string | undefined {
  const shape = shapeFault(query);
  if (shape !== undefined) return shape;
  const own = ofDialect[query.dialect];
  for (let at = 0; at < query.tokens.length; at += 1) {
    const fault = rules.get(query.words[at] ?? '')?.(query, at) ?? own?.(query, at);
    if (fault !== undefined) return fault;
  }
  return fileFault(query.tokens, query.dialect);
}

function read(sql: string, dialect: Dialect): Query {
  const all = tokensOf(sql, dialect).filter(({ kind }) => kind !== 'comment');
  const tokens = withoutTrailingSemicolons(all);
  // Quoted names and texts are never keywords, so they are no words here.
  const words = tokens.map(({ kind, text }) =>
    kind === 'word' || kind === 'symbol' ? text.toUpperCase() : '',
  );
  return { tokens, words, dialect };
}

function faultOf(sql: string, dialect: Dialect): string | undefined {
  try {
    return queryFault(read(sql, dialect));
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

/** Dialect names as in datacontract-cli. */
const shownDialects: Partial<Record<Dialect, string>> = { sqlserver: 'tsql' };

/**
 * Returns why a query of a quality rule is not run, or undefined when it is exactly one reading statement.
 * Takes time linear in the query. This guard gives early and clear errors; security relies on the read-only
 * transaction and on the permissions of the database user, because only the server itself parses its SQL with
 * certainty.
 */
export function checkRuleQuery(sql: string, dialect: Dialect): string | undefined {
  const fault = faultOf(sql, dialect);
  if (fault === undefined) return undefined;
  const name = shownDialects[dialect] ?? dialect;
  return (
    'A quality rule query must be a single read-only query, and this one could not be read as one ' +
    `(${name} SQL), so it was not executed. Found: ${fault}.`
  );
}
