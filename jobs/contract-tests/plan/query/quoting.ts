import type { Dialect } from '../../../../domain/dialects/dialect.ts';
import { literalOf } from '../../../../domain/dialects/literals/literal.ts';
import { quoteIdentifier } from '../../../../domain/dialects/names/quote.ts';
import { lexes } from './lexis.ts';

/** Words that are reserved in at least one dialect, and common as names. */
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
 * A name as it can be used in a statement: plain names unchanged, so that the server folds their case; names
 * with other characters, and reserved words, in the quotes of the dialect. A dot between plain names is a
 * qualifier: physical names with a schema are far more common than tables with a dot in their name.
 */
export function nameForQuery(name: string, dialect: Dialect): string {
  const isPlain = plainName.test(name) && !reserved.has(name.toLowerCase());
  return isPlain ? name : quoteIdentifier(name, dialect);
}

function insideText(name: string, quote: string, dialect: Dialect): string {
  const { backslash } = lexes[dialect];
  if (backslash === 'escapes') {
    const text = literalOf(dialect, name).slice(1, -1);
    return quote === '"' ? text.replaceAll('"', String.raw`\"`) : text;
  }
  const text = backslash === 'either' ? name.replaceAll('\\', '\\\\') : name;
  return text.replaceAll(quote, quote + quote);
}

/** A name within quotes of the query, escaped so that it does not close them. */
export function nameInsideQuotes(name: string, quote: string, dialect: Dialect): string {
  // Dollar quotes give no character a special meaning.
  if (quote === '$') return name;
  if (lexes[dialect].texts.includes(quote)) return insideText(name, quote, dialect);
  const quoted = quoteIdentifier(name, dialect);
  return quoted.startsWith(quote) ? quoted.slice(1, -1) : name.replaceAll(quote, quote + quote);
}
