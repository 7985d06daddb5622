import { lowestId, uuidTime } from '../../../lib/ids.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { storeEvents } from '../../support/builders/stored/stored-events.ts';

const stored = 3_000;
let api: TestApi;
let ids: string[];
beforeAll(async () => {
  api = await startApi();
  await storeEvents(api, api.organizationId, stored);
  ids = await api.database.knex('events').whereNotNull('seq').orderBy('seq').pluck('id');
});
afterAll(() => api.stop());

/** Place of the first event that is told behind a cursor, from 1; undefined at the end of the feed. */
async function firstBehind(lastEventId: string, filter = ''): Promise<number | undefined> {
  const { json } = await api.send('GET', `/api/events?lastEventId=${lastEventId}&limit=1${filter}`);
  return json.length === 0 ? undefined : ids.indexOf(json[0].id) + 1;
}

/** The instant as the 60 bits that UUIDs of the versions 1 and 6 carry, in hexadecimal. */
const ticks = (ms: number): string =>
  (BigInt(ms) * 10_000n + 122_192_928_000_000_000n).toString(16).padStart(15, '0');

const never = {
  1: (ms: number) =>
    `${ticks(ms).slice(7)}-${ticks(ms).slice(3, 7)}-1${ticks(ms).slice(0, 3)}-8000-000000000000`,
  6: (ms: number) =>
    `${ticks(ms).slice(0, 8)}-${ticks(ms).slice(8, 12)}-6${ticks(ms).slice(12)}-8000-000000000000`,
  7: lowestId,
};

test.each([1, 6, 7] as const)(
  'an id of version %i that was never issued stands where its time is',
  async (version) => {
    for (const place of [1, 2, 1_500, stored]) {
      const ms = uuidTime(ids[place - 1] ?? '') ?? 0;
      expect(uuidTime(never[version](ms))).toBe(ms);
      expect(await firstBehind(never[version](ms))).toBe(place);
    }
    expect(await firstBehind(never[version](Date.now() + 60_000))).toBeUndefined();
    expect(await firstBehind(never[version](0))).toBe(1);
  },
);

test('ids are read in any case, and an event of another organization is one that was never issued', async () => {
  expect(await firstBehind((ids[41] ?? '').toUpperCase())).toBe(43);
  const other = await api.newOrganization('other');
  const { text: key } = await api.newKey('organization', { organizationId: other });
  const { status, json } = await api.send('GET', `/api/events?lastEventId=${ids[41]}`, { key });
  expect([status, json]).toEqual([200, []]);
});

test.each([
  'undefined',
  'NULL',
  '0',
  '%20',
  '01a1f782-9823-77be-bd65',
  '11111111-1111-4111-8111-111111111111',
  '00000000-0000-0000-0000-000000000000',
  '01a1f782-9823-77be-bd65-a1618fdb38e6x',
  'x'.repeat(2_000),
  '%00',
])('garbage (%#) is refused with a word about what to send', async (cursor) => {
  const { status, json } = await api.send('GET', `/api/events?lastEventId=${cursor}`);
  expect([status, json.code]).toEqual([400, 'bad_request']);
  expect(json.detail.length).toBeLessThan(400);
});

test('filters tell the same as a look through the whole feed, from anywhere and with any limit', async () => {
  const all: any[] = [];
  for (let cursor = ''; ; cursor = all.at(-1).id) {
    const { json } = await api.send('GET', `/api/events?lastEventId=${cursor}`);
    if (json.length === 0) break;
    all.push(...json);
  }
  expect(all.map(({ id }) => id)).toEqual(ids);
  const typeOf = (event: { type: string }) => event.type.split('.').at(-1) ?? '';
  const filters: [string, (event: { type: string; subject: string }) => boolean][] = [
    ['types=TeamDeletedEvent', (event) => typeOf(event) === 'TeamDeletedEvent'],
    ['types=TeamUpdatedEvent,TeamDeletedEvent,TagCreatedEvent', () => true],
    ['types=TagCreatedEvent', () => false],
    ['subject=team-7', ({ subject }) => subject === 'team-7'],
    [
      'subject=team-0&types=TeamDeletedEvent',
      (event) => event.subject === 'team-0' && typeOf(event) === 'TeamDeletedEvent',
    ],
    ['types=&subject=team-9', ({ subject }) => subject === 'team-9'],
  ];
  for (const [filter, matches] of filters) {
    for (const [from, limit] of [
      [0, 1000],
      [1, 7],
      [1_499, 33],
      [2_998, 5],
      [3_000, 5],
    ] as const) {
      const cursor = from === 0 ? '' : ids[from - 1];
      const { json } = await api.send(
        'GET',
        `/api/events?lastEventId=${cursor}&limit=${limit}&${filter}`,
      );
      expect(json).toEqual(all.slice(from).filter(matches).slice(0, limit));
    }
  }
});

it('a type that does not exist is refused, and a pattern means all that begin so', async () => {
  const unknown = await api.send('GET', '/api/events?types=TeamCreatedEvnt');
  expect([unknown.status, unknown.json.detail]).toEqual([
    400,
    expect.stringMatching(
      /'TeamCreatedEvnt' is no type of event; the nearest are TeamCreatedEvent/,
    ),
  ]);
  const all = (await api.send('GET', '/api/events?types=Team*')).json as { type: string }[];
  expect(all.length).toBeGreaterThan(0);
  expect(all.filter(({ type }) => !type.includes('.Team'))).toEqual([]);
});
