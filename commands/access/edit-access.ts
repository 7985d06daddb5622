import type { Tx } from '../../db/connect.ts';
import { keepDocument } from '../../db/tables/documents/locks.ts';
import { writeAccess } from '../../db/tables/access/writes.ts';
import type { FurtherEvent } from '../../db/tables/documents/events.ts';
import { provisioningOf } from '../../domain/access/access.ts';
import type { Access, AccessOutcome, AccessParties } from '../../domain/access/access.ts';
import type { AccessChangeRequest } from '../../domain/access/access-body.ts';
import { accessEvents } from '../../domain/access/access-events.ts';
import {
  advanceAccess,
  approveAccess,
  rejectAccess,
  rescheduleAccess,
  statusOf,
} from '../../domain/access/access-life.ts';
import type { AccessLife, AccessPeriod, AccessStep } from '../../domain/access/access-life.ts';
import { isSamePeriod, mergeRequest, widensPeriod } from '../../domain/access/merge-request.ts';
import type { MergedRequest } from '../../domain/access/merge-request.ts';
import { refuse } from '../../domain/errors.ts';
import { describeDocument } from '../../domain/kinds/index.ts';
import type { Principal } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { Preconditions } from '../preconditions.ts';
import { answerChangeRequest } from './answer-change-request.ts';
import { assertOnSide, holdsOnSide } from './assert-side.ts';
import type { NeededOnSides } from './assert-side.ts';
import { toEvent } from './change-access.ts';
import { movesBy } from './decide-access.ts';
import type { Reading } from '../reading.ts';
import type { Offer } from './read-offer.ts';
import { readParties } from './read-parties.ts';

export type PutAccess = {
  id: string;
  document: JsonObject;
  preconditions: Preconditions;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
} & Reading;

/** The access after a PUT; `ignoredStatus` is a status that the principal may not set. */
export type WrittenAccess = {
  revision: number;
  ignoredStatus: string | undefined;
  access: AccessOutcome;
};

/**
 * Changes an access by a PUT; undefined if a concurrent change came first. Values that equal the previous text, or the access as
 * shown, change nothing, because clients write back what they have read, and pipelines what they wrote long ago.
 */
export async function editAccess(
  tx: Tx,
  put: PutAccess,
  {
    stored,
    request,
    offer,
  }: { stored: Access; request: AccessChangeRequest; offer: Offer | undefined },
): Promise<WrittenAccess | undefined> {
  const { principal, now } = put;
  const due = advanceAccess(stored, now);
  const access: Access = { ...stored, ...due.life };
  const merged = mergeRequest(access, request);
  const parties = await changedParties(tx, put, access, { request, offer });
  if (!parties) return undefined;
  await assertMayEdit(tx, put, access, merged);
  const mayDecide = await holdsOnSide(tx, principal, parties, { provider: ['ACCESS_APPROVE'] });
  const answered = await answerChangeRequest(tx, principal, access, { merged, parties });
  const step = moveBy({ access: answered, request, merged, mayDecide }, now);
  await keepWhatBeginsAgain(tx, put, access, step.life);
  const ignoredStatus = mayDecide || !decides(access, request) ? undefined : request.status;
  const body = JSON.stringify(merged.body);
  const answer = { ignoredStatus, access: { ...access, ...step.life, ...parties, body } };
  const changes = merged.changesText || parties !== access || isMoved(access, step);
  if (!changes && due.events.length === 0) return { ...answer, revision: stored.revision };
  const events = withoutRepeatedUpdate(changes ? [accessEvents.updated, ...step.events] : []);
  const revision = await writeAccess(tx, {
    organizationId: principal.organizationId,
    id: put.id,
    before: stored,
    life: step.life,
    parties,
    body,
    reassessOn: request.reassessOn,
    provisioning: provisioningOf(access),
    events: [...due.events.map(toEvent), ...toEvents(events, answered !== access)],
    principal: principal.name,
    requestId: put.requestId,
    now,
  });
  return revision === undefined ? undefined : { ...answer, revision };
}

function isMoved(access: Access, { life, events }: AccessStep): boolean {
  return events.length > 0 || !isSamePeriod(life, access);
}

/** The update of a change that answers a request for it tells those who decide that the request waits again. */
function toEvents(types: readonly string[], isAnswer: boolean): FurtherEvent[] {
  const update = { type: accessEvents.updated, data: { answersChangeRequest: true } };
  return types.map((type) => toEvent(isAnswer && type === update.type ? update : type));
}

/** An approval implies the update event. */
function withoutRepeatedUpdate(events: readonly string[]): string[] {
  const first = events.indexOf(accessEvents.updated);
  return events.filter((type, index) => type !== accessEvents.updated || index === first);
}

