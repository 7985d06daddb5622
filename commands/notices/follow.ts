import type { Db } from '../../db/connect.ts';
import { insertFollow } from '../../db/tables/notices/follows.ts';
import type { FollowedKey } from '../../db/tables/notices/follows.ts';
import type { ReaderKey } from '../../db/tables/notices/saved-searches.ts';
import { listNamedDocuments } from '../../db/views/notices/changed-documents.ts';
import { refuse } from '../../domain/errors.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';

/** Maximum number of documents that one reader follows. */
const maxFollows = 1_000;

/** Follows a document or concept; a reader that follows it already goes on. Refuses with `not_found` and `limit_reached`. */
export async function follow(
  db: Db,
  key: ReaderKey,
  followed: FollowedKey & { title: string },
  now: Date,
): Promise<void> {
  const { id, kind, title } = followed;
  const [document] = await listNamedDocuments(db, key.organizationId, [{ kind, id }]);
  if (!document) refuseUnknownDocument({ title }, id);
  if (await insertFollow(db, key, { kind, id }, { now, max: maxFollows })) return;
  refuse(
    'limit_reached',
    `You follow ${maxFollows} resources, which is the limit; unfollow one first.`,
  );
}
