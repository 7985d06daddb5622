import { createHash } from 'node:crypto';

import { Client } from 'pg';

import { shopSchema, shopStatements } from './shop-statements.ts';

/** The database that holds the schema, beside the one of Concordat. */
const database = 'concordat_demo';

/** The role of the contract tests: it can read the schema and nothing else. */
export const readerName = 'concordat_demo_reader';

/** Changes with the programs that make the rows. */
export const shopVersion = createHash('sha256')
  .update(shopStatements.join(';'))
  .digest('hex')
  .slice(0, 16);

/**
 * Afterwards the private Postgres has the demo's database with all its rows and a reader with this password;
 * rows are made only when they are missing or of another version.
 */
export async function makeShop(superuserUrl: string, readerPassword: string): Promise<void> {
  await onDatabase(superuserUrl, undefined, async (client) => {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [readerName]);
    const word = role.rowCount === 0 ? 'create' : 'alter';
    await client.query(
      `${word} role ${readerName} login password ${client.escapeLiteral(readerPassword)}`,
    );
    await client.query(`alter role ${readerName} set default_transaction_read_only = on`);
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
    await closeOtherDatabases(client);
  });
  await onDatabase(superuserUrl, database, async (client) => {
    if ((await versionOf(client)) !== shopVersion) await fill(client);
  });
}

/** Everybody may connect to every database until told otherwise; the reader needs only its own. */
async function closeOtherDatabases(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(datname) as name from pg_database where datname <> $1 and datallowconn',
    [database],
  );
  for (const { name } of rows) await client.query(`revoke connect on database ${name} from public`);
}

async function versionOf(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ version: string | null }>(
    `select obj_description(oid, 'pg_namespace') as version from pg_namespace where nspname = $1`,
    [shopSchema],
  );
  return rows[0]?.version ?? undefined;
}

/** One transaction: a server that dies in the middle has either all of it or nothing. */
async function fill(client: Client): Promise<void> {
  await client.query('begin');
  for (const statement of shopStatements) await client.query(statement);
  await client.query(`comment on schema ${shopSchema} is '${shopVersion}'`);
  await client.query(`grant usage on schema ${shopSchema} to ${readerName}`);
  await client.query(`grant select on all tables in schema ${shopSchema} to ${readerName}`);
  await client.query('commit');
}

async function onDatabase(
  superuserUrl: string,
  name: string | undefined,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const url = new URL(superuserUrl);
  if (name !== undefined) url.pathname = `/${name}`;
  const client = new Client({ connectionString: url.href });
  // A server that stops says so here too; without a listener it would end the supervisor.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
