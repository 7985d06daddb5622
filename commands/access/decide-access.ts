import type { Database } from '../../db/connect.ts';
import type { Access } from '../../domain/access/access.ts';
import { notBefore, readEnd } from '../../domain/access/access-dates.ts';
import {
  accessAnswers,
  approveAccess,
  cancelAccess,
  endNow,
  isCanceledTo,
  rejectAccess,
  requestChange as askForChange,
  statusOf,
} from '../../domain/access/access-life.ts';
import type { AccessStep, AccessTrigger } from '../../domain/access/access-life.ts';
import { withDecision } from '../../domain/access/history.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { assertOnSide } from './assert-side.ts';
import type { NeededOnSides } from './assert-side.ts';
import { changeAccess } from './change-access.ts';
import type { AccessChange } from './change-access.ts';

export type AccessDecision = {
  id: string;
  /** Preconditions on the revision that the client has read. */
  preconditions: Preconditions;
  /** For both sides, in Markdown. */
  note: string | undefined;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/**
 * Approves a requested access; it becomes active at once unless it starts later. An approved access stays unchanged. Refuses with
 * `not_found`, `gone`, `permission_denied` without ACCESS_APPROVE on the providing team, and `invalid_transition`.
 */
export function approve(database: Database, decision: AccessDecision): Promise<Access> {
  return decideAs('approve', database, decision, (access) => approveAccess(access, decision.now));
}

/** Rejects a requested access; refuses like `approve`. */
export function reject(database: Database, decision: AccessDecision): Promise<Access> {
  return decideAs('reject', database, decision, (access) => rejectAccess(access, decision.now));
}

/**
 * Asks the requester for a change, which the note describes; the request stays open, and the next PUT of the consuming side that
 * changes the request answers it. Refuses like `approve`. The same note again changes nothing.
 */
export function requestChange(
  database: Database,
  decision: AccessDecision & { note: string },
): Promise<Access> {
  return decideAs('request-change', database, decision, (access) =>
    access.changeRequestedAt !== undefined && access.decisionNote === decision.note
      ? undefined
      : askForChange(access, decision.now),
  );
}

function decideAs(
  trigger: 'approve' | 'reject' | 'request-change',
  database: Database,
  { id, preconditions, principal, requestId, now, note }: AccessDecision,
  move: (access: Access) => AccessStep | undefined,
): Promise<Access> {
  const key = { organizationId: principal.organizationId, id };
  const cause = { principal: principal.name, requestId, now };
  return changeAccess(database, key, cause, async (access, db) => {
    await assertOnSide(db, principal, access, approvers);
    assertPreconditions(preconditions, { revision: access.revision, edition: 0 });
    return movesBy(trigger, access) ? withNote(move(access), note) : undefined;
  });
}

function withNote(
  step: AccessStep | undefined,
  note: string | undefined,
): AccessChange | undefined {
  if (step === undefined || note === undefined) return step;
  return { ...step, events: withDecision(step.events, { note }) };
}

/**
 * True if the trigger changes the state of the access; refuses with `invalid_transition` and the state if the transition is not
 * allowed.
 */
export function movesBy(trigger: AccessTrigger, access: Access): boolean {
  const answer = accessAnswers[access.state][trigger];
  if (answer !== 'refused') return answer === 'moves';
  const status = statusOf(access);
  return refuse(
    'invalid_transition',
    `The access '${access.id}' is ${access.state === status ? status : `${status} (${access.state})`}: it cannot be ${pastOf[trigger]}.`,
    { extra: { currentState: { status, lifecycle: access.state } } },
  );
}

const pastOf: Readonly<Record<AccessTrigger, string>> = {
  approve: 'approved',
  reject: 'rejected',
  'request-change': 'sent back for a change',
  cancel: 'cancelled',
  start: 'activated',
  end: 'deactivated',
};

/**
 * Ends an approved access at `endDate` (a day or an instant), or at once if it is missing or past. Both sides may do this with
 * ACCESS_TERMINATE; an end later than the current one requires ACCESS_APPROVE on the providing team.
 */
export function cancel(
  database: Database,
  decision: AccessDecision & { endDate: string | undefined },
): Promise<Access> {
  const { id, preconditions, principal, requestId, now, note, endDate } = decision;
  const said = endDate === undefined ? endNow(now) : readEnd(endDate);
  if (said === undefined) {
    const forms = 'a date (2026-01-31) or a date-time (2026-01-31T12:00:00Z)';
    return refuse('bad_request', `endDate=${endDate} is not ${forms}.`);
  }
  const end = notBefore(said, now);
  const key = { organizationId: principal.organizationId, id };
  const cause = { principal: principal.name, requestId, now };
  return changeAccess(database, key, cause, async (access, db) => {
    const { state, deactivateAt } = access;
    const prolongs =
      accessAnswers[state].cancel === 'moves' &&
      deactivateAt !== undefined &&
      end.deactivateAt > deactivateAt;
    await assertOnSide(db, principal, access, prolongs ? approvers : eitherSide);
    assertPreconditions(preconditions, { revision: access.revision, edition: 0 });
    if (!movesBy('cancel', access) || isCanceledTo(access, end)) return undefined;
    return withNote(cancelAccess(access, end, now), note);
  });
}

const approvers: NeededOnSides = { provider: ['ACCESS_APPROVE'] };
const eitherSide: NeededOnSides = {
  provider: ['ACCESS_TERMINATE'],
  consumer: ['ACCESS_TERMINATE'],
};
