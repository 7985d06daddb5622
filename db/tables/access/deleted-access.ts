import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { AccessKey } from './access.ts';

const find = {
  name: 'deleted-access-find',
  text: `select last::text as last from deleted_access where organization_id = $1 and id = $2`,
};

/** The last shown state of a recently deleted access, as JSON text. */
export async function findDeletedAccess(db: Db, key: AccessKey): Promise<string | undefined> {
  const [row] = await runStatement<{ last: string }>(db, find, [key.organizationId, key.id]);
  return row?.last;
}

const remove = {
  name: 'access-delete',
  text: `with deleted as (
      delete from access where organization_id = $1 and id = $2 and revision = $3 returning 1),
    forgotten as (
      delete from access_history where organization_id = $1 and access_id = $2 and exists (select 1 from deleted)),
    unqueued as (
      update work set state = 'CANCELLED', finished_at = clock_timestamp()
      where organization_id = $1 and kind = 'access-timers' and key = $2 and state = 'QUEUED' and exists (select 1 from deleted))
    insert into deleted_access (organization_id, id, last, revision, deleted_at)
    select $1, $2, $4, $3, $5 from deleted returning 1`,
};

/**
 * Replaces an access by a record of its deletion, deletes its history and cancels its timer; false when it is no longer at that
 * revision.
 */
export async function deleteAccess(
  tx: Tx,
  key: AccessKey,
  access: { revision: number; last: string; now: Date },
): Promise<boolean> {
  const { revision, last, now } = access;
  const rows = await runStatement(tx, remove, [key.organizationId, key.id, revision, last, now]);
  return rows.length === 1;
}

const forget = {
  name: 'deleted-access-forget',
  text: `delete from deleted_access where (organization_id, id) in (
      select organization_id, id from deleted_access where deleted_at < $1 limit $2) returning 1`,
};

/** Deletes up to `limit` records of accesses that were deleted before the given time; returns their number. */
export async function deleteAccessRecords(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, forget, [before, limit])).length;
}
