import fs from 'node:fs';
import path from 'node:path';
import { dialectOf } from '../../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { quoteIdentifier } from '../../../domain/dialects/names/quote.ts';
import { typeNamesOf, typeSystems } from '../../../domain/dialects/types/type-systems.ts';

const dialects = Object.keys(typeSystems) as TypeDialect[];

it('every file of types is a dialect', () => {
  const folder = path.resolve(process.cwd(), 'domain/dialects');
  const defining = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => /: TypeSystem = \{/.test(fs.readFileSync(path.join(folder, file), 'utf8')));
  expect(defining.map((file) => path.parse(file).name).sort()).toEqual([...dialects].sort());
});

it.each(dialects)('a name means one type in %s', (dialect) => {
  const { types, standsFor = {} } = typeSystems[dialect];
  const names = types.flatMap((row) => row.names);
  expect(
    [...names, ...Object.keys(standsFor)].filter((name, at, all) => all.indexOf(name) < at),
  ).toEqual([]);
  expect(names.filter((name) => name !== name.toLowerCase())).toEqual([]);
  for (const text of Object.values(standsFor)) {
    expect(typeNamesOf(dialect).rowOf(text.replace(/\(.*/, ''))).toBeDefined();
  }
});

it('servers have a dialect by their type, in any case', () => {
  expect(dialectOf('PostgreSQL')).toBe('postgres');
  expect(dialectOf('mariadb')).toBe('mysql');
  expect(dialectOf('local')).toBe('duckdb');
  expect(dialectOf('constructor')).toBeUndefined();
});

it.each([
  ['postgres', 'a "b"', '"a ""b"""'],
  ['snowflake', 'Ünique', '"Ünique"'],
  ['mysql', 'a`b"', '`a``b"`'],
  ['databricks', 'a`b', '`a``b`'],
  ['bigquery', 'a\\b`c', '`a\\\\b\\`c`'],
  ['clickhouse', 'a`b', '`a\\`b`'],
  ['sqlserver', 'a]b[', '[a]]b[]'],
] as const)('%s quotes %s as %s', (dialect, name, expected) => {
  expect(quoteIdentifier(name, dialect)).toBe(expected);
});

it('identifiers are quoted for Postgres where no dialect is named', () => {
  expect(quoteIdentifier('a"b')).toBe('"a""b"');
});
