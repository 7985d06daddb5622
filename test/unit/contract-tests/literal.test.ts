import { literalOf } from '../../../domain/dialects/literals/literal.ts';

/** What a backslash and the letter behind it stand for. */
const escapes: Record<string, string> = { n: '\n', r: '\r', '\\': '\\', "'": "'" };

type Reading = { text: string; rest: string };

/** Reads a text in single quotation marks from the beginning as a platform does; a doubled mark is one where they say so. */
function readText(
  sql: string,
  { backslashes, doubled }: { backslashes: boolean; doubled: boolean },
): Reading {
  let text = '';
  for (let at = 1; at < sql.length; at += 1) {
    const character = sql.charAt(at);
    if (backslashes && character === '\\') {
      const next = sql.charAt(at + 1);
      text += escapes[next] ?? next;
      at += 1;
    } else if (character !== "'") text += character;
    else if (doubled && sql.charAt(at + 1) === "'") {
      text += "'";
      at += 1;
    } else return { text, rest: sql.slice(at + 1) };
  }
  return { text, rest: 'the text has no end' };
}

/** SQL Server leaves out a backslash and the end of a line behind it, and puts texts together. */
function readSqlServer(sql: string): Reading {
  let text = '';
  let rest = ` + ${sql}`;
  while (rest.startsWith(" + N'")) {
    const part = readText(rest.slice(4), { backslashes: false, doubled: true });
    text += part.text.replaceAll(/\\\r?\n/g, '');
    rest = part.rest;
  }
  return { text, rest };
}

const readers: Record<string, (sql: string) => Reading> = {
  snowflake: (sql) => readText(sql, { backslashes: true, doubled: true }),
  bigquery: (sql) => readText(sql, { backslashes: true, doubled: false }),
  databricks: (sql) => readText(sql, { backslashes: true, doubled: false }),
  trino: (sql) => readText(sql, { backslashes: false, doubled: true }),
  sqlserver: readSqlServer,
};

const hostile = [
  '',
  "'",
  '\\',
  "\\'",
  "\\\\'",
  "''",
  "'; drop table t; --",
  "\\'; drop table t; --",
  'a\\\nb',
  'a\\\r\nb',
  "\\\n' or 1 = 1 --",
  'two\nlines\r\n',
  '\\u0027 or 1 = 1 --',
  '\\x27 \\047 \\n',
  '${x} {{ y }} :z ? $1 @p',
  '`"[]%_^$',
  "ünï😀 \t'",
];

describe.each(Object.keys(readers))('a literal of %s', (name) => {
  const read = readers[name] as (sql: string) => Reading;

  it.each(hostile)('holds %j and nothing more', (text) => {
    const sql = literalOf(name as 'trino', text);
    expect(read(sql)).toEqual({ text, rest: '' });
  });
});

it('stays on one line on BigQuery', () => {
  expect(literalOf('bigquery', 'a\r\nb')).toBe(String.raw`'a\r\nb'`);
});
