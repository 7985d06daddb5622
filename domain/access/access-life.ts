import { accessEvents } from './access-events.ts';
import { endOf, notBefore, startOfDay, toDay } from './access-dates.ts';
import type { AccessEnd } from './access-dates.ts';

/**
 * The states of an access (docs/access.md). An approved access is `upcoming` until it is activated, `active`
 * from AccessActivatedEvent to AccessDeactivatedEvent, and `expired` afterwards, or when its period ended
 * before it began.
 */
export const accessStates = ['requested', 'rejected', 'upcoming', 'active', 'expired'] as const;
export type AccessState = (typeof accessStates)[number];

/** The triggers of transitions: decisions of people, and the two times at which its timer fires. */
export const accessTriggers = [
  'approve',
  'reject',
  'request-change',
  'cancel',
  'start',
  'end',
] as const;
export type AccessTrigger = (typeof accessTriggers)[number];

/** `moves` to another state, `holds` already and nothing happens, or `refused` (409 with the current state). */
export type AccessAnswer = 'moves' | 'holds' | 'refused';

const onceApproved = { approve: 'holds', reject: 'refused', 'request-change': 'refused' } as const;

/** The result of every trigger in every state; triggers of time are never refused. */
export const accessAnswers: Readonly<
  Record<AccessState, Readonly<Record<AccessTrigger, AccessAnswer>>>
> = {
  requested: {
    approve: 'moves',
    reject: 'moves',
    'request-change': 'moves',
    cancel: 'refused',
    start: 'holds',
    end: 'holds',
  },
  rejected: {
    approve: 'refused',
    reject: 'holds',
    'request-change': 'refused',
    cancel: 'refused',
    start: 'holds',
    end: 'holds',
  },
  upcoming: { ...onceApproved, cancel: 'moves', start: 'moves', end: 'moves' },
  active: { ...onceApproved, cancel: 'moves', start: 'holds', end: 'moves' },
  expired: { ...onceApproved, cancel: 'holds', start: 'holds', end: 'holds' },
};

/** The members of an access that transitions read and change. Days are UTC; `endOn` is the last active day. */
export type AccessLife = {
  state: AccessState;
  startOn: string | undefined;
  endOn: string | undefined;
  /** Start: before the decision the requested instant, afterwards not before the decision. */
  activateAt: Date | undefined;
  /** Instant at which it becomes inactive. */
  deactivateAt: Date | undefined;
  decidedAt: Date | undefined;
  /** Time at which the provider asked for a change of the request; undefined once the requester has answered. */
  changeRequestedAt: Date | undefined;
  canceledAt: Date | undefined;
  activatedAt: Date | undefined;
  deactivatedAt: Date | undefined;
};

/** An access after a transition, and the events of the transition in their order. */
export type AccessStep = { life: AccessLife; events: string[] };

/** The public status: every state after approval counts as approved. */
export function statusOf({
  state,
}: Pick<AccessLife, 'state'>): 'requested' | 'approved' | 'rejected' {
  return state === 'requested' || state === 'rejected' ? state : 'approved';
}

/** The states that have a status. */
export function statesOf(status: string): AccessState[] {
  return accessStates.filter((state) => statusOf({ state }) === status);
}

/**
 * Applies transitions that are due: activation, deactivation, or both if the timer fired late. An empty period,
 * which ended before it began, is neither activated nor deactivated.
 */
export function advanceAccess(life: AccessLife, now: Date): AccessStep {
  const started = life.state === 'upcoming' ? start(life, now) : { life, events: [] };
  const { deactivateAt, state } = started.life;
  if (state !== 'active' || deactivateAt === undefined || deactivateAt > now) return started;
  return {
    life: { ...started.life, state: 'expired', deactivatedAt: now },
    events: [...started.events, accessEvents.deactivated],
  };
}

function start(life: AccessLife, now: Date): AccessStep {
  const { activateAt = now, deactivateAt } = life;
  const isEmpty = deactivateAt !== undefined && deactivateAt <= activateAt;
  if (isEmpty) return { life: { ...life, state: 'expired' }, events: [] };
  if (activateAt > now) return { life, events: [] };
  return {
    life: { ...life, state: 'active', activatedAt: now, deactivatedAt: undefined },
    events: [accessEvents.activated],
  };
}

