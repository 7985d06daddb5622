import type { Database, Db } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { deleteFollow, findFollow, insertFollow } from '../../db/tables/notices/follows.ts';
import type { FollowedKey } from '../../db/tables/notices/follows.ts';
import type { ReaderKey } from '../../db/tables/notices/saved-searches.ts';
import { transact } from '../../db/transact.ts';
import { listNamedDocuments } from '../../db/views/notices/changed-documents.ts';
import { refuse } from '../../domain/errors.ts';
import { readerOf } from '../../domain/notices/reader.ts';
import type { Principal } from '../../domain/principal.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';

/** Maximum number of documents that one reader follows. */
const maxFollows = 1_000;

/** A document or concept to follow; `title` is the name of its kind for people. */
export type Followed = FollowedKey & { title: string };

export type FollowRequest = {
  followed: Followed;
  principal: Principal;
  requestId: string;
  now: Date;
};

/** Follows a document or concept; a reader that follows it already goes on. Refuses with `not_found` and `limit_reached`. */
export async function follow(database: Database, request: FollowRequest): Promise<void> {
  const { followed, principal, now } = request;
  await assertExists(database.knex, principal, followed);
  const key = keyOf(principal);
  await transact(database, async (tx) => {
    if (await findFollow(tx, key, followed)) return;
    if (await insertFollow(tx, key, followed, { now, max: maxFollows })) {
      await record(tx, 'ResourceFollowed', request);
      return;
    }
    refuse(
      'limit_reached',
      `You follow ${maxFollows} resources, which is the limit; unfollow one first.`,
    );
  });
}

/** Stops following, if the reader followed. Refuses with `not_found` what neither exists nor was followed. */
export async function unfollow(database: Database, request: FollowRequest): Promise<void> {
  const { followed, principal } = request;
  const key = keyOf(principal);
  const wasFollowed = await transact(database, async (tx) => {
    const wasFollowed = await deleteFollow(tx, key, followed);
    if (wasFollowed) await record(tx, 'ResourceUnfollowed', request);
    return wasFollowed;
  });
  if (!wasFollowed) await assertExists(database.knex, principal, followed);
}

/** Since when the reader follows; undefined if it does not. Refuses with `not_found` what neither exists nor is followed. */
export async function getFollow(
  db: Db,
  principal: Principal,
  followed: Followed,
): Promise<Date | undefined> {
  const since = await findFollow(db, keyOf(principal), followed);
  if (!since) await assertExists(db, principal, followed);
  return since;
}

const keyOf = (principal: Principal): ReaderKey => ({
  organizationId: principal.organizationId,
  reader: readerOf(principal),
});

async function assertExists(
  db: Db,
  { organizationId }: Principal,
  { kind, id, title }: Followed,
): Promise<void> {
  const [document] = await listNamedDocuments(db, organizationId, [{ kind, id }]);
  if (!document) refuseUnknownDocument({ title }, id);
}

async function record(
  tx: Db,
  type: 'ResourceFollowed' | 'ResourceUnfollowed',
  { followed: { kind, id }, principal, requestId, now }: FollowRequest,
): Promise<void> {
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type,
    subjectKind: kind,
    subjectId: id,
    principal: principal.name,
    requestId,
    public: false,
    now,
  });
}
