import type { Database, Tx } from '../../db/connect.ts';
import { findAccess } from '../../db/tables/access.ts';
import type { AccessKey } from '../../db/tables/access.ts';
import { writeAccess } from '../../db/tables/access-writes.ts';
import { transact } from '../../db/transact.ts';
import { assertReadableId, readAccessBody } from '../../domain/access/access-body.ts';
import type { AccessWish } from '../../domain/access/access-body.ts';
import { accessEvents } from '../../domain/access/access-events.ts';
import { approveAccess, rejectAccess, statusOf } from '../../domain/access/access-life.ts';
import type { AccessLife, AccessStep } from '../../domain/access/access-life.ts';
import { refuse } from '../../domain/errors.ts';
import { assertPreconditions } from '../documents/preconditions.ts';
import { assertOnSide, holdsOnSide } from './assert-side.ts';
import { toEvent } from './change-access.ts';
import { editAccess } from './edit-access.ts';
import type { PutAccess, WrittenAccess } from './edit-access.ts';
import { readParties } from './read-parties.ts';

const attempts = 20;

/**
 * Creates a request, or changes an access (decisions §5). Refuses with `invalid_body`, `unknown_reference`,
 * `permission_denied`, `precondition_failed`, and `invalid_transition` for a status that cannot follow.
 */
export async function putAccess(database: Database, put: PutAccess): Promise<WrittenAccess> {
  assertReadableId(put.id);
  const wish = readAccessBody(put.document);
  const key = { organizationId: put.principal.organizationId, id: put.id };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const written = await transact(database, async (tx) => {
      const stored = await findAccess(tx, key);
      const version = stored && { revision: stored.revision, edition: 0 };
      assertPreconditions(put.preconditions, version);
      return stored ? editAccess(tx, put, { stored, wish }) : createAccess(tx, key, put, wish);
    });
    if (written) return written;
  }
  return refuse('concurrent_change', 'Others keep changing this access; try again.');
}

async function createAccess(
  tx: Tx,
  key: AccessKey,
  put: PutAccess,
  wish: AccessWish,
): Promise<WrittenAccess | undefined> {
  const { principal, requestId, now } = put;
  const { parties, approvesItself } = await readParties(tx, key.organizationId, wish);
  await assertOnSide(tx, principal, parties, {
    provider: ['ACCESS_ADD'],
    consumer: ['ACCESS_REQUEST', 'ACCESS_ADD'],
  });
  const mayDecide = await holdsOnSide(tx, principal, parties, { provider: ['ACCESS_APPROVE'] });
  const wished = wish.status === 'requested' ? undefined : wish.status;
  const decision =
    mayDecide && wished !== undefined ? wished : approvesItself ? 'approved' : undefined;
  const step = decideNew(newLife(wish), decision, now);
  const revision = await writeAccess(tx, {
    ...key,
    before: undefined,
    life: step.life,
    parties,
    body: JSON.stringify(wish.stored),
    reassessOn: wish.reassessOn,
    provisioning: undefined,
    events: [accessEvents.created, accessEvents.requested, ...step.events].map(toEvent),
    principal: principal.name,
    requestId,
    now,
  });
  if (revision === undefined) return undefined;
  const isIgnored = wished !== undefined && wished !== statusOf(step.life);
  return { revision, state: step.life.state, ignoredStatus: isIgnored ? wished : undefined };
}

function decideNew(
  life: AccessLife,
  decision: 'approved' | 'rejected' | undefined,
  now: Date,
): AccessStep {
  if (decision === 'approved') return approveAccess(life, now);
  return decision === 'rejected' ? rejectAccess(life, now) : { life, events: [] };
}

/** What was never decided. */
function newLife({ start, end }: AccessWish): AccessLife {
  return {
    state: 'requested',
    startOn: start?.startOn,
    endOn: end?.endOn,
    activateAt: start?.activateAt,
    deactivateAt: end?.deactivateAt,
    decidedAt: undefined,
    canceledAt: undefined,
    activatedAt: undefined,
    deactivatedAt: undefined,
  };
}
