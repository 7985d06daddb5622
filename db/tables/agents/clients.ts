import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** An OAuth client that registered itself. */
export type AgentClient = { id: string; name: string; redirectUris: string[] };

const insert = {
  name: 'agent-clients-insert',
  text: `insert into agent_clients (id, name, redirect_uris, created_at, used_at) values ($1, $2, $3, $4, $4)`,
};

/** Stores a client. */
export async function insertAgentClient(
  db: Db,
  { id, name, redirectUris }: AgentClient,
  now: Date,
): Promise<void> {
  await runStatement(db, insert, [id, name, redirectUris, now]);
}

const find = {
  name: 'agent-clients-find',
  text: `select id, name, redirect_uris as "redirectUris" from agent_clients where id = $1`,
};

/** The client with this id. */
export async function findAgentClient(db: Db, id: string): Promise<AgentClient | undefined> {
  const [row] = await runStatement<AgentClient>(db, find, [id]);
  return row;
}

const use = {
  name: 'agent-clients-use',
  text: `update agent_clients set used_at = $2 where id = $1 returning 1`,
};

/** Notes that a person allowed the client something; false if it was deleted meanwhile. */
export async function updateAgentClientUse(tx: Tx, id: string, now: Date): Promise<boolean> {
  return (await runStatement(tx, use, [id, now])).length === 1;
}

const removeUnused = {
  name: 'agent-clients-delete-unused',
  text: `delete from agent_clients where id in (
      select c.id from agent_clients c where c.used_at <= $1
        and not exists (select 1 from agent_grants g where g.client_id = c.id)
      limit $2)
    returning 1`,
};

/** Deletes up to `limit` clients without grants that were last used before a time; returns their number. */
export async function deleteUnusedAgentClients(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<number> {
  return (await runStatement(tx, removeUnused, [before, limit])).length;
}
