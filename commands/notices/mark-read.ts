import type { Database } from '../../db/connect.ts';
import { findNoticePositions } from '../../db/tables/notices/notices.ts';
import type { NoticesOf } from '../../db/tables/notices/notices.ts';
import { markAllNoticesRead, markNoticesRead } from '../../db/tables/notices/read-marks.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';

/** The notices to mark: these, or the named one and all before it. */
export type ReadRequest = { ids: readonly string[] } | { upTo: string };

/**
 * Marks notices as read; marked ones stay so. Unknown ids of a list are ignored, because retention may have deleted them. Refuses
 * with `not_found` an unknown `upTo`.
 */
export async function markRead(
  database: Database,
  of: NoticesOf,
  request: ReadRequest,
  now: Date,
): Promise<void> {
  if ('ids' in request) {
    const positions = await findNoticePositions(database.knex, of, request.ids);
    await markNoticesRead(database.knex, of, positions, now);
    return;
  }
  const { upTo } = request;
  const [position] = await findNoticePositions(database.knex, of, [upTo]);
  if (position === undefined) refuse('not_found', `You have no notice with the id '${upTo}'.`);
  else await transact(database, (tx) => markAllNoticesRead(tx, of, position));
}
