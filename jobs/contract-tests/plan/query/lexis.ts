import type { Dialect } from '../../../../domain/dialects/dialect.ts';

/** The quoting rules of one dialect, as needed to split a statement into tokens. */
export type Lexis = {
  /** Characters that open and close a text. */
  texts: string;
  /** Characters that open a quoted name; `[` closes with `]`. */
  names: string;
  /**
   * A backslash in a text escapes, is an ordinary character, or depends on a setting of the server; then a backslash
   * before a quote is refused.
   */
  backslash: 'escapes' | 'ordinary' | 'either';
  /** True if texts may start with three quotes. */
  tripleQuotes: boolean;
  lineComments: readonly string[];
  nestedComments: boolean;
  /** `$tag$ … $tag$`, or only `$$ … $$`. */
  dollarQuotes: 'tagged' | 'plain' | 'none';
  /** Keywords that may start a statement. */
  beginnings: readonly string[];
  /** The prefix of texts without escapes, such as `R'…'`. */
  rawPrefix?: string;
  /** A backslash escapes in quoted names. */
  escapesInNames?: true;
  /** The server executes comments that begin with `!` or `M!`, and reads settings in those that begin with `+`. */
  executesComments?: true;
  /** `--` begins a comment only before a blank or a control character of ASCII: `1--1` is a subtraction. */
  dashesNeedBlank?: true;
  /** Files that a query can read by name: a text in place of a table, also a quoted name, or `csv.`…``. */
  files?: 'texts' | 'texts and names' | 'formats';
};

const standard: Lexis = {
  texts: "'",
  names: '"',
  backslash: 'ordinary',
  tripleQuotes: false,
  lineComments: ['--'],
  nestedComments: false,
  dollarQuotes: 'none',
  beginnings: ['SELECT', 'WITH', 'VALUES', 'TABLE'],
};

const postgres: Lexis = { ...standard, nestedComments: true, dollarQuotes: 'tagged' };

const readers = ['SELECT', 'WITH', 'VALUES', 'FROM'];

export const lexes: Readonly<Record<Dialect, Lexis>> = {
  postgres,
  redshift: { ...postgres, backslash: 'either' },
  duckdb: {
    ...postgres,
    beginnings: [...standard.beginnings, 'FROM'],
    files: 'texts and names',
  },
  mysql: {
    ...standard,
    texts: `'"`,
    names: '`',
    backslash: 'either',
    lineComments: ['--', '#'],
    executesComments: true,
    dashesNeedBlank: true,
  },
  sqlserver: {
    ...standard,
    names: '"[',
    nestedComments: true,
    beginnings: ['SELECT', 'WITH'],
  },
  snowflake: {
    ...standard,
    backslash: 'escapes',
    lineComments: ['--', '//'],
    dollarQuotes: 'plain',
    beginnings: ['SELECT', 'WITH', 'VALUES'],
    files: 'texts',
  },
  bigquery: {
    ...standard,
    texts: `'"`,
    names: '`',
    backslash: 'escapes',
    tripleQuotes: true,
    lineComments: ['--', '#'],
    beginnings: readers,
    escapesInNames: true,
  },
  databricks: {
    ...standard,
    texts: `'"`,
    names: '`',
    backslash: 'escapes',
    beginnings: readers,
    rawPrefix: 'R',
    files: 'formats',
  },
  trino: standard,
};