/** Both sides after the change, read again only if the body names others; undefined if the offer must be read again. */
async function changedParties(
  tx: Tx,
  { principal, id }: PutAccess,
  access: Access,
  { request, offer }: { request: AccessChangeRequest; offer: Offer | undefined },
): Promise<AccessParties | undefined> {
  if (namesSameSides(access, request)) return access;
  if (access.state !== 'requested') {
    refuse(
      'invalid_transition',
      `The access '${id}' is ${statusOf(access)}: its provider and its consumer stay as they are. Request a new access for others.`,
      { extra: { currentState: { status: statusOf(access), lifecycle: access.state } } },
    );
  }
  const read = offer && (await readParties(tx, principal.organizationId, request, offer));
  if (!read) return undefined;
  const { parties } = read;
  await assertOnSide(tx, principal, parties, {
    provider: ['ACCESS_ADD'],
    consumer: ['ACCESS_REQUEST', 'ACCESS_ADD'],
  });
  return parties;
}

/** An expired access restarts only while both sides exist; their rows are locked against deletion. */
async function keepWhatBeginsAgain(
  tx: Tx,
  { principal, id }: PutAccess,
  access: Access,
  life: AccessLife,
): Promise<void> {
  if (access.state !== 'expired' || life.state === 'expired') return;
  const { organizationId } = principal;
  const { providerProductId, consumerType, consumerTeamId, consumerProductId } = access;
  const wanted = [
    { kind: 'data-product', id: providerProductId },
    ...(consumerType === 'team' ? [{ kind: 'team', id: consumerTeamId ?? '' }] : []),
    ...(consumerType === 'dataproduct'
      ? [{ kind: 'data-product', id: consumerProductId ?? '' }]
      : []),
  ];
  for (const side of wanted) {
    if (await keepDocument(tx, { organizationId, ...side })) continue;
    refuse(
      'unknown_reference',
      `The access '${id}' cannot begin again: there is no ${describeDocument(side)} any more.`,
    );
  }
}

/** True if the body names the current sides of the access. */
export function namesSameSides(
  access: Access,
  { dataProductId, outputPortId, consumer }: AccessChangeRequest,
): boolean {
  const { providerProductId, providerPortId, providerPortName, consumerType } = access;
  if (providerProductId !== dataProductId || consumerType !== consumer.type) return false;
  if (![providerPortId, providerPortName].includes(outputPortId)) return false;
  switch (consumer.type) {
    case 'team':
      return access.consumerTeamId === consumer.teamId;
    case 'user':
      return access.consumerUserId === consumer.userId;
    case 'dataproduct':
      return access.consumerProductId === consumer.dataProductId;
  }
}

/** Extending an access requires a right on the providing side; either side may end it. */
async function assertMayEdit(
  tx: Tx,
  { principal }: PutAccess,
  access: Access,
  merged: MergedRequest,
): Promise<void> {
  const needed: NeededOnSides[] = [];
  const isDecided = access.state !== 'requested';
  const requester = isDecided ? [] : (['ACCESS_REQUEST'] as const);
  needed.push({ provider: ['ACCESS_EDIT'], consumer: ['ACCESS_EDIT', ...requester] });
  if (isDecided && (merged.changesAgreement || widensPeriod(access, merged.period))) {
    needed.push({ provider: ['ACCESS_APPROVE'] });
  } else if (isDecided && !isSamePeriod(merged.period, access)) {
    needed.push({ provider: ['ACCESS_TERMINATE'], consumer: ['ACCESS_TERMINATE'] });
  }
  for (const each of needed) await assertOnSide(tx, principal, access, each);
}

type Move = {
  access: Access;
  request: AccessChangeRequest;
  merged: MergedRequest;
  mayDecide: boolean;
};

function moveBy({ access, request, merged, mayDecide }: Move, now: Date): AccessStep {
  const life: AccessLife = access;
  const { period } = merged;
  if (life.state === 'requested') {
    const wanted = { ...life, ...period };
    return mayDecide ? decideBy(access, wanted, request, now) : { life: wanted, events: [] };
  }
  if (mayDecide && decides(access, request))
    movesBy(request.status === 'approved' ? 'approve' : 'reject', access);
  if (isSamePeriod(period, access)) return { life, events: [] };
  return life.state === 'rejected'
    ? { life: { ...life, ...period }, events: [] }
    : rescheduleAccess(life, period satisfies AccessPeriod, now);
}

function decideBy(
  access: Access,
  life: AccessLife,
  request: AccessChangeRequest,
  now: Date,
): AccessStep {
  if (!decides(access, request)) return { life, events: [] };
  return request.status === 'approved' ? approveAccess(life, now) : rejectAccess(life, now);
}

/** True if the body requests another decision than the current one; `requested` never does. */
function decides(access: Access, { status }: AccessChangeRequest): boolean {
  return status !== undefined && status !== 'requested' && status !== statusOf(access);
}
