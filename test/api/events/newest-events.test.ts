import { lowestId, newId } from '../../../lib/ids.ts';
import { startSequencer } from '../../../workers/sequencer.ts';
import { team } from '../../support/builders/contracts.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let other: string;
let sequencer: ReturnType<typeof startSequencer>;
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: 'com.example.' });
  sequencer = startSequencer({ database: api.database, log: quietLog });
  ({ text: other } = await api.newKey('team', { teamId: 'two' }));
  for (const id of ['one', 'two', 'three']) {
    await api.send('PUT', `/api/teams/${id}`, { body: team(id, { name: `Team ${id}` }) });
  }
  await api.send('DELETE', '/api/teams/two', { key: other });
  await until('all events have their position', async () => (await oldest()).length === 4);
});
afterAll(async () => {
  await sequencer.stop();
  await api.stop();
});

const oldest = async (): Promise<any[]> => (await api.send('GET', '/api/events')).json;
const ask = (query: string) => api.send('GET', `/api/events?order=newest${query}`);
const told = async (query = ''): Promise<string[]> =>
  (await ask(query)).json.map(({ type, subject }: any) => `${type.split('.').at(-1)} ${subject}`);

describe('order=newest', () => {
  it('turns the feed around, page by page', async () => {
    const forward = (await oldest()).map(({ id }) => id);
    const ids: string[] = [];
    let next: string | undefined = '/api/events?order=newest&limit=3';
    let pages = 0;
    for (; next !== undefined; pages++) {
      const page = await api.send('GET', next);
      ids.push(...page.json.map(({ id }: any) => id));
      next = /<https?:\/\/[^/]+(\S+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(pages).toBe(2);
    expect(ids).toEqual(forward.toReversed());
  });

  it('names the author and the subject, also a deleted one', async () => {
    const [deleted, created] = (await ask('')).json;
    expect(deleted).toMatchObject({
      type: 'com.example.TeamDeletedEvent',
      subject: 'two',
      subjectkind: 'team',
      subjectname: 'Team two',
      principalname: 'team',
      sequence: '4',
      data: { id: 'two' },
    });
    expect(created).toMatchObject({ subjectname: 'Team three', principalname: 'organization' });
    expect(Object.keys((await oldest())[0])).not.toContain('principalname');
  });

  it.each([
    ['&types=TeamDeletedEvent', ['TeamDeletedEvent two']],
    ['&types=com.example.TeamD*', ['TeamDeletedEvent two']],
    ['&subject=two', ['TeamDeletedEvent two', 'TeamCreatedEvent two']],
    ['&subject=two&types=TeamCreatedEvent', ['TeamCreatedEvent two']],
    ['&types=DataProductCreatedEvent', []],
    ['&principal=user:nobody', []],
    ['&to=2020-01-01', []],
    ['&from=2999-01-01', []],
  ])('filters by %s', async (query, expected) => {
    expect(await told(query)).toEqual(expected);
  });

  it('filters by author and time, to the millisecond', async () => {
    const [first, second, , last] = await oldest();
    const by = `&principal=${encodeURIComponent(last.principal)}`;
    expect(await told(by)).toEqual(['TeamDeletedEvent two']);
    expect(await told(`${by}&types=TeamCreatedEvent`)).toEqual([]);
    const to = `&to=${second.time}`;
    const earlier = first.time === second.time ? [] : ['TeamCreatedEvent one'];
    expect(await told(to)).toEqual(earlier);
    expect(await told(`&from=${last.time}&types=TeamDeletedEvent`)).toEqual([
      'TeamDeletedEvent two',
    ]);
  });

  it('goes on from the time of an event that is no longer kept', async () => {
    expect(await told(`&before=${newId()}`)).toHaveLength(4);
    expect(await told(`&before=${lowestId(0)}`)).toEqual([]);
  });

  it.each([
    ['order=newest&before=x', 'not an event id'],
    ['order=newest&lastEventId=x', 'before=<id>'],
    ['order=newest&longPolling=true', 'no longPolling'],
    ['order=newest&from=yesterday', 'from=yesterday'],
    ['order=newest&types=Nonsense', 'types'],
    ['order=sideways', 'order'],
    ['before=x', 'needs order=newest'],
    ['principal=x', 'needs order=newest'],
    ['from=2026-01-01', 'needs order=newest'],
  ])('?%s is refused', async (query, words) => {
    const answer = await api.send('GET', `/api/events?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json.detail).toContain(words);
  });

  it('shows nothing of other organizations, and nothing of the audit trail alone', async () => {
    const organizationId = await api.newOrganization('stranger');
    const { text: key } = await api.newKey('organization', { organizationId });
    expect((await api.send('GET', '/api/events?order=newest', { key })).json).toEqual([]);
    const body = { url: 'https://x.example.com', events: ['*'] };
    expect((await api.send('PUT', '/api/webhooks/silent', { body })).status).toBe(200);
    expect(await told('&subject=silent')).toEqual([]);
    const [{ id }] = (await ask('')).json;
    expect((await api.send('GET', `/api/events/${id}`, { key })).status).toBe(404);
  });
});

describe('GET /api/events/{id}', () => {
  it('is the event with its names', async () => {
    const [listed] = (await ask('')).json;
    const answer = await api.send('GET', `/api/events/${listed.id}`);
    expect(answer.headers.get('content-type')).toContain('application/cloudevents+json');
    expect(answer.json).toEqual(listed);
    expect((await api.send('GET', `/api/events/${listed.id}/deliveries`)).json).toEqual([]);
  });

  it.each(['x', newId()])('%s is no event', async (id) => {
    for (const path of ['', '/deliveries']) {
      const answer = await api.send('GET', `/api/events/${id}${path}`);
      expect(answer.status).toBe(404);
      expect(answer.json.detail).toContain('no event');
    }
  });
});
