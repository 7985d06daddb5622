import type { Database, Tx } from '../../db/connect.ts';
import { findAccess } from '../../db/tables/access/access.ts';
import type { AccessKey } from '../../db/tables/access/access.ts';
import { writeAccess } from '../../db/tables/access/writes.ts';
import type { FurtherEvent } from '../../db/tables/documents/events.ts';
import { transact } from '../../db/transact.ts';
import { assertReadableId, readAccessBody } from '../../domain/access/access-body.ts';
import type { AccessChangeRequest } from '../../domain/access/access-body.ts';
import { accessEvents } from '../../domain/access/access-events.ts';
import { approveAccess, rejectAccess, statusOf } from '../../domain/access/access-life.ts';
import { automaticPrincipal, withDecision } from '../../domain/access/history.ts';
import type { AccessLife } from '../../domain/access/access-life.ts';
import { refuse } from '../../domain/errors.ts';
import { assertPreconditions } from '../preconditions.ts';
import { assertOnSide, holdsOnSide } from './assert-side.ts';
import { toEvent } from './change-access.ts';
import { editAccess, namesSameSides } from './edit-access.ts';
import type { PutAccess, WrittenAccess } from './edit-access.ts';
import { readOffer } from './read-offer.ts';
import type { Offer } from './read-offer.ts';
import { readParties } from './read-parties.ts';

const attempts = 20;

/**
 * Creates an access request, or changes an access. Refuses with `invalid_body`, `unknown_reference`, `permission_denied`,
 * `precondition_failed`, and `invalid_transition` for a status that cannot follow.
 */
export async function putAccess(database: Database, put: PutAccess): Promise<WrittenAccess> {
  assertReadableId(put.id);
  const request = readAccessBody(put.document);
  const key = { organizationId: put.principal.organizationId, id: put.id };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { knex } = attempt === 0 ? put.reading : database;
    const before = await findAccess(knex, key);
    const offer =
      before && namesSameSides(before, request)
        ? undefined
        : await readOffer(knex, key.organizationId, request);
    const written = await transact(database, async (tx) => {
      const stored = await findAccess(tx, key);
      const version = stored && { revision: stored.revision, edition: 0 };
      assertPreconditions(put.preconditions, version);
      return stored
        ? editAccess(tx, put, { stored, request, offer })
        : createAccess(tx, key, put, { request, offer });
    });
    if (written) return written;
  }
  return refuse('concurrent_change', 'This access is being changed by other requests; try again.');
}

async function createAccess(
  tx: Tx,
  key: AccessKey,
  put: PutAccess,
  { request, offer }: { request: AccessChangeRequest; offer: Offer | undefined },
): Promise<WrittenAccess | undefined> {
  const { principal, requestId, now } = put;
  const read = offer && (await readParties(tx, key.organizationId, request, offer));
  if (!read) return undefined;
  const { parties, approvesItself } = read;
  await assertOnSide(tx, principal, parties, {
    provider: ['ACCESS_ADD'],
    consumer: ['ACCESS_REQUEST', 'ACCESS_ADD'],
  });
  const mayDecide = await holdsOnSide(tx, principal, parties, { provider: ['ACCESS_APPROVE'] });
  const requestedStatus = request.status === 'requested' ? undefined : request.status;
  const given = mayDecide ? requestedStatus : undefined;
  const automatic = given === undefined && approvesItself;
  const { life, events } = decideNew(newLife(request), given, { automatic, now });
  const body = JSON.stringify(request.stored);
  const revision = await writeAccess(tx, {
    ...key,
    before: undefined,
    life,
    parties,
    body,
    reassessOn: request.reassessOn,
    provisioning: undefined,
    events: [accessEvents.created, accessEvents.requested, ...events].map(toEvent),
    principal: principal.name,
    requestId,
    now,
  });
  if (revision === undefined) return undefined;
  const decidedBy = automatic ? automaticPrincipal : principal.name;
  const isIgnored = requestedStatus !== undefined && requestedStatus !== statusOf(life);
  return {
    revision,
    ignoredStatus: isIgnored ? requestedStatus : undefined,
    access: { ...life, ...parties, id: put.id, body, decidedBy },
  };
}

/** A new access after its decision, if there is one: given by the caller, or automatic. */
function decideNew(
  life: AccessLife,
  given: 'approved' | 'rejected' | undefined,
  { automatic, now }: { automatic: boolean; now: Date },
): { life: AccessLife; events: readonly (string | FurtherEvent)[] } {
  if (automatic) {
    const approved = approveAccess(life, now);
    return { ...approved, events: withDecision(approved.events, { automatic: true }) };
  }
  if (given === 'approved') return approveAccess(life, now);
  return given === 'rejected' ? rejectAccess(life, now) : { life, events: [] };
}

/** The life of an access without a decision. */
function newLife({ start, end }: AccessChangeRequest): AccessLife {
  return {
    state: 'requested',
    startOn: start?.startOn,
    endOn: end?.endOn,
    activateAt: start?.activateAt,
    deactivateAt: end?.deactivateAt,
    decidedAt: undefined,
    changeRequestedAt: undefined,
    canceledAt: undefined,
    activatedAt: undefined,
    deactivatedAt: undefined,
  };
}
