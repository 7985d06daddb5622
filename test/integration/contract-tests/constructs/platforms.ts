import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { SourceAccess } from '../../../../connectors/connector.ts';
import { hasMariadb, startMariadb } from '../../../support/servers/mariadb.ts';
import { createPrivateDatabase } from '../postgres/private-database.ts';
import type { ColumnKind, PlatformName, TableData } from './construct.ts';

/** A place where the tables of the constructs are made and tested. */
export type Platform = {
  name: PlatformName;
  server: Record<string, unknown>;
  access: SourceAccess;
  create: (table: string, data: TableData) => Promise<void>;
  drop: () => Promise<void>;
};

type Types = Record<ColumnKind, string>;

const records = ({ columns, rows }: TableData): Record<string, unknown>[] =>
  rows.map((row) =>
    Object.fromEntries(Object.keys(columns).map((name, at) => [name, row[at] ?? null])),
  );

const declared = ({ columns }: TableData, types: Types): string =>
  Object.entries(columns)
    .map(([name, kind]) => `${name} ${types[kind]}`)
    .join(', ');

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const postgresTypes: Types = {
  integer: 'integer',
  number: 'numeric(12,4)',
  double: 'double precision',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  texts: 'text[]',
  place: 'jsonb',
};

async function postgres(): Promise<Platform> {
  const database = await createPrivateDatabase();
  const { server, access } = database;
  return {
    name: 'Postgres',
    server,
    access,
    async create(table, data) {
      await database.run(`create table ${table} (${declared(data, postgresTypes)})`);
      const json = quoted(JSON.stringify(records(data)));
      await database.run(
        `insert into ${table} select * from json_populate_recordset(null::${table}, ${json})`,
      );
    },
    drop: () => database.drop(),
  };
}

const mariadbTypes: Types = {
  integer: 'int',
  number: 'decimal(12,4)',
  double: 'double',
  text: 'varchar(200)',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'datetime',
  texts: 'json',
  place: 'json',
};

async function mariadb(): Promise<Platform> {
  const server = await startMariadb();
  const { host, port } = server;
  await server.run(
    'create database constructs',
    "create user reader@'%' identified by 'secret'",
    "grant select on constructs.* to reader@'%'",
    'use constructs',
  );
  return {
    name: 'MariaDB',
    server: { type: 'mysql', host, port, database: 'constructs' },
    access: {
      allowedHosts: [`${host}:${port}`],
      allowedDataDirs: [],
      credentials: {
        DATACONTRACT_MYSQL_USERNAME: 'reader',
        DATACONTRACT_MYSQL_PASSWORD: 'secret',
      },
      statementTimeoutMs: 20_000,
    },
    async create(table, data) {
      await server.run(`create table ${table} (${declared(data, mariadbTypes)})`);
      for (const row of records(data)) {
        const values = Object.values(row).map((value) =>
          typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
        );
        const places = values.map(() => '?').join(', ');
        await server.client.query(`insert into ${table} values (${places})`, values);
      }
    },
    drop: () => server.stop(),
  };
}

function folderOf(ending: 'csv' | 'parquet'): {
  fileOf: (table: string) => string;
  rest: Pick<Platform, 'server' | 'access'> & { drop: () => Promise<void> };
} {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'constructs-')));
  return {
    fileOf: (table) => path.join(folder, `${table}.${ending}`),
    rest: {
      server: { type: 'local', path: path.join(folder, `{model}.${ending}`), format: ending },
      access: {
        allowedHosts: [],
        allowedDataDirs: [folder],
        credentials: {},
        statementTimeoutMs: 20_000,
      },
      drop: async () => fs.rmSync(folder, { recursive: true, force: true }),
    },
  };
}

/** A cell of a CSV file: nothing for null, JSON for lists and objects. */
function cellOf(value: unknown): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.replaceAll('"', '""')}"`;
}

async function csv(): Promise<Platform> {
  const { fileOf, rest } = folderOf('csv');
  return {
    name: 'CSV',
    ...rest,
    async create(table, data) {
      const lines = [
        Object.keys(data.columns).join(','),
        ...data.rows.map((row) => row.map(cellOf).join(',')),
      ];
      fs.writeFileSync(fileOf(table), lines.map((line) => `${line}\n`).join(''));
    },
  };
}

const duckdbTypes: Types = {
  integer: 'INTEGER',
  number: 'DECIMAL(12,4)',
  double: 'DOUBLE',
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  texts: 'VARCHAR[]',
  place: 'STRUCT(city VARCHAR, zip VARCHAR)',
};

async function parquet(): Promise<Platform> {
  const { fileOf, rest } = folderOf('parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  return {
    name: 'Parquet',
    ...rest,
    async create(table, data) {
      const source = `${fileOf(table)}.ndjson`;
      fs.writeFileSync(source, records(data).map((row) => `${JSON.stringify(row)}\n`).join('')); // prettier-ignore
      await connection.run(`create table ${table} (${declared(data, duckdbTypes)})`);
      const types = Object.entries(data.columns).map(([name, kind]) => `${name}: ${quoted(duckdbTypes[kind])}`); // prettier-ignore
      const rows = `read_json(${quoted(source)}, format = 'newline_delimited', columns = {${types.join(', ')}})`;
      if (data.rows.length > 0) await connection.run(`insert into ${table} select * from ${rows}`);
      await connection.run(`copy ${table} to ${quoted(fileOf(table))} (format parquet)`);
      fs.rmSync(source);
    },
    async drop() {
      connection.closeSync();
      instance.closeSync();
      await rest.drop();
    },
  };
}

const openers: Record<PlatformName, () => Promise<Platform>> = {
  Postgres: postgres,
  MariaDB: mariadb,
  CSV: csv,
  Parquet: parquet,
};

/** Makes the place; undefined where this machine has no server for it. */
export async function openPlatform(name: PlatformName): Promise<Platform | undefined> {
  return name === 'MariaDB' && !hasMariadb() ? undefined : openers[name]();
}
