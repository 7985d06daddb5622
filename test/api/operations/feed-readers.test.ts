import { startSequencer } from '../../../workers/sequencer.ts';
import { team } from '../../support/builders/contracts.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let poller: { text: string };
let sequencer: ReturnType<typeof startSequencer>;
beforeAll(async () => {
  api = await startApi();
  sequencer = startSequencer({ database: api.database, log: quietLog });
  poller = await api.newKey('organization_read');
  await putTeams(3);
});
afterAll(async () => {
  await sequencer.stop();
  await api.stop();
});

let count = 0;
const putTeams = async (more: number): Promise<void> => {
  for (let left = more; left > 0; left--) {
    count += 1;
    await api.send('PUT', `/api/teams/t${count}`, { body: team(`t${count}`) });
  }
  await until('they have their positions', async () => {
    const head = await api.database.knex('feed_head').first();
    return Number(head.seq) >= count;
  });
};
const poll = (query: string, agent = 'a poller/1.0') =>
  api.send('GET', `/api/events${query}`, { key: poller.text, headers: { 'user-agent': agent } });
const overview = async () => (await api.send('GET', '/api/ops/readers')).json;
const named = async (agent: string) =>
  (await overview()).readers.filter((reader: any) => reader.agent === agent);

describe('GET /api/ops/readers', () => {
  it('shows a poller with its name and lag, and follows it', async () => {
    const { json } = await poll('?limit=1');
    expect(await named('a poller/1.0')).toEqual([
      expect.objectContaining({
        form: 'poll',
        feed: 'catalog',
        name: 'organization_read',
        principalName: 'organization_read',
        status: 'active',
        types: null,
        position: 1,
        lagEvents: 2,
        webhookId: null,
      }),
    ]);
    await poll(`?lastEventId=${json[0].id}`);
    const [reader] = await named('a poller/1.0');
    expect(reader).toMatchObject({ position: 3, lagEvents: 0, lagSeconds: 0 });
    const { headPosition, headEventId } = await overview();
    expect({ headPosition, headEventId }).toEqual({
      headPosition: 3,
      headEventId: (await poll('?order=newest&limit=1')).json[0].id,
    });
  });

  it('counts only the types that a reader asks for', async () => {
    await poll('?types=TeamDeletedEvent', 'deletions');
    await putTeams(2);
    expect(await named('deletions')).toEqual([
      expect.objectContaining({ types: ['TeamDeletedEvent'], lagEvents: 0 }),
    ]);
    expect(await named('a poller/1.0')).toEqual([expect.objectContaining({ lagEvents: 2 })]);
  });

  it('shows an open stream, and takes a look at one subject for no reader', async () => {
    await poll('?subject=t1', 'a page');
    const ended = new AbortController();
    const headers = { 'user-agent': 'a stream', accept: 'text/event-stream' };
    const url = `${api.address}/api/events`;
    const stream = await fetch(url, {
      headers: { ...headers, 'x-api-key': poller.text },
      signal: ended.signal,
    });
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk as Uint8Array);
      if (text.includes('"t5"')) break;
    }
    expect(await named('a stream')).toEqual([
      expect.objectContaining({ form: 'stream', status: 'active', position: 5, lagEvents: 0 }),
    ]);
    ended.abort();
    expect(await named('a page')).toEqual([]);
  });

  it('writes once for many polls', async () => {
    await overview();
    const writes: string[] = [];
    const listen = ({ sql }: { sql: string }): void => {
      if (sql.includes('insert into feed_readers')) writes.push(sql);
    };
    api.database.knex.on('query', listen);
    for (let n = 0; n < 20; n++) await poll('');
    expect(writes).toHaveLength(0);
    await overview();
    api.database.knex.removeListener('query', listen);
    expect(writes).toHaveLength(1);
  });

  it('shows webhooks with what waits for them', async () => {
    const body = { url: 'https://x.example.com', events: ['Team*'], enabled: false };
    await api.send('PUT', '/api/webhooks/quiet', { body });
    await putTeams(2);
    const { readers } = await overview();
    expect(readers.find((reader: any) => reader.webhookId === 'quiet')).toMatchObject({
      form: 'webhook',
      name: 'quiet',
      status: 'disabled',
      types: ['Team*'],
      lagEvents: 2,
      lastSeenAt: null,
      principal: null,
    });
  });

  it('tells a silent reader, and is for keys of the organization only', async () => {
    await api.database
      .knex('feed_readers')
      .where({ agent: 'deletions' })
      .update({ seen_at: new Date(Date.now() - 3_600_000) });
    expect(await named('deletions')).toEqual([expect.objectContaining({ status: 'silent' })]);
    const { text: key } = await api.newKey('user', { email: 'ada@example.com' });
    expect((await api.send('GET', '/api/ops/readers', { key })).status).toBe(403);
    const organizationId = await api.newOrganization('stranger');
    const { text: stranger } = await api.newKey('organization', { organizationId });
    const theirs = (await api.send('GET', '/api/ops/readers', { key: stranger })).json;
    expect(theirs).toMatchObject({ headPosition: 0, headEventId: null, headAt: null, readers: [] });
  });
});
