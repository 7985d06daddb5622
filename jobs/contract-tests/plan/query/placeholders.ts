import type { Dialect } from '../../../../domain/dialects/dialect.ts';
import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';
import type { QueryPiece } from '../planned-check.ts';
import { nameForQuery, nameInsideQuotes } from './quoting.ts';
import { tokensOf, Unreadable } from './tokens.ts';
import type { Token } from './tokens.ts';

/** The subject of a quality rule's query; `field` is undefined for rules of a table. */
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

/** Members of a server under another name, for platforms with another term. */
const alternativeNames: Partial<Record<Dialect, Readonly<Record<string, string>>>> = {
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

/** The name for a placeholder; members that the server lacks are replaced by the table's name. */
function nameFor(
  word: string,
  { model, field, server, dialect }: QuerySubject,
): string | undefined {
  if (ofTable.has(word)) return model;
  if (ofColumn.has(word)) return field;
  return partOf(server, word) ?? partOf(server, alternativeNames[dialect]?.[word]) ?? model;
}

const anyQuote = /['"`[]|\$\w*\$/;

function readTokens(query: string, dialect: Dialect): Token[] {
  if (!anyQuote.test(query)) return [];
  try {
    return tokensOf(query, dialect);
  } catch (error) {
    // Unreadable queries are refused later, with their placeholders filled in.
    if (error instanceof Unreadable) return [];
    throw error;
  }
}

/** Returns the quote around a position of the query, if any; call with increasing positions. */
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

/** The piece for a placeholder, quoted as its position requires. */
function pieceOf(word: string, name: string, { dialect, quote }: PlaceholderContext): QueryPiece {
  if (quote !== undefined) return nameInsideQuotes(name, quote, dialect);
  const written = nameForQuery(name, dialect);
  if (ofTable.has(word)) return { names: 'table', name, written };
  return ofColumn.has(word) ? { names: 'column', name, written } : written;
}

type PlaceholderContext = { dialect: Dialect; quote: string | undefined };

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
 * The query with its placeholders (`{model}`, `${table}`, …) filled in; filled-in text is never interpreted
 * again. A name that is not plain is quoted, unless the placeholder is already in quotes. `missing` names a
 * placeholder for a column in a rule of a table.
 */
export function fillPlaceholders(query: string, subject: QuerySubject): FilledQuery {
  const cut = cutQuery(query, subject);
  return 'missing' in cut ? cut : { query: textOfPieces(cut.pieces) };
}
