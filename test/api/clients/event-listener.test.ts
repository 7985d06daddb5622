import { startSequencer } from '../../../workers/sequencer.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { quietLog } from '../../support/servers/database.ts';
import { createClient } from '../../support/http/http-client.ts';
import type { Client } from '../../support/http/http-client.ts';
import { until } from '../../support/until.ts';

/** The Java SDK: Accept as its generator makes it, a charset in the content type, and the key. */
let sdk: Client;
let api: TestApi;
let sequencer: ReturnType<typeof startSequencer>;
/** Every call of the listener, in its order. */
let calls: string[];
beforeEach(async () => {
  api = await startApi();
  sequencer = startSequencer({ database: api.database, log: quietLog });
  calls = [];
  const client = createClient(api, {
    'user-agent': 'OpenAPI-Generator/1.0.0/java',
    accept: 'application/json, application/problem+json',
    'accept-encoding': 'gzip, x-gzip, deflate',
    'x-api-key': api.key,
  });
  sdk = (method, path, ...rest) => {
    calls.push(`${method} ${path}`);
    return client(method, path, ...rest);
  };
});
afterEach(async () => {
  await sequencer.stop();
  await api.stop();
});

const path = '/api/connectors/databricks-prod';
const json = { 'content-type': 'application/json; charset=UTF-8' };
const errors = { accept: 'application/problem+json' };

type State = Record<string, unknown> | null;
type Connector = { id: string; info: object; state?: State; custom?: object | null };

async function getConnector(): Promise<Connector | undefined> {
  const answer = await sdk('GET', path);
  // The generated client reads a body before it looks at the status.
  expect(answer.json).toBeInstanceOf(Object);
  if (answer.status === 404) return undefined;
  expect(answer.status).toBe(200);
  return answer.json as Connector;
}

async function putConnector(connector: Connector): Promise<void> {
  const answer = await sdk('PUT', path, connector, { ...json, ...errors });
  expect([answer.status, answer.text]).toEqual([200, '']);
}

/** What is registered with a start: a connector that exists keeps its state. */
async function register(): Promise<void> {
  const known = await getConnector();
  await putConnector({
    ...known,
    id: 'databricks-prod',
    info: { type: 'databricks', connectorVersion: null },
  });
}

async function saveState(state: State): Promise<void> {
  const connector = await getConnector();
  if (!connector) throw new Error('not registered');
  await putConnector({ ...connector, state });
}

type Event = { id: string; type: string; subject: string; data: { id: string } };
type Handler = (name: string, event: Event) => void;

/** One life of the listener: until the feed is empty, or the handler throws and it would wait for 30 s. */
async function listen(handle: Handler): Promise<'empty' | 'waits'> {
  await register();
  let lastEventId = (await getConnector())?.state?.lastEventId as string | undefined;
  for (;;) {
    const cursor = lastEventId === undefined ? '' : `lastEventId=${lastEventId}&`;
    const {
      status,
      headers,
      json: events,
    } = await sdk('GET', `/api/events?${cursor}longPolling=false`);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/cloudevents-batch\+json/);
    for (const event of events as Event[]) {
      try {
        handle(event.type.slice(event.type.lastIndexOf('.') + 1), event);
      } catch {
        return 'waits';
      }
      lastEventId = event.id;
      await saveState({ lastEventId });
    }
    if (events.length === 0) return 'empty';
  }
}

async function createTeams(...ids: string[]): Promise<void> {
  for (const id of ids) await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
  await until('all have their position', async () => {
    const [row] = await api.database.knex('events').where({ public: true, seq: null }).count();
    return Number(row?.count) === 0;
  });
}

it('registers itself, begins at the start, and keeps its place after every event', async () => {
  await createTeams('one', 'two');
  const handled: string[] = [];
  expect(await listen((name, { data }) => handled.push(`${name} ${data.id}`))).toBe('empty');
  expect(handled).toEqual(['TeamCreatedEvent one', 'TeamCreatedEvent two']);
  const [first, second] = (await api.send('GET', '/api/events')).json as [Event, Event];
  expect(calls).toEqual([
    `GET ${path}`,
    `PUT ${path}`,
    `GET ${path}`,
    'GET /api/events?longPolling=false',
    ...[first, second].flatMap(() => [`GET ${path}`, `PUT ${path}`]),
    `GET /api/events?lastEventId=${second.id}&longPolling=false`,
  ]);
  // Its own progress is no event and no revision, or the feed would never end.
  expect((await sdk('GET', `${path}/versions`)).json).toHaveLength(1);
});

it('goes on where it was when it is started again, and is no new event then', async () => {
  await createTeams('one');
  await listen(() => undefined);
  await createTeams('two');
  const handled: string[] = [];
  expect(await listen((_, { subject }) => handled.push(subject))).toBe('empty');
  expect(handled).toEqual(['two']);
});

it('meets the same event again while its handler throws, and loses none behind it', async () => {
  await createTeams('one', 'two', 'three');
  const handled: string[] = [];
  let broken = true;
  const handle: Handler = (_, { subject }) => {
    handled.push(subject);
    if (subject === 'two' && broken) throw new Error('no grant');
  };
  expect([await listen(handle), await listen(handle)]).toEqual(['waits', 'waits']);
  broken = false;
  expect(await listen(handle)).toBe('empty');
  expect(handled).toEqual(['one', 'two', 'two', 'two', 'three']);
});

it('has a state at once, and whatever is put: never null, never absent', async () => {
  await register();
  expect(await getConnector()).toMatchObject({ id: 'databricks-prod', state: {} });
  for (const state of [null, undefined, {}]) {
    await putConnector({ id: 'databricks-prod', info: {}, state: state as State, custom: null });
    expect((await getConnector())?.state).toEqual({});
  }
  await saveState({ lastEventId: null });
  expect((await getConnector())?.state).toEqual({ lastEventId: null });
  expect(await listen(() => undefined)).toBe('empty');
  const all = await sdk('GET', '/api/connectors');
  expect(all.json.map(({ state }: Connector) => state)).toEqual([{ lastEventId: null }]);
});

it('is told what is wrong with what it puts, and goes when it is deleted', async () => {
  const wrong = await sdk('PUT', path, { id: 'databricks-prod', info: {}, state: [] }, json);
  expect([wrong.status, wrong.json.violations[0].field]).toEqual([422, 'state']);
  await register();
  for (const status of [200, 404]) expect((await sdk('DELETE', path)).status).toBe(status);
  await expect(saveState({ lastEventId: 'x' })).rejects.toThrow('not registered');
});

it('keeps its place when it writes YAML, too', async () => {
  for (const place of ['one', 'two']) {
    const body = `id: databricks-prod\ninfo: {}\nstate: {lastEventId: ${place}}\n`;
    const answer = await sdk('PUT', path, body, { 'content-type': 'application/yaml' });
    expect(answer.status).toBe(200);
    expect((await getConnector())?.state).toEqual({ lastEventId: place });
  }
});
