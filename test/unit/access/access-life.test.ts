import { endOf, notBefore, readEnd, readStart } from '../../../domain/access/access-dates.ts';
import { accessEvents } from '../../../domain/access/access-events.ts';
import {
  accessAnswers,
  accessStates,
  accessTriggers,
  advanceAccess,
  approveAccess,
  cancelAccess,
  endNow,
  nextDueAt,
  rejectAccess,
  requestChange,
  rescheduleAccess,
} from '../../../domain/access/access-life.ts';
import type {
  AccessLife,
  AccessState,
  AccessStep,
  AccessTrigger,
} from '../../../domain/access/access-life.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const at = (text: string): Date => new Date(`2026-03-${text}Z`);

function life(change: Partial<AccessLife> = {}): AccessLife {
  return {
    state: 'requested',
    startOn: undefined,
    endOn: undefined,
    activateAt: undefined,
    deactivateAt: undefined,
    decidedAt: undefined,
    changeRequestedAt: undefined,
    canceledAt: undefined,
    activatedAt: undefined,
    deactivatedAt: undefined,
    ...change,
  };
}

/** An access in each state, with both ends of its period such that the trigger of time is due. */
const examples: Record<AccessState, AccessLife> = {
  requested: life(),
  rejected: life({ state: 'rejected' }),
  upcoming: life({ state: 'upcoming', activateAt: at('20T00:00:00') }),
  active: life({ state: 'active', activateAt: at('01T00:00:00'), activatedAt: at('01T00:00:00') }),
  expired: life({ state: 'expired', deactivateAt: at('05T00:00:00') }),
};

/** What each trigger does, whatever the table says about it. */
const moves: Record<AccessTrigger, (from: AccessLife) => AccessStep> = {
  approve: (from) => approveAccess(from, now),
  reject: (from) => rejectAccess(from, now),
  'request-change': (from) => requestChange(from, now),
  cancel: (from) => cancelAccess(from, endNow(now), now),
  start: (from) => advanceAccess({ ...from, activateAt: at('10T12:00:00') }, now),
  end: (from) => advanceAccess({ ...from, deactivateAt: at('10T12:00:00') }, now),
};

const pairs = accessStates.flatMap((state) =>
  accessTriggers.map((trigger) => [state, trigger, accessAnswers[state][trigger]] as const),
);

describe('every state and trigger', () => {
  it.each(pairs)('%s, %s: %s', (state, trigger, answer) => {
    const from = examples[state];
    const step = moves[trigger](from);
    // Time finds something to do exactly where the table says so; decisions are only asked where it says so.
    if (trigger === 'start' || trigger === 'end') {
      expect(answer).toBe(step.life.state === state ? 'holds' : 'moves');
      if (answer === 'holds') expect(step.events).toEqual([]);
    } else if (answer === 'moves') {
      expect(step.events.length).toBeGreaterThan(0);
      expect(step.life).not.toEqual(from);
    }
  });

  it('answers as decided (decisions §5)', () => {
    expect(accessAnswers).toEqual({
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
      upcoming: {
        approve: 'holds',
        reject: 'refused',
        'request-change': 'refused',
        cancel: 'moves',
        start: 'moves',
        end: 'moves',
      },
      active: {
        approve: 'holds',
        reject: 'refused',
        'request-change': 'refused',
        cancel: 'moves',
        start: 'holds',
        end: 'moves',
      },
      expired: {
        approve: 'holds',
        reject: 'refused',
        'request-change': 'refused',
        cancel: 'holds',
        start: 'holds',
        end: 'holds',
      },
    });
  });
});

describe('advanceAccess', () => {
  const upcoming = (activateAt: Date, deactivateAt?: Date) =>
    life({ state: 'upcoming', activateAt, deactivateAt });

  it('is never early, and on time to the millisecond', () => {
    const start = at('10T12:00:00.001');
    expect(advanceAccess(upcoming(start), now)).toEqual({ life: upcoming(start), events: [] });
    expect(advanceAccess(upcoming(now), now).events).toEqual([accessEvents.activated]);
    const active = life({ state: 'active', deactivateAt: start });
    expect(advanceAccess(active, now).events).toEqual([]);
    expect(advanceAccess(active, start).events).toEqual([accessEvents.deactivated]);
  });

  it('makes up for a period that passed while nobody was there, once', () => {
    const missed = advanceAccess(upcoming(at('01T00:00:00'), at('02T00:00:00')), now);
    expect(missed.events).toEqual([accessEvents.activated, accessEvents.deactivated]);
    expect(advanceAccess(missed.life, now).events).toEqual([]);
  });

  it('neither activates nor deactivates what ended before it began', () => {
    const empty = advanceAccess(upcoming(at('20T00:00:00'), at('20T00:00:00')), now);
    expect(empty).toMatchObject({ life: { state: 'expired' }, events: [] });
  });
});

