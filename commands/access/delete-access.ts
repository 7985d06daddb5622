import type { Database, Tx } from '../../db/connect.ts';
import { deleteAccess as deleteRow } from '../../db/tables/access/deleted-access.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { findShownAccess } from '../../db/views/access/shown.ts';
import { transact } from '../../db/transact.ts';
import { presentAccess } from '../../domain/access/access.ts';
import { accessEvents } from '../../domain/access/access-events.ts';
import { advanceAccess } from '../../domain/access/access-life.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { assertOnSide } from './assert-side.ts';
import { refuseMissing } from './change-access.ts';

export type DeleteAccess = {
  id: string;
  preconditions: Preconditions;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

const attempts = 20;

/**
 * Deletes an access; an active access is deactivated first, so that components revoke the grant. Its last state can be read for
 * 30 days. Refuses with `not_found`, `gone`, `permission_denied`, `precondition_failed`.
 */
export async function deleteAccess(database: Database, request: DeleteAccess): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await transact(database, (tx) => tryDelete(tx, request))) return;
  }
  refuse('concurrent_change', 'This access is being changed by other requests; try again.');
}

async function tryDelete(tx: Tx, request: DeleteAccess): Promise<boolean> {
  const { id, principal, requestId, now } = request;
  const { organizationId } = principal;
  const key = { organizationId, id };
  const stored = await findShownAccess(tx, key);
  if (!stored) return refuseMissing(tx, key);
  assertPreconditions(request.preconditions, { revision: stored.revision, edition: 0 });
  const either = ['ACCESS_DELETE'] as const;
  await assertOnSide(tx, principal, stored, { provider: either, consumer: either });
  const due = advanceAccess(stored, now);
  const isActive = due.life.state === 'active';
  const last = isActive
    ? { ...due.life, state: 'expired' as const, deactivateAt: now, deactivatedAt: now }
    : due.life;
  const text = JSON.stringify(presentAccess({ ...stored, ...last }));
  if (!(await deleteRow(tx, key, { revision: stored.revision, last: text, now }))) return false;
  const ending = isActive ? [accessEvents.deactivated] : [];
  for (const type of [...due.events, ...ending, accessEvents.deleted]) {
    await recordEvent(tx, {
      organizationId,
      type,
      subjectKind: 'access',
      subjectId: id,
      principal: principal.name,
      requestId,
      public: true,
      now,
    });
  }
  return true;
}
