import { startSequencer } from '../../../workers/sequencer.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let sequencer: ReturnType<typeof startSequencer>;
beforeAll(async () => {
  api = await startApi();
  sequencer = startSequencer({ database: api.database, log: quietLog });
});
afterAll(async () => {
  await sequencer.stop();
  await api.stop();
});

const put = async (path: string, body: object, key = api.key) => {
  const { status, text } = await api.send('PUT', path, { body, key });
  if (status !== 200) throw new Error(text);
};
const list = async (query = '') => (await api.send('GET', `/api/ops/connectors${query}`)).json;
const feed = async (): Promise<string[]> =>
  (await api.send('GET', '/api/events')).json.map(({ id }: { id: string }) => id);

it('lists who follows the feed, when it was last seen, and how far behind it is', async () => {
  for (let n = 0; n < 5; n++) await put(`/api/teams/team-${n}`, team(`team-${n}`));
  const ids = await until('the feed has them', async () => {
    const found = await feed();
    return found.length === 5 && found;
  });
  const { text: key, id: keyId } = await api.newKey('organization');
  const displayName = 'Databricks in production';
  await api.database.knex('api_keys').where({ id: keyId }).update({ display_name: displayName });
  const info = { type: 'databricks', connectorVersion: '1.4.0', description: 'Grants' };
  const register = (id: string, state?: object) =>
    put(`/api/connectors/${id}`, { id, info, ...(state && { state }) }, key);
  await register('current', { lastEventId: ids[4] });
  await register('late', { lastEventId: ids[1] });
  await register('new');
  await register('odd', { lastEventId: 'no id of ours' });
  await api.database
    .knex('events')
    .where({ id: ids[2] })
    .update({ at: new Date(Date.now() - 120_000) });

  const [current, late, fresh, odd] = await list();
  expect(current).toMatchObject({
    connectorId: 'current',
    type: 'databricks',
    version: '1.4.0',
    status: 'following',
    principalName: displayName,
    lastEventId: ids[4],
    position: 5,
    behindEvents: 0,
    behindSeconds: 0,
  });
  expect(late).toMatchObject({ status: 'behind', position: 2, behindEvents: 3 });
  expect(late.behindSeconds).toBeGreaterThanOrEqual(120);
  for (const each of [fresh, odd]) {
    expect(each).toMatchObject({ position: null, behindEvents: null, behindSeconds: null });
  }
  expect(odd.lastEventId).toBe('no id of ours');

  // It is at the last event that it handled, and its silence is told.
  await register('late', { lastEventId: ids[4] });
  const long = new Date(Date.now() - 3_600_000);
  await api.database.knex('api_keys').where({ id: keyId }).update({ last_used_at: long });
  await api.database.knex('document_revisions').where({ kind: 'connector' }).update({ at: long });
  const [silent, moved] = await list();
  expect([silent.status, silent.lastSeenAt]).toEqual(['silent', long.toISOString()]);
  expect([moved.position, moved.behindEvents]).toEqual([5, 0]);
});

it('is paged, and for those who see the whole organization', async () => {
  const first = await api.send('GET', '/api/ops/connectors?size=2');
  expect(first.json.map(({ connectorId }: any) => connectorId)).toEqual(['current', 'late']);
  expect(first.headers.get('link')).toContain('after=late');
  const rest = await list('?size=2&after=late');
  expect(rest.map(({ connectorId }: any) => connectorId)).toEqual(['new', 'odd']);
  const { text: key } = await api.newKey('team', { teamId: 'team-0' });
  expect((await api.send('GET', '/api/ops/connectors', { key })).status).toBe(403);
});
