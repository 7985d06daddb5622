import { accessEvents } from './access-events.ts';
import { endOf, notBefore, startOfDay, toDay } from './access-dates.ts';
import type { AccessEnd } from './access-dates.ts';

/**
 * Where an access stands (decisions §5). `requested` and `rejected` are as they say; an approved access is `upcoming`
 * until it is activated, `active` from AccessActivatedEvent to AccessDeactivatedEvent, and `expired` afterwards, or
 * when its period ended before it began.
 */
export const accessStates = ['requested', 'rejected', 'upcoming', 'active', 'expired'] as const;
export type AccessState = (typeof accessStates)[number];

/** What moves an access: decisions of people, and the two moments that its timer waits for. */
export const accessTriggers = ['approve', 'reject', 'cancel', 'start', 'end'] as const;
export type AccessTrigger = (typeof accessTriggers)[number];

/** `moves` to another state, `holds` already and nothing happens, or `refused` (409 with the current state). */
export type AccessAnswer = 'moves' | 'holds' | 'refused';

/** The answer to every trigger in every state; a trigger of time is never refused, it finds nothing to do. */
export const accessAnswers: Readonly<
  Record<AccessState, Readonly<Record<AccessTrigger, AccessAnswer>>>
> = {
  requested: { approve: 'moves', reject: 'moves', cancel: 'refused', start: 'holds', end: 'holds' },
  rejected: {
    approve: 'refused',
    reject: 'holds',
    cancel: 'refused',
    start: 'holds',
    end: 'holds',
  },
  upcoming: { approve: 'holds', reject: 'refused', cancel: 'moves', start: 'moves', end: 'moves' },
  active: { approve: 'holds', reject: 'refused', cancel: 'moves', start: 'holds', end: 'moves' },
  expired: { approve: 'holds', reject: 'refused', cancel: 'holds', start: 'holds', end: 'holds' },
};

/** What of an access its transitions look at and change. Days are UTC; `endOn` is the last active day. */
export type AccessLife = {
  state: AccessState;
  startOn: string | undefined;
  endOn: string | undefined;
  /** When it becomes active: before the decision the wish, afterwards never before it. */
  activateAt: Date | undefined;
  /** From when it is active no more. */
  deactivateAt: Date | undefined;
  decidedAt: Date | undefined;
  canceledAt: Date | undefined;
  activatedAt: Date | undefined;
  deactivatedAt: Date | undefined;
};

/** An access after a step, and the events of the step in their order. */
export type AccessStep = { life: AccessLife; events: string[] };

/** The demanded status: everything that was approved stays so. */
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
 * Does what time has made due: activation, deactivation, or both when nobody was there in between. A period that is
 * empty, because it ended before it began, is neither activated nor deactivated.
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

/** When its timer must look again; undefined when time changes nothing any more. */
export function nextDueAt({ state, activateAt, deactivateAt }: AccessLife): Date | undefined {
  if (state === 'upcoming') return activateAt;
  return state === 'active' ? deactivateAt : undefined;
}

/** Approves a requested access: it starts today unless it says otherwise, and is active at once when that has come. */
export function approveAccess(life: AccessLife, now: Date): AccessStep {
  const wished = life.activateAt ?? startOfDay(toDay(now));
  const approved: AccessLife = {
    ...life,
    state: 'upcoming',
    startOn: life.startOn ?? toDay(now),
    activateAt: later(wished, now),
    decidedAt: now,
  };
  const { life: advanced, events } = advanceAccess(approved, now);
  return { life: advanced, events: [accessEvents.updated, accessEvents.approved, ...events] };
}

/** Rejects a requested access. */
export function rejectAccess(life: AccessLife, now: Date): AccessStep {
  return {
    life: { ...life, state: 'rejected', decidedAt: now },
    events: [accessEvents.updated, accessEvents.rejected],
  };
}

/** Whether a cancellation to this end leaves everything as it is. */
export function isCanceledTo(life: AccessLife, end: AccessEnd): boolean {
  return (
    life.canceledAt !== undefined && life.deactivateAt?.getTime() === end.deactivateAt.getTime()
  );
}

/** Ends an approved access at the given end, which may be now; an access that has not begun by then never will. */
export function cancelAccess(life: AccessLife, end: AccessEnd, now: Date): AccessStep {
  const canceled: AccessLife = { ...life, ...end, canceledAt: now };
  const { life: advanced, events } = advanceAccess(canceled, now);
  return { life: advanced, events: [accessEvents.canceled, ...events] };
}

/** Another period of an access, as a PUT asks for it; what is undefined ends or begins whenever it may. */
export type AccessPeriod = Pick<AccessLife, 'startOn' | 'endOn' | 'activateAt' | 'deactivateAt'>;

/**
 * Gives an approved access another period. One that is active and now only begins later is deactivated and activated
 * again then; one that is over and now ends later begins again.
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

/** Nothing can end before now that is active now. */
function endingNow({ endOn, deactivateAt }: AccessPeriod, now: Date): Partial<AccessEnd> {
  return endOn === undefined || deactivateAt === undefined
    ? {}
    : notBefore({ endOn, deactivateAt }, now);
}

/** The end "at once". */
export function endNow(now: Date): AccessEnd {
  return endOf(now);
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
