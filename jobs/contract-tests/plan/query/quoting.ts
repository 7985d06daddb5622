import type { Dialect } from '../../../../domain/dialects/dialect.ts';

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

type Quotes = { open: string; close: string; escaped: string };

const doubled = (quote: string): Quotes => ({ open: quote, close: quote, escaped: quote + quote });

const backticks = doubled('`');

const quotes: Partial<Record<Dialect, Quotes>> = {
  mysql: backticks,
  databricks: backticks,
  bigquery: { ...backticks, escaped: '\\`' },
  sqlserver: { open: '[', close: ']', escaped: ']]' },
};

/**
 * A name as it may stand in a statement: plain names (also qualified ones) as they are, so that the server folds their case
 * as ever; names with other characters, and words of the language, in the quotes of the dialect.
 */
export function nameForQuery(name: string, dialect: Dialect): string {
  if (plainName.test(name) && !reserved.has(name.toLowerCase())) return name;
  const { open, close, escaped } = quotes[dialect] ?? doubled('"');
  return open + escapeIn(name, dialect, { close, escaped }) + close;
}

function escapeIn(
  name: string,
  dialect: Dialect,
  { close, escaped }: Pick<Quotes, 'close' | 'escaped'>,
): string {
  const text = dialect === 'bigquery' ? name.replaceAll('\\', '\\\\') : name;
  return text.replaceAll(close, escaped);
}

/** Dialects in which a backslash in a text escapes what follows. */
const withBackslash: ReadonlySet<Dialect> = new Set([
  'mysql',
  'redshift',
  'bigquery',
  'databricks',
  'snowflake',
]);

/** What stands for a name inside of quotes that the query has itself, so that it does not close them. */
export function nameInsideQuotes(name: string, quote: string, dialect: Dialect): string {
  const close = quote === '[' ? ']' : quote;
  const isText = quote === "'" || (quote === '"' && withBackslash.has(dialect));
  const text = isText && withBackslash.has(dialect) ? name.replaceAll('\\', '\\\\') : name;
  if (dialect === 'bigquery') return escapeIn(name, dialect, { close, escaped: `\\${close}` });
  return text.replaceAll(close, close + close);
}
