import type { Dialect } from '../../../../domain/dialects/dialect.ts';
import { literalOf } from '../../../../domain/dialects/literal.ts';
import { quoteIdentifier } from '../../../../domain/dialects/quote.ts';
import { lexes } from './lexis.ts';

/** Words that cannot stand for a name without quotes in any of the dialects, as far as people use them for names. */
const reserved: ReadonlySet<string> = new Set(
  (
    'all and any as asc between by case cast check column constraint create cross current_date current_time ' +
    'current_timestamp current_user default desc distinct else end except exists false for foreign from full grant group ' +
    'having in inner intersect into is join left like limit natural not null on or order outer primary references right ' +
    'select session_user set some table then to true union unique user using values when where window with'
  ).split(' '),
);

const plainName = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/**
 * A name as it may stand in a statement: plain names as they are, so that the server folds their case as ever; names with
 * other characters, and words of the language, in the quotes of the dialect. A dot between plain names qualifies: physical
 * names are those of tables in a schema far more often than those of tables with a dot in their own name.
 */
export function nameForQuery(name: string, dialect: Dialect): string {
  const isPlain = plainName.test(name) && !reserved.has(name.toLowerCase());
  return isPlain ? name : quoteIdentifier(name, dialect);
}

/** Dialects in whose literals `literalOf` says that a backslash escapes; to others it may do so by a setting. */
const escaping: ReadonlySet<Dialect> = new Set(['bigquery', 'databricks', 'snowflake']);

function insideText(name: string, quote: string, dialect: Dialect): string {
  if (escaping.has(dialect)) {
    const text = literalOf(dialect, name).slice(1, -1);
    return quote === '"' ? text.replaceAll('"', String.raw`\"`) : text;
  }
  const text = lexes[dialect].backslash === 'either' ? name.replaceAll('\\', '\\\\') : name;
  return text.replaceAll(quote, quote + quote);
}

/** What stands for a name inside of quotes that the query has itself, so that it does not close them. */
export function nameInsideQuotes(name: string, quote: string, dialect: Dialect): string {
  // Between dollars everything stands for itself.
  if (quote === '$') return name;
  if (lexes[dialect].texts.includes(quote)) return insideText(name, quote, dialect);
  const quoted = quoteIdentifier(name, dialect);
  return quoted.startsWith(quote) ? quoted.slice(1, -1) : name.replaceAll(quote, quote + quote);
}
