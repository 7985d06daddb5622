import { createHash } from 'node:crypto';

import { Client } from 'pg';

import { shopSchema, shopStatements } from './shop-statements.ts';

/** The database with the schema, beside that of Concordat. */
const database = 'concordat_demo';

/** A setting of the database with the version of its rows; a comment would be shown by an ingestion. */
const versionSetting = 'concordat_demo.version';

/** The role of the contract tests, which can only read the schema. */
export const readerName = 'concordat_demo_reader';

/** A digest of the programs that create the rows. */
export const shopVersion = createHash('sha256')
  .update(shopStatements.join(';'))
  .digest('hex')
  .slice(0, 16);

/**
 * Creates the demo's database in the private Postgres with all its rows, and a reader with this password; rows are only created
 * if missing or outdated.
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

/** By default every role may connect to every database; the reader needs only its own. */
async function closeOtherDatabases(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(datname) as name from pg_database where datname <> $1 and datallowconn',
    [database],
  );
  for (const { name } of rows) await client.query(`revoke connect on database ${name} from public`);
}

async function versionOf(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ version: string | null }>(
    `select current_setting('${versionSetting}', true) as version from pg_namespace where nspname = $1`,
    [shopSchema],
  );
  return rows[0]?.version ?? undefined;
}

/** One transaction, so that a crash leaves either all rows or none. */
async function fill(client: Client): Promise<void> {
  await client.query('begin');
  for (const statement of shopStatements) await client.query(statement);
  await client.query(`alter database ${database} set ${versionSetting} = '${shopVersion}'`);
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
  // A server that stops also emits an error here; without a listener it would end the supervisor.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
