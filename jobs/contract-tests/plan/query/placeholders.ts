import type { Dialect } from '../../../../domain/dialects/dialect.ts';
import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';
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

/** The name that stands for a placeholder; parts of a server that it does not have are called like the table. */
function nameFor(word: string, { model, field, server }: QuerySubject): string | undefined {
  if (ofTable.has(word)) return model;
  if (ofColumn.has(word)) return field;
  const part = server[word];
  return typeof part === 'string' && part !== '' ? part : model;
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

export type FilledQuery = { query: string } | { missing: string };

/**
 * The query with its placeholders (`{model}`, `${table}`, …) filled in; what is filled in is never read again. A name
 * that is not plain is quoted, unless the placeholder stands in quotes already. `missing` names the placeholder of a
 * column in a rule of a table, which has none.
 */
export function fillPlaceholders(query: string, subject: QuerySubject): FilledQuery {
  const { dialect } = subject;
  const quoteAt = createQuoteFinder(query, dialect);
  let missing: string | undefined;
  const filled = query.replace(placeholder, (written, word: string, at: number) => {
    const name = nameFor(word, subject);
    if (name === undefined) missing ??= written;
    if (name === undefined) return written;
    const quote = quoteAt(at);
    return quote === undefined
      ? nameForQuery(name, dialect)
      : nameInsideQuotes(name, quote, dialect);
  });
  return missing === undefined ? { query: filled } : { missing };
}
