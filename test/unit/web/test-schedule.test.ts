import { nextDue } from '../../../domain/work/schedule.ts';
import {
  ownScheduleOf,
  withSchedule,
} from '../../../web/src/features/contracts/schedule/own-schedule.ts';
import { cronOf, frequencyOf } from '../../../web/src/features/contracts/schedule/frequency.ts';
import { nextRuns } from '../../../web/src/lib/next-runs.ts';
import { cronSentence } from '../../../web/src/texts/contracts/cron-sentence.ts';

it.each([
  ['0 6 * * *', 'every day at 06:00'],
  ['30 4 * * 1', 'on Monday at 04:30'],
  ['0 6 * * 1-5', 'on weekdays at 06:00'],
  ['0 6 * * MON-FRI', 'on weekdays at 06:00'],
  ['0 8,20 * * 0,6', 'on weekends at 08:00 and 20:00'],
  ['0 8 * * 6-7', 'on weekends at 08:00'],
  ['0 * * * *', 'every hour'],
  ['5 * * * *', 'every hour at 05 minutes past'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['*/15 8-18 * * 1-5', 'every 15 minutes from 08:00 to 18:45, on weekdays'],
  ['10 8-18 * * *', 'every hour from 08:10 to 18:10'],
  ['15 */6 * * *', 'every 6 hours from 00:15'],
  ['0 0 1 * *', 'on day 1 of the month at 00:00'],
  ['0 0 1,15 1,7 *', 'on days 1 and 15 of the month in January and July at 00:00'],
  ['0 0 1 * 1', 'on day 1 of the month and on Monday at 00:00'],
  ['0 0 * jan 3,5', 'on Wednesday and Friday in January at 00:00'],
  ['* * * * *', 'every minute'],
  // No short sentence is exact.
  ['*/7 * * * *', 'at the times of the CRON expression */7 * * * *'],
  ['0 0 L * *', 'at the times of the CRON expression 0 0 L * *'],
  ['1-50/3 4-20/2 * * *', 'at the times of the CRON expression 1-50/3 4-20/2 * * *'],
  ['nonsense', 'at the times of the CRON expression nonsense'],
])('%s is %s', (cron, sentence) => {
  expect(cronSentence(cron)).toBe(sentence);
});

it.each([
  ['0 6 * * *', 'day'],
  ['5 6 * * 1-5', 'weekday'],
  ['5 6 * * 0', 'week'],
  ['45 * * * *', 'hour'],
  ['*/5 * * * *', 'cron'],
  ['0 * * * 1', 'cron'],
] as const)('a form of %s is %s, and gives the same expression', (cron, every) => {
  const form = frequencyOf(cron);
  expect(form.every).toBe(every);
  expect(cronOf(form)).toBe(cron);
});

it('gives no expression while the time is not typed', () => {
  expect(cronOf({ every: 'day', time: '', weekday: '1', cron: '' })).toBe('');
});

it('computes times as the server does, and none of what is never due', () => {
  const after = new Date('2026-03-28T12:00:00Z');
  // Clocks skip 02:30 on the next day.
  const [first = after, second] = nextRuns('30 2 * * *', 'Europe/Berlin', 2, after);
  expect(first).toEqual(nextDue('30 2 * * *', 'Europe/Berlin', after));
  expect(second).toEqual(nextDue('30 2 * * *', 'Europe/Berlin', first));
  for (const [cron, zone] of [
    ['0 0 30 2 *', 'UTC'],
    ['0 0 * *', 'UTC'],
    ['61 * * * *', 'UTC'],
    ['0 6 * * *', 'Nowhere/Else'],
    ['', 'UTC'],
  ] as const) {
    expect(nextRuns(cron, zone, 1, after)).toEqual([]);
  }
});

const text = `# Orders of the shop
id: orders # never changes
customProperties:
  - property: other
    value: 1 # one
  # Every Monday.
  - property: testSchedule
    value: '30 4 * * 1'
  - property: testScheduleTimezone
    value: Europe/Berlin
schema: []
`;

describe('the schedule in the text of a contract', () => {
  const own = { mode: 'own', cron: '30 4 * * 1', timezone: 'Europe/Berlin' } as const;

  it('is read as the server reads it', () => {
    expect(ownScheduleOf(text)).toEqual({ times: own, servers: [] });
    expect(ownScheduleOf('id: a')).toEqual({ times: { mode: 'organization' }, servers: [] });
    const off = `customProperties: [{ property: testSchedule, value: Never }, null, { property: testScheduleServer, value: 'a, b' }]`;
    expect(ownScheduleOf(off)).toEqual({ times: { mode: 'off' }, servers: ['a', 'b'] });
  });

  it('is changed in its place', () => {
    const times = { ...own, cron: '0 6 * * *' };
    const changed = withSchedule(text, { times, servers: [] });
    expect(changed).toBe(text.replace('30 4 * * 1', '0 6 * * *'));
    expect(withSchedule(text, { times: own, servers: [] })).toBe(text);
  });

  it('is removed without the rest, and with the list that it was alone in', () => {
    const removed = withSchedule(text, { times: { mode: 'organization' }, servers: [] }) ?? '';
    expect(removed).toContain('value: 1 # one');
    expect(removed).toContain('id: orders # never changes');
    expect(removed).not.toContain('testSchedule');
    const alone = 'id: a\ncustomProperties:\n  - property: testSchedule\n    value: off\n';
    const bare = withSchedule(alone, { times: { mode: 'organization' }, servers: [] });
    expect(bare).toBe('id: a\n');
  });

  it('is added where there is none, with its servers', () => {
    const added = withSchedule('id: a\n', { times: own, servers: ['shop'] }) ?? '';
    expect(added.startsWith('id: a\n')).toBe(true);
    expect(ownScheduleOf(added)).toEqual({ times: own, servers: ['shop'] });
    const off = withSchedule(added, { times: { mode: 'off' }, servers: [] }) ?? '';
    expect(ownScheduleOf(off)).toEqual({ times: { mode: 'off' }, servers: [] });
    expect(off).not.toContain('Timezone');
  });

  it('is not written into a text that does not parse', () => {
    expect(withSchedule('id: [', { times: own, servers: [] })).toBeUndefined();
  });
});
