import type { Tx } from '../../db/connect.ts';
import { keepDocument } from '../../db/tables/document-locks.ts';
import { writeAccess } from '../../db/tables/access-writes.ts';
import { provisioningOf } from '../../domain/access/access.ts';
import type { Access, AccessParties } from '../../domain/access/access.ts';
import type { AccessWish } from '../../domain/access/access-body.ts';
import { accessEvents } from '../../domain/access/access-events.ts';
import {
  advanceAccess,
  approveAccess,
  rejectAccess,
  rescheduleAccess,
  statusOf,
} from '../../domain/access/access-life.ts';
import type {
  AccessLife,
  AccessPeriod,
  AccessState,
  AccessStep,
} from '../../domain/access/access-life.ts';
import { isSamePeriod, mergeWish, widensPeriod } from '../../domain/access/merge-wish.ts';
import type { MergedWish } from '../../domain/access/merge-wish.ts';
import { refuse } from '../../domain/errors.ts';
import { describeDocument } from '../../domain/kinds/index.ts';
import type { Principal } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { Preconditions } from '../documents/preconditions.ts';
import { assertOnSide, holdsOnSide } from './assert-side.ts';
import type { NeededOnSides } from './assert-side.ts';
import { toEvent } from './change-access.ts';
import { movesBy } from './decide-access.ts';
import { readParties } from './read-parties.ts';

export type PutAccess = {
  id: string;
  document: JsonObject;
  preconditions: Preconditions;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/** The access after a PUT; `ignoredStatus` is one that the principal may not decide. */
export type WrittenAccess = {
  revision: number;
  state: AccessState;
  ignoredStatus: string | undefined;
};

/**
 * Changes an access by a PUT; undefined when somebody was faster. What the text says as it said before, or as the access
 * shows it, changes nothing: clients put back what they have read, and pipelines what they wrote long ago.
 */
export async function editAccess(
  tx: Tx,
  put: PutAccess,
  { stored, wish }: { stored: Access; wish: AccessWish },
): Promise<WrittenAccess | undefined> {
  const { principal, now } = put;
  const due = advanceAccess(stored, now);
  const access: Access = { ...stored, ...due.life };
  const merged = mergeWish(access, wish);
  const parties = await changedParties(tx, put, access, wish);
  await assertMayEdit(tx, put, access, merged);
  const mayDecide = await holdsOnSide(tx, principal, parties, { provider: ['ACCESS_APPROVE'] });
  const step = moveBy({ access, wish, merged, mayDecide }, now);
  await keepWhatBeginsAgain(tx, put, access, step.life);
  const ignoredStatus = mayDecide || !decides(access, wish) ? undefined : wish.status;
  const answer = { state: step.life.state, ignoredStatus };
  const changes = merged.changesText || parties !== access || isMoved(access, step);
  if (!changes && due.events.length === 0) return { ...answer, revision: stored.revision };
  const told = changes ? [accessEvents.updated, ...step.events] : [];
  const revision = await writeAccess(tx, {
    organizationId: principal.organizationId,
    id: put.id,
    before: stored,
    life: step.life,
    parties,
    body: JSON.stringify(merged.body),
    reassessOn: wish.reassessOn,
    provisioning: provisioningOf(access),
    events: [...due.events, ...withoutRepeatedUpdate(told)].map(toEvent),
    principal: principal.name,
    requestId: put.requestId,
    now,
  });
  return revision === undefined ? undefined : { ...answer, revision };
}

function isMoved(access: Access, { life, events }: AccessStep): boolean {
  return events.length > 0 || !isSamePeriod(life, access);
}

/** An approval tells of an update itself. */
function withoutRepeatedUpdate(events: readonly string[]): string[] {
  const first = events.indexOf(accessEvents.updated);
  return events.filter((type, index) => type !== accessEvents.updated || index === first);
}

/** Both sides as they are to be; they are read anew only when the body names others. */
async function changedParties(
  tx: Tx,
  { principal, id }: PutAccess,
  access: Access,
  wish: AccessWish,
): Promise<AccessParties> {
  if (namesSameSides(access, wish)) return access;
  if (access.state !== 'requested') {
    refuse(
      'invalid_transition',
      `The access '${id}' is ${statusOf(access)}: its provider and its consumer stay as they are. Request a new access for others.`,
      { extra: { currentState: { status: statusOf(access), lifecycle: access.state } } },
    );
  }
  const { parties } = await readParties(tx, principal.organizationId, wish);
  await assertOnSide(tx, principal, parties, {
    provider: ['ACCESS_ADD'],
    consumer: ['ACCESS_REQUEST', 'ACCESS_ADD'],
  });
  return parties;
}

/** What is over begins again only while both sides are there, and keeps them from being deleted meanwhile. */
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

function namesSameSides(
  access: Access,
  { dataProductId, outputPortId, consumer }: AccessWish,
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

/** Nobody gets more than was agreed on without those who grant it; either side may end it. */
async function assertMayEdit(
  tx: Tx,
  { principal }: PutAccess,
  access: Access,
  merged: MergedWish,
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

type Move = { access: Access; wish: AccessWish; merged: MergedWish; mayDecide: boolean };

function moveBy({ access, wish, merged, mayDecide }: Move, now: Date): AccessStep {
  const life: AccessLife = access;
  const { period } = merged;
  if (life.state === 'requested') {
    const wanted = { ...life, ...period };
    return mayDecide ? decideBy(access, wanted, wish, now) : { life: wanted, events: [] };
  }
  if (mayDecide && decides(access, wish))
    movesBy(wish.status === 'approved' ? 'approve' : 'reject', access);
  if (isSamePeriod(period, access)) return { life, events: [] };
  return life.state === 'rejected'
    ? { life: { ...life, ...period }, events: [] }
    : rescheduleAccess(life, period satisfies AccessPeriod, now);
}

function decideBy(access: Access, life: AccessLife, wish: AccessWish, now: Date): AccessStep {
  if (!decides(access, wish)) return { life, events: [] };
  return wish.status === 'approved' ? approveAccess(life, now) : rejectAccess(life, now);
}

/** Whether the body asks for another decision than the one that holds; `requested` never does. */
function decides(access: Access, { status }: AccessWish): boolean {
  return status !== undefined && status !== 'requested' && status !== statusOf(access);
}