describe('nextDueAt', () => {
  it('is the one moment that the timer waits for', () => {
    const both = { activateAt: at('11T00:00:00'), deactivateAt: at('12T00:00:00') };
    expect(nextDueAt(life({ state: 'upcoming', ...both }))).toEqual(both.activateAt);
    expect(nextDueAt(life({ state: 'active', ...both }))).toEqual(both.deactivateAt);
    for (const state of ['requested', 'rejected', 'expired'] as const)
      expect(nextDueAt(life({ state, ...both }))).toBeUndefined();
  });
});

describe('approveAccess', () => {
  it('starts today unless it says otherwise, and never before the decision', () => {
    const today = approveAccess(life(), now).life;
    expect(today).toMatchObject({ state: 'active', startOn: '2026-03-10', activateAt: now });
    const long = life({ startOn: '2026-01-01', activateAt: new Date('2026-01-01T00:00:00Z') });
    expect(approveAccess(long, now).life.activateAt).toEqual(now);
    const later = life({ startOn: '2026-03-20', activateAt: at('20T00:00:00') });
    expect(approveAccess(later, now)).toMatchObject({
      life: { state: 'upcoming', activateAt: at('20T00:00:00') },
      events: [accessEvents.updated, accessEvents.approved],
    });
  });

  it('gives nobody what was over before the decision', () => {
    const over = life({ deactivateAt: at('10T00:00:00') });
    expect(approveAccess(over, now).events).toEqual([accessEvents.updated, accessEvents.approved]);
    expect(approveAccess(over, now).life.state).toBe('expired');
  });
});

describe('rescheduleAccess', () => {
  const period = (activateAt: Date | undefined, deactivateAt?: Date) => ({
    startOn: undefined,
    endOn: undefined,
    activateAt,
    deactivateAt,
  });
  const active = life({ state: 'active', activateAt: at('01T00:00:00') });

  it('interrupts what now begins later, and goes on with what does not', () => {
    expect(rescheduleAccess(active, period(at('20T00:00:00')), now)).toMatchObject({
      life: { state: 'upcoming', activateAt: at('20T00:00:00') },
      events: [accessEvents.deactivated],
    });
    expect(rescheduleAccess(active, period(at('02T00:00:00')), now)).toMatchObject({
      life: { state: 'active', activateAt: at('01T00:00:00') },
      events: [],
    });
  });

  it('lets begin again what is over', () => {
    const expired = life({ state: 'expired', deactivateAt: at('05T00:00:00') });
    expect(rescheduleAccess(expired, period(at('01T00:00:00')), now).events).toEqual([
      accessEvents.activated,
    ]);
    const over = rescheduleAccess(expired, period(at('01T00:00:00'), at('06T00:00:00')), now);
    expect(over).toMatchObject({ life: { state: 'expired' }, events: [] });
  });
});

describe('dates', () => {
  it('a day ends at midnight behind it, an instant exactly, and what lies behind us now', () => {
    expect(readEnd('2026-03-10')).toEqual({
      endOn: '2026-03-10',
      deactivateAt: at('11T00:00:00'),
    });
    expect(readEnd('2026-03-11T10:00:00+02:00')).toEqual({
      endOn: '2026-03-11',
      deactivateAt: at('11T08:00:00'),
    });
    for (const past of [at('09T23:59:59'), new Date(0), now])
      expect(notBefore(endOf(past), now)).toEqual({ endOn: '2026-03-10', deactivateAt: now });
    expect(notBefore(endOf(at('11T00:00:00')), now).deactivateAt).toEqual(at('11T00:00:00'));
    expect(endOf(at('11T00:00:00'))).toEqual({
      endOn: '2026-03-10',
      deactivateAt: at('11T00:00:00'),
    });
    expect(readEnd('9999-12-31')).toEqual({
      endOn: '9999-12-31',
      deactivateAt: new Date('9999-12-31T23:59:59.999Z'),
    });
    expect(readStart('2026-03-11')).toEqual({
      startOn: '2026-03-11',
      activateAt: at('11T00:00:00'),
    });
  });

  it.each([
    '',
    'now',
    '2026-02-30',
    '2026-13-01',
    '2026-3-1',
    '2026-03-10T25:00:00Z',
    '10000-01-01',
    '20260310',
  ])('%j is none', (text) => {
    expect(readEnd(text)).toBeUndefined();
    expect(readStart(text)).toBeUndefined();
  });
});
