import type { Database } from '../../db/connect.ts';
import { lockChangeRequest } from '../../db/tables/change-requests/change-requests.ts';
import { insertComment } from '../../db/tables/change-requests/comments.ts';
import { transact } from '../../db/transact.ts';
import { maxComments } from '../../domain/change-requests/change-request.ts';
import { refuse } from '../../domain/errors.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import { refuseUnknown } from './read-change-request.ts';
import type { ChangeRequestStep } from './read-change-request.ts';
import { recordStep } from './record-step.ts';

/** Adds a comment, also to a change request that was decided; returns its id. Refuses with `not_found` and `limit_reached`. */
export async function commentOnChange(
  database: Database,
  { text, ...step }: Omit<ChangeRequestStep, 'preconditions'> & { text: string },
): Promise<string> {
  const { id, principal, now } = step;
  const key = { organizationId: principal.organizationId, id };
  const commentId = newId();
  await transact(database, async (tx) => {
    const request = isUuid(id) ? await lockChangeRequest(tx, key) : undefined;
    if (!request) return refuseUnknown(id);
    const comment = { id: commentId, principal: principal.name, text, at: now };
    if (!(await insertComment(tx, key, comment, maxComments))) {
      refuse('limit_reached', `A change request can have ${maxComments} comments.`);
    }
    return recordStep(tx, 'commented', step, { ...request, note: text });
  });
  return commentId;
}
