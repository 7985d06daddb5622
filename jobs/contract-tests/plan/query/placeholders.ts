import type { Dialect } from '../../../../domain/dialects/dialect.ts';
import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';
import type { QueryPiece } from '../planned-check.ts';
import { nameForQuery, nameInsideQuotes } from './quoting.ts';
import { tokensOf, Unreadable } from './tokens.ts';
import type { Token } from './tokens.ts';

/** What a query of a quality rule is about; `field` is undefined for the rules of a table. */
export type QuerySubject = {
  model: string;
  field: string | undefined;
  server: ContractServer;
  dialect: Dialect;
};

const placeholder =
  /\$?\{(table|model|object|column|field|property|schema|dataset|project|catalog|database)\}/g;

const ofTable: ReadonlySet<string> = new Set(['table', 'model', 'object']);
const ofColumn: ReadonlySet<string> = new Set(['column', 'field', 'property']);

/** Parts of a server under another name; those of one platform are called so on others. */
const standIns: Partial<Record<Dialect, Readonly<Record<string, string>>>> = {
  mysql: { schema: 'database', dataset: 'database' },
  bigquery: { schema: 'dataset', catalog: 'project' },
  databricks: { schema: 'database', database: 'schema' },
  snowflake: { catalog: 'database' },
  sqlserver: { catalog: 'database' },
};

function partOf(server: ContractServer, word: string | undefined): string | undefined {
  const part = word === undefined ? undefined : server[word];
  return typeof part === 'string' && part !== '' ? part : undefined;
}

/** The name that stands for a placeholder; parts of a server that it does not have are called like the table. */
function nameFor(
  word: string,
  { model, field, server, dialect }: QuerySubject,
): string | undefined {
  if (ofTable.has(word)) return model;
  if (ofColumn.has(word)) return field;
  return partOf(server, word) ?? partOf(server, standIns[dialect]?.[word]) ?? model;
}

const anyQuote = /['"`[]|\$\w*\$/;

function readTokens(query: string, dialect: Dialect): Token[] {
  if (!anyQuote.test(query)) return [];
  try {
    return tokensOf(query, dialect);
  } catch (error) {
    // What cannot be read is refused later, with its placeholders filled in.
    if (error instanceof Unreadable) return [];
    throw error;
  }
}

/** The quote that a position of the query stands in, if any; asked for positions in rising order. */
function createQuoteFinder(query: string, dialect: Dialect): (at: number) => string | undefined {
  const quoted = readTokens(query, dialect).filter(
    ({ kind }) => kind === 'name' || kind === 'text',
  );
  let next = 0;
  return (at) => {
    while ((quoted[next]?.end ?? Infinity) <= at) next += 1;
    const token = quoted[next];
    return token !== undefined && token.start < at ? query.charAt(token.start) : undefined;
  };
}

/** What a placeholder stands for, and how its name is written where it stands. */
function pieceOf(word: string, name: string, { dialect, quote }: Place): QueryPiece {
  if (quote !== undefined) return nameInsideQuotes(name, quote, dialect);
  const written = nameForQuery(name, dialect);
  if (ofTable.has(word)) return { names: 'table', name, written };
  return ofColumn.has(word) ? { names: 'column', name, written } : written;
}

type Place = { dialect: Dialect; quote: string | undefined };

/** The query in pieces with its placeholders filled in; see `fillPlaceholders`. */
export function cutQuery(
  query: string,
  subject: QuerySubject,
): { pieces: QueryPiece[] } | { missing: string } {
  const { dialect } = subject;
  const quoteAt = createQuoteFinder(query, dialect);
  const pieces: QueryPiece[] = [];
  let end = 0;
  for (const found of query.matchAll(placeholder)) {
    const [written, word = ''] = found;
    const name = nameFor(word, subject);
    if (name === undefined) return { missing: written };
    pieces.push(query.slice(end, found.index));
    pieces.push(pieceOf(word, name, { dialect, quote: quoteAt(found.index) }));
    end = found.index + written.length;
  }
  return { pieces: [...pieces, query.slice(end)] };
}

/** The text of a query in pieces, with the names of the contract. */
export function textOfPieces(pieces: readonly QueryPiece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.written)).join('');
}

export type FilledQuery = { query: string } | { missing: string };

/**
 * The query with its placeholders (`{model}`, `${table}`, …) filled in; what is filled in is never read again. A name
 * that is not plain is quoted, unless the placeholder stands in quotes already. `missing` names the placeholder of a
 * column in a rule of a table, which has none.
 */
export function fillPlaceholders(query: string, subject: QuerySubject): FilledQuery {
  const cut = cutQuery(query, subject);
  return 'missing' in cut ? cut : { query: textOfPieces(cut.pieces) };
}
