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
  statusOf,
} from '../../domain/access/access-life.ts';
import type { AccessTrigger } from '../../domain/access/access-life.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertOnSide } from './assert-side.ts';
import { changeAccess } from './change-access.ts';
import type { AccessChange } from './change-access.ts';

export type AccessDecision = {
  id: string;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/**
 * Approves a requested access; active at once unless it starts later. One that is approved stays as it is. Refuses with
 * `not_found`, `gone`, `permission_denied` without ACCESS_APPROVE on the providing team, and `invalid_transition`.
 */
export function approve(database: Database, decision: AccessDecision): Promise<Access> {
  return decideAs('approve', database, decision, (access) => approveAccess(access, decision.now));
}

/** Rejects a requested access; refuses like `approve`. */
export function reject(database: Database, decision: AccessDecision): Promise<Access> {
  return decideAs('reject', database, decision, (access) => rejectAccess(access, decision.now));
}

function decideAs(
  trigger: 'approve' | 'reject',
  database: Database,
  { id, principal, requestId, now }: AccessDecision,
  move: (access: Access) => AccessChange,
): Promise<Access> {
  const key = { organizationId: principal.organizationId, id };
  const cause = { principal: principal.name, requestId, now };
  return changeAccess(database, key, cause, async (access) => {
    await assertOnSide(database.knex, principal, access, { provider: ['ACCESS_APPROVE'] });
    return movesBy(trigger, access) ? move(access) : undefined;
  });
}

/** Whether the trigger moves the access; refuses with `invalid_transition` and its state when it must not. */
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
  cancel: 'cancelled',
  start: 'activated',
  end: 'deactivated',
};

/**
 * Ends an approved access at `endDate`, a day or an instant, at once when it is left out or over (decisions §5). Either
 * side may with ACCESS_TERMINATE; to go beyond the end that was agreed on takes ACCESS_APPROVE on the providing team.
 */
export function cancel(
  database: Database,
  { id, principal, requestId, now, endDate }: AccessDecision & { endDate: string | undefined },
): Promise<Access> {
  const said = endDate === undefined ? endNow(now) : readEnd(endDate);
  if (said === undefined) {
    const forms = 'a date (2026-01-31) or a date-time (2026-01-31T12:00:00Z)';
    return refuse('bad_request', `endDate=${endDate} is not ${forms}.`);
  }
  const end = notBefore(said, now);
  const key = { organizationId: principal.organizationId, id };
  const cause = { principal: principal.name, requestId, now };
  return changeAccess(database, key, cause, async (access) => {
    const prolongs = access.agreedEndAt !== undefined && end.deactivateAt > access.agreedEndAt;
    const eitherSide = {
      provider: ['ACCESS_TERMINATE'],
      consumer: ['ACCESS_TERMINATE'],
    } as const;
    await assertOnSide(
      database.knex,
      principal,
      access,
      prolongs ? { provider: ['ACCESS_APPROVE'] } : eitherSide,
    );
    if (!movesBy('cancel', access) || isCanceledTo(access, end)) return undefined;
    return cancelAccess(access, end, now);
  });
}
