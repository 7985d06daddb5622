import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';
import { startSequencer } from '../../../workers/sequencer.ts';
import { newId } from '../../../lib/ids.ts';

let api: TestApi;
let sequencer: ReturnType<typeof startSequencer>;
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: 'com.example.' });
  sequencer = startSequencer({ database: api.database, log: quietLog });
  for (const id of ['one', 'two', 'three'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
  await api.send('DELETE', '/api/teams/two');
  await until('all events have their position', async () => (await feed('')).length === 4);
});
afterAll(async () => {
  await sequencer.stop();
  await api.stop();
});

type CloudEvent = {
  id: string;
  type: string;
  subject: string;
  time: string;
  data: Record<string, unknown>;
};
const feed = async (query: string): Promise<CloudEvent[]> =>
  (await api.send('GET', `/api/events${query}`)).json;

describe('GET /api/events', () => {
  it('is a CloudEvents batch in the order of what happened', async () => {
    const answer = await api.send('GET', '/api/events', {
      headers: { accept: 'application/problem+json' },
    });
    expect(answer.headers.get('content-type')).toContain('application/cloudevents-batch+json');
    expect(answer.json.map((event: CloudEvent) => `${event.type} ${event.subject}`)).toEqual([
      'com.example.TeamCreatedEvent one',
      'com.example.TeamCreatedEvent two',
      'com.example.TeamCreatedEvent three',
      'com.example.TeamDeletedEvent two',
    ]);
    expect(answer.json[0]).toMatchObject({
      specversion: '1.0',
      source: api.address,
      datacontenttype: 'application/json',
      principal: expect.stringMatching(/^api-key:/),
      data: { id: 'one', timestamp: answer.json[0].time },
    });
  });

  it('goes on behind lastEventId, also when that event is gone, and treats null as the start', async () => {
    const [first, second] = await feed('');
    expect((await feed(`?lastEventId=${first?.id}`)).map((event) => event.subject)).toEqual([
      'two',
      'three',
      'two',
    ]);
    expect(await feed('?lastEventId=null')).toHaveLength(4);
    expect(await feed('?lastEventId=')).toHaveLength(4);
    expect(await feed(`?lastEventId=${second?.id}&limit=1`)).toHaveLength(1);
    const last = (await feed('')).at(-1);
    expect(await feed(`?lastEventId=${last?.id}`)).toEqual([]);
    await api.database.knex('events').where({ id: first?.id }).delete();
    const truncated = await api.send('GET', `/api/events?lastEventId=${first?.id}`);
    expect([truncated.json.length, truncated.headers.get('x-events-truncated')]).toEqual([3, null]);
    const old = '1ef00000-0000-6000-8000-000000000000';
    const before = await api.send('GET', `/api/events?lastEventId=${old}`);
    expect([before.json.length, before.headers.get('x-events-truncated')]).toEqual([3, 'true']);
  });

  it('places ids it never issued by their time, and refuses what is no id', async () => {
    expect(await feed(`?lastEventId=${newId(Date.now() + 60_000)}`)).toEqual([]);
    expect((await feed('?lastEventId=1ef00000-0000-6000-8000-000000000000')).length).toBe(3);
    for (const id of ['x', '7', '11111111-1111-4111-8111-111111111111', "'; drop table events"]) {
      const answer = await api.send('GET', `/api/events?lastEventId=${encodeURIComponent(id)}`);
      expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
    }
  });

  it('filters by types, with or without prefix, and by subject', async () => {
    expect(await feed('?types=TeamDeletedEvent')).toHaveLength(1);
    expect(await feed('?types=com.example.TeamDeletedEvent,TeamCreatedEvent')).toHaveLength(3);
    expect((await feed('?subject=two')).map((event) => event.type)).toEqual([
      'com.example.TeamCreatedEvent',
      'com.example.TeamDeletedEvent',
    ]);
  });

  it('waits with longPolling until something happens', async () => {
    const last = (await feed('')).at(-1);
    const waiting = feed(`?lastEventId=${last?.id}&longPolling=true`);
    await api.send('PUT', '/api/teams/four', { body: team('four') });
    expect((await waiting).map((event) => event.subject)).toEqual(['four']);
  });
});
