import { DuckDBInstance } from '@duckdb/node-api';
import { Client } from 'pg';
import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { matchesPhysicalType } from '../../../domain/dialects/types/physical-type.ts';
import { typeNamesOf, typeSystems } from '../../../domain/dialects/types/type-systems.ts';
import { databaseUrl } from '../../support/servers/database.ts';
import { hasMariadb, startMariadb } from '../../support/servers/mariadb.ts';

/**
 * Columns are made with every name of the tables in `domain/dialects` that the database takes, and what its catalogue
 * then says has to match that name, and no name of another type.
 */
type Made = { declared: string; actual: string };

/** Names that a column cannot be made with as they stand. */
const samples: Partial<Record<Dialect, Record<string, string>>> = {
  postgres: { array: 'integer[]', name: 'name' },
  mysql: {
    enum: "enum('a','b')",
    set: "set('a','b')",
    varchar: 'varchar(20)',
    nvarchar: 'nvarchar(20)',
    varbinary: 'varbinary(20)',
    vector: 'vector(3)',
    serial: 'bigint unsigned',
  },
  duckdb: {
    array: 'INTEGER[]',
    struct: 'STRUCT(a INTEGER)',
    row: 'ROW(a INTEGER)',
    map: 'MAP(VARCHAR, INTEGER)',
    enum: "ENUM('a', 'b')",
    union: 'UNION(a INTEGER)',
  },
};

function declaredOf(dialect: Dialect): string[] {
  const { types, standsFor = {} } = typeSystems[dialect];
  const names = [...types.flatMap((row) => row.names), ...Object.keys(standsFor)];
  return names.map((name) => samples[dialect]?.[name] ?? name);
}

/** Makes a column of each type; undefined where the database knows no such type. */
async function makeAll(
  dialect: Dialect,
  make: (declared: string) => Promise<string | undefined>,
): Promise<{ made: Made[]; unknown: string[] }> {
  const made: Made[] = [];
  const unknown: string[] = [];
  for (const declared of declaredOf(dialect)) {
    const actual = await make(declared);
    if (actual === undefined) unknown.push(declared);
    else made.push({ declared, actual });
  }
  return { made, unknown };
}

function expectOwnTypes(dialect: Dialect, made: readonly Made[]): void {
  const names = typeNamesOf(dialect);
  for (const { declared, actual } of made) {
    expect([declared, actual, matchesPhysicalType(dialect, declared, actual)]).toEqual([
      declared,
      actual,
      true,
    ]);
    for (const other of made) {
      if (names.rowOf(bare(other.actual)) === names.rowOf(bare(actual))) continue;
      const pair = [declared, other.actual];
      expect([...pair, matchesPhysicalType(dialect, declared, other.actual)]).toEqual([
        ...pair,
        false,
      ]);
    }
  }
}

/** Name of a type of the catalogue, as the tables have it. */
function bare(type: string): string {
  if (type.endsWith(']')) return 'array';
  return type
    .replace(/\(.*?\)+/, '')
    .replace(/ +/g, ' ')
    .toLowerCase()
    .trim();
}

it('types of Postgres are what it makes of their names', async () => {
  const client = new Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  const { made, unknown } = await makeAll('postgres', async (declared) => {
    await client.query('begin');
    try {
      await client.query(`create temporary table made (a ${declared})`);
      const { rows } = await client.query<{ type: string }>(
        `select format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = 'made'::regclass and attname = 'a'`,
      );
      return rows[0]?.type;
    } catch {
      return undefined;
    } finally {
      await client.query('rollback');
    }
  });
  await client.end();
  expectOwnTypes('postgres', made);
  // Of other platforms, of extensions, or our own word for a type of columns.
  expect(unknown).toEqual(['tinyint', 'double', 'citext', 'composite', 'vector', 'blob']);
});

it('types of DuckDB are what it makes of their names', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const { made, unknown } = await makeAll('duckdb', async (declared) => {
    try {
      await connection.run(`create or replace table made (a ${declared})`);
      const reader = await connection.runAndReadAll('describe made');
      return String(reader.getRowObjects()[0]?.['column_type']);
    } catch {
      return undefined;
    }
  });
  connection.closeSync();
  instance.closeSync();
  expectOwnTypes('duckdb', made);
  expect(unknown).toEqual([]);
});

const onMariadb = hasMariadb()
  ? it
  : (name: string, test: () => Promise<void>) =>
      it.skip(`(no mariadbd here: install mariadb-server-core) ${name}`, test);

onMariadb('types of MariaDB are what it makes of their names', async () => {
  const server = await startMariadb();
  await server.run('create database types', 'use types');
  const { made, unknown } = await makeAll('mysql', async (declared) => {
    try {
      await server.run(`create or replace table made (a ${declared})`);
      const [rows] = await server.client.query('show columns from made');
      return (rows as { Type: string }[])[0]?.Type;
    } catch {
      return undefined;
    }
  });
  await server.stop();
  expectOwnTypes('mysql', made);
  // What only newer servers have.
  expect(unknown.filter((declared) => declared !== 'vector(3)')).toEqual([]);
});
