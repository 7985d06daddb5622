import type { Db, Tx } from '../../connect.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { runStatement } from '../../statement.ts';
import type { ReaderKey } from './saved-searches.ts';

/** A document or concept that can be followed. */
export type FollowedKey = { kind: string; id: string };

const insert = {
  name: 'follows-insert',
  text: `insert into follows (organization_id, reader, kind, id, created_at)
    select $1, $2, $3, $4, $5
    where (select count(*) from follows where organization_id = $1 and reader = $2 and (kind, id) <> ($3, $4)) < $6
    on conflict (organization_id, reader, kind, id) do update set created_at = follows.created_at
    returning 1`,
};

/** Begins to follow, or goes on; false when the reader follows `max` others. */
export async function insertFollow(
  db: Db,
  { organizationId, reader }: ReaderKey,
  { kind, id }: FollowedKey,
  { now, max }: { now: Date; max: number },
): Promise<boolean> {
  const values = [organizationId, reader, kind, id, now, max];
  return (await runStatement(db, insert, values)).length === 1;
}

const remove = {
  name: 'follows-delete',
  text: `delete from follows where organization_id = $1 and reader = $2 and kind = $3 and id = $4 returning 1`,
};

/** Ends following; false when the reader did not follow. */
export async function deleteFollow(
  db: Db,
  { organizationId, reader }: ReaderKey,
  { kind, id }: FollowedKey,
): Promise<boolean> {
  return (await runStatement(db, remove, [organizationId, reader, kind, id])).length === 1;
}

/** Followed documents and concepts; the name is missing if it was deleted. */
export type ListedFollow = FollowedKey & { name: string | null; createdAt: Date };

const list = {
  name: 'follows-list',
  text: `select f.kind, f.id, d.name, f.created_at as "createdAt"
    from follows f
    left join documents d on d.organization_id = f.organization_id and d.kind = f.kind and d.id = f.id
    where f.organization_id = $1 and f.reader = $2 order by f.kind, f.id`,
};

/** Everything that a reader follows. */
export function listFollows(
  db: Db,
  { organizationId, reader }: ReaderKey,
): Promise<ListedFollow[]> {
  return runStatement<ListedFollow>(db, list, [organizationId, reader]);
}

const find = {
  name: 'follows-find',
  text: `select created_at as "createdAt" from follows
    where organization_id = $1 and reader = $2 and kind = $3 and id = $4`,
};

/** Since when the reader follows; undefined if it does not. */
export async function findFollow(
  db: Db,
  { organizationId, reader }: ReaderKey,
  { kind, id }: FollowedKey,
): Promise<Date | undefined> {
  const values = [organizationId, reader, kind, id];
  const [row] = await runStatement<{ createdAt: Date }>(db, find, values);
  return row?.createdAt;
}

/** A reader that follows a document. */
export type Follower = FollowedKey & { reader: string };

const listOf = {
  name: 'follows-list-of-documents',
  text: `select kind, id, reader from follows
    where organization_id = $1 and (kind, id) in (select * from unnest($2::text[], $3::text[]))`,
};

/** The followers of these documents. */
export async function listFollowers(
  db: Db,
  organizationId: OrganizationId,
  followed: readonly FollowedKey[],
): Promise<Follower[]> {
  if (followed.length === 0) return [];
  return runStatement<Follower>(db, listOf, [
    organizationId,
    followed.map(({ kind }) => kind),
    followed.map(({ id }) => id),
  ]);
}

const removeOf = {
  name: 'follows-delete-of-document',
  text: `delete from follows where organization_id = $1 and kind = $2 and id = $3 and created_at <= $4`,
};

/** Ends following of a document that was deleted then; it may have been created and followed again since. */
export async function deleteFollowsOf(
  tx: Tx,
  organizationId: OrganizationId,
  { kind, id }: FollowedKey,
  deletedAt: Date,
): Promise<void> {
  await runStatement(tx, removeOf, [organizationId, kind, id, deletedAt]);
}
