import type { Dialect } from '../../../../domain/dialects/dialect.ts';

/** How texts and names are written in one dialect, as far as a statement can be cut into tokens by it. */
export type Lexis = {
  /** What opens and closes a text. */
  texts: string;
  /** What opens a quoted name; `[` closes with `]`. */
  names: string;
  /**
   * In texts: a backslash escapes, is an ordinary character, or is one or the other by a setting of the server, so that a
   * backslash before a quote is not understood.
   */
  backslash: 'escapes' | 'ordinary' | 'either';
  /** Texts that begin with three quotes. */
  tripleQuotes: boolean;
  lineComments: readonly string[];
  nestedComments: boolean;
  /** `$tag$ … $tag$`, or only `$$ … $$`. */
  dollarQuotes: 'tagged' | 'plain' | 'none';
  /** What a statement may begin with. */
  beginnings: readonly string[];
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
  duckdb: { ...postgres, beginnings: [...standard.beginnings, 'FROM'] },
  mysql: {
    ...standard,
    texts: `'"`,
    names: '`',
    backslash: 'either',
    lineComments: ['--', '#'],
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
  },
  bigquery: {
    ...standard,
    texts: `'"`,
    names: '`',
    backslash: 'escapes',
    tripleQuotes: true,
    lineComments: ['--', '#'],
    beginnings: readers,
  },
  databricks: {
    ...standard,
    texts: `'"`,
    names: '`',
    backslash: 'escapes',
    beginnings: readers,
  },
  trino: standard,
};
