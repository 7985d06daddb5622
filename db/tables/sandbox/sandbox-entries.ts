import type { SandboxEntry } from '../../../domain/sandbox/entries.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { SandboxKey } from './sandboxes.ts';

const insert = {
  name: 'sandbox-entries-insert',
  text: `insert into sandbox_entries (organization_id, sandbox_id, id, kind, type, principal, body, sandbox_at, at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

/** Adds an entry after those that the sandbox has. */
export async function insertSandboxEntry(
  tx: Tx,
  { organizationId, id: sandboxId }: SandboxKey,
  { id, kind, type, principal, body, sandboxAt, at }: Omit<SandboxEntry, 'n'>,
): Promise<void> {
  const entry = [id, kind, type, principal, body, sandboxAt, at];
  await runStatement(tx, insert, [organizationId, sandboxId, ...entry]);
}

const list = {
  name: 'sandbox-entries-list',
  text: `select n, id, kind, type, principal, body, sandbox_at as "sandboxAt", at from sandbox_entries
    where organization_id = $1 and sandbox_id = $2 order by n`,
};

/** All entries of a sandbox in their order; their number is limited. */
export function listSandboxEntries(
  db: Db,
  { organizationId, id }: SandboxKey,
): Promise<SandboxEntry[]> {
  return runStatement<SandboxEntry>(db, list, [organizationId, id]);
}

const count = {
  name: 'sandbox-entries-count',
  text: `select count(*)::int as count from sandbox_entries where organization_id = $1 and sandbox_id = $2`,
};

/** Number of entries of a sandbox. */
export async function countSandboxEntries(
  db: Db,
  { organizationId, id }: SandboxKey,
): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, count, [organizationId, id]);
  return row?.count ?? 0;
}

const findLast = {
  name: 'sandbox-entries-find-last',
  text: `select kind, type, body from sandbox_entries where organization_id = $1 and sandbox_id = $2
    order by n desc limit 1`,
};

/** The newest entry of a sandbox. */
export async function findLastSandboxEntry(
  db: Db,
  { organizationId, id }: SandboxKey,
): Promise<Pick<SandboxEntry, 'kind' | 'type' | 'body'> | undefined> {
  type Row = Pick<SandboxEntry, 'kind' | 'type' | 'body'>;
  const [row] = await runStatement<Row>(db, findLast, [organizationId, id]);
  return row;
}

const remove = {
  name: 'sandbox-entries-delete',
  text: `delete from sandbox_entries where organization_id = $1 and sandbox_id = $2`,
};

/** Deletes all entries of a sandbox. */
export async function deleteSandboxEntries(
  tx: Tx,
  { organizationId, id }: SandboxKey,
): Promise<void> {
  await runStatement(tx, remove, [organizationId, id]);
}
