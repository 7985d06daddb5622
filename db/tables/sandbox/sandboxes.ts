import { readSandboxState } from '../../../domain/sandbox/sandbox.ts';
import type { Sandbox, SandboxSetup } from '../../../domain/sandbox/sandbox.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one sandbox. */
export type SandboxKey = { organizationId: OrganizationId; id: string };

type Row = Omit<Sandbox, 'setup' | 'state'> & { setup: string; state: string };

const columns = `s.id, s.name, s.created_by as "createdBy", s.created_at as "createdAt", s.expires_at as "expiresAt",
      s.ahead_ms as "aheadMs", s.setup, s.state`;

function toSandbox({ setup, state, ...row }: Row): Sandbox {
  return { ...row, setup: JSON.parse(setup) as SandboxSetup, state: readSandboxState(state) };
}

const insert = {
  name: 'sandboxes-insert',
  text: `insert into sandboxes (organization_id, id, owner, name, created_by, setup, state, ahead_ms, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

/** Stores a sandbox of this owner. */
export async function insertSandbox(
  tx: Tx,
  { organizationId, owner }: { organizationId: OrganizationId; owner: string },
  sandbox: Sandbox,
): Promise<void> {
  const { id, name, createdBy, setup, state, aheadMs, createdAt, expiresAt } = sandbox;
  const json = [JSON.stringify(setup), JSON.stringify(state)];
  const values = [
    organizationId,
    id,
    owner,
    name,
    createdBy,
    ...json,
    aheadMs,
    createdAt,
    expiresAt,
  ];
  await runStatement(tx, insert, values);
}

const lock = {
  name: 'sandboxes-lock',
  text: `select ${columns} from sandboxes s
    where s.organization_id = $1 and s.id = $2 and s.expires_at > $3 for update`,
};

/** The sandbox, locked until the transaction ends; undefined if it has ended. */
export async function lockSandbox(
  tx: Tx,
  { organizationId, id }: SandboxKey,
  now: Date,
): Promise<Sandbox | undefined> {
  const [row] = await runStatement<Row>(tx, lock, [organizationId, id, now]);
  return row && toSandbox(row);
}

const update = {
  name: 'sandboxes-update',
  text: `update sandboxes set state = $3, ahead_ms = $4 where organization_id = $1 and id = $2`,
};

/** Stores the state and the clock of a sandbox. */
export async function updateSandbox(
  tx: Tx,
  { organizationId, id }: SandboxKey,
  { state, aheadMs }: Pick<Sandbox, 'state' | 'aheadMs'>,
): Promise<void> {
  await runStatement(tx, update, [organizationId, id, JSON.stringify(state), aheadMs]);
}

const list = {
  name: 'sandboxes-list',
  text: `select ${columns} from sandboxes s
    where s.organization_id = $1 and s.owner = $2 and s.expires_at > $3 order by s.id desc`,
};

/** The sandboxes of an owner that have not ended, newest first. */
export async function listSandboxes(
  db: Db,
  { organizationId, owner }: { organizationId: OrganizationId; owner: string },
  now: Date,
): Promise<Sandbox[]> {
  const rows = await runStatement<Row>(db, list, [organizationId, owner, now]);
  return rows.map(toSandbox);
}

const remove = {
  name: 'sandboxes-delete',
  text: `delete from sandboxes where organization_id = $1 and id = $2 returning name`,
};

/** Deletes a sandbox with its entries; returns its name, or undefined if there is none. */
export async function deleteSandbox(
  tx: Tx,
  { organizationId, id }: SandboxKey,
): Promise<string | undefined> {
  const [row] = await runStatement<{ name: string }>(tx, remove, [organizationId, id]);
  return row?.name;
}

const removeEnded = {
  name: 'sandboxes-delete-ended',
  text: `delete from sandboxes where (organization_id, id) in (
      select organization_id, id from sandboxes where expires_at <= $1 limit $2)
    returning 1`,
};

/** Deletes up to `limit` sandboxes that have ended; returns their number. */
export async function deleteEndedSandboxes(tx: Tx, now: Date, limit: number): Promise<number> {
  return (await runStatement(tx, removeEnded, [now, limit])).length;
}