/** Next due time of its timer; undefined when no transition by time is left. */
export function nextDueAt({ state, activateAt, deactivateAt }: AccessLife): Date | undefined {
  if (state === 'upcoming') return activateAt;
  return state === 'active' ? deactivateAt : undefined;
}

/**
 * Approves a requested access: it starts today unless a start is given, and is active at once if the start has
 * passed.
 */
export function approveAccess(life: AccessLife, now: Date): AccessStep {
  const requested = life.activateAt ?? startOfDay(toDay(now));
  const approved: AccessLife = {
    ...life,
    state: 'upcoming',
    startOn: life.startOn ?? toDay(now),
    activateAt: later(requested, now),
    decidedAt: now,
    changeRequestedAt: undefined,
  };
  const { life: advanced, events } = advanceAccess(approved, now);
  return { life: advanced, events: [accessEvents.updated, accessEvents.approved, ...events] };
}

/** Rejects a requested access. */
export function rejectAccess(life: AccessLife, now: Date): AccessStep {
  return {
    life: { ...life, state: 'rejected', decidedAt: now, changeRequestedAt: undefined },
    events: [accessEvents.updated, accessEvents.rejected],
  };
}

/** Asks the requester for a change; the request stays open. */
export function requestChange(life: AccessLife, now: Date): AccessStep {
  return {
    life: { ...life, changeRequestedAt: now },
    events: [accessEvents.updated, accessEvents.changeRequested],
  };
}

/** True if a cancellation to this end changes nothing. */
export function isCanceledTo(life: AccessLife, end: AccessEnd): boolean {
  return (
    life.canceledAt !== undefined && life.deactivateAt?.getTime() === end.deactivateAt.getTime()
  );
}

/** Ends an approved access at the given end, which may be now; if it has not started by then, it never will. */
export function cancelAccess(life: AccessLife, end: AccessEnd, now: Date): AccessStep {
  const canceled: AccessLife = { ...life, ...end, canceledAt: now };
  const { life: advanced, events } = advanceAccess(canceled, now);
  return { life: advanced, events: [accessEvents.canceled, ...events] };
}

/** A new period of an access from a PUT; undefined members leave that side open. */
export type AccessPeriod = Pick<AccessLife, 'startOn' | 'endOn' | 'activateAt' | 'deactivateAt'>;

/**
 * Gives an approved access another period. An active access that now starts later is deactivated and activated
 * again then; an expired access that now ends later starts again.
 */
export function rescheduleAccess(life: AccessLife, period: AccessPeriod, now: Date): AccessStep {
  const begins = period.activateAt ?? startOfDay(toDay(now));
  const moved: AccessLife = {
    ...life,
    ...period,
    canceledAt: undefined,
  };
  if (life.state === 'active') {
    if (begins <= now) {
      const going = { ...moved, ...endingNow(period, now), activateAt: life.activateAt };
      return advanceAccess(going, now);
    }
    const waiting: AccessLife = {
      ...moved,
      state: 'upcoming',
      activateAt: begins,
      deactivatedAt: now,
    };
    const { life: advanced, events } = advanceAccess(waiting, now);
    return { life: advanced, events: [accessEvents.deactivated, ...events] };
  }
  const isOver = period.deactivateAt !== undefined && period.deactivateAt <= now;
  if (life.state === 'expired' && isOver) return { life: moved, events: [] };
  return advanceAccess({ ...moved, state: 'upcoming', activateAt: later(begins, now) }, now);
}

/** An active access cannot end in the past, so an earlier end becomes now. */
function endingNow({ endOn, deactivateAt }: AccessPeriod, now: Date): Partial<AccessEnd> {
  return endOn === undefined || deactivateAt === undefined
    ? {}
    : notBefore({ endOn, deactivateAt }, now);
}

/** An immediate end. */
export function endNow(now: Date): AccessEnd {
  return endOf(now);
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
