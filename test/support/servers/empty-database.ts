import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrateDatabase } from '../../../db/migrate.ts';
import { migrations } from '../../../db/migrations/index.ts';
import { databaseUrl, quietLog } from './database.ts';

/** A database that is empty at first, for tests of migrations. */
export type EmptyDatabase = {
  name: string;
  url: string;
  query: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Applies all steps before the one with this name. */
  migrateUntil: (step: string) => Promise<void>;
  /** Applies the remaining steps. */
  migrate: () => Promise<void>;
  /** Adds an organization and returns its id. */
  addOrganization: () => Promise<string>;
  drop: () => Promise<void>;
};

/** Creates an empty database on the test server. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const url = databaseUrl(name);
  await queryAt(databaseUrl('postgres'), `create database ${name}`);
  return {
    name,
    url,
    query: (text, values) => queryAt(url, text, values),
    migrateUntil: (step) => migrateDatabase(url, quietLog, indexOf(step)),
    migrate: () => migrateDatabase(url, quietLog),
    addOrganization: async () => {
      const id = '018f0000-0000-7000-8000-000000000001';
      const insert = `insert into organizations (id, name, vanity, created_at) values ($1, 'o', 'o', now())`;
      await queryAt(url, insert, [id]);
      return id;
    },
    drop: async () => {
      await queryAt(databaseUrl('postgres'), `drop database ${name} with (force)`);
    },
  };
}

function indexOf(step: string): number {
  const index = migrations.findIndex(({ name }) => name === step);
  if (index === -1) throw new Error(`there is no migration '${step}'`);
  return index;
}

async function queryAt<Row>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}
