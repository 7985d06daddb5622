import type { Route } from '../../api/route.ts';
import { startFaultyApi } from '../support/chaos/repetitions/faulty-api.ts';
import type { FaultyApi } from '../support/chaos/repetitions/faulty-api.ts';
import { keyed, testRepetitions } from '../support/chaos/repetitions/test-repetitions.ts';

let faulty: FaultyApi;
beforeAll(async () => {
  faulty = await startFaultyApi();
});
afterAll(() => faulty.stop());

describe('cut around the commit', () => testRepetitions('cut', () => faulty));

it('handles one of twenty equal requests that come at once', async () => {
  const [costs] = keyed.filter(({ path }) => path === '/api/costs');
  const request = await faulty.makePost(costs as Route, 'twenty');
  const rows = () => faulty.api.database.knex('costs').select('id');
  const before = (await rows()).length;
  const all = await Promise.all(Array.from({ length: 20 }, () => faulty.send(request)));
  const answers = new Set(
    all.filter((got) => got?.status !== 409).map((got) => JSON.stringify(got)),
  );
  expect([...answers]).toEqual([expect.stringContaining('"status":200')]);
  expect(await rows()).toHaveLength(before + 1);
});

it('says below /v1 by a code that a request with the key is being handled', async () => {
  const [messages] = keyed.filter(({ path }) => path === '/v1/messages');
  const request = await faulty.makePost(messages as Route, 'slow');
  let go = (): void => undefined;
  let first: Promise<unknown> = Promise.resolve();
  let met: Promise<void> = Promise.resolve();
  await new Promise<void>((reached) => {
    met = faulty.wire().fail('before commit', 'idempotency-keys-insert', () => {
      reached();
      return new Promise((resolve) => (go = resolve));
    });
    first = faulty.send(request);
  });
  const second = await faulty.send(request);
  expect([second?.status, JSON.parse(second?.text ?? '').code]).toEqual([
    409,
    'request_in_progress',
  ]);
  go();
  await met;
  await first;
  const third = await faulty.send(request);
  expect(third?.status).toBe(200);
  expect(await faulty.api.database.knex('messages').where({ message: 'slow' })).toHaveLength(1);
});

it('goes on with an import whose API is killed between two batches, and answers all of it', async () => {
  const ids = Array.from({ length: 1_300 }, (_, index) => `imported-${index}`);
  const lines = ids.map((id) =>
    JSON.stringify({ resource: 'teams', id, document: { id, name: id, type: 'Team' } }),
  );
  const [route] = keyed.filter(({ path }) => path === '/api/import');
  const { path, headers } = await faulty.makePost(route as Route, 'night');
  const request = { path, headers, body: `${lines.join('\n')}\n` };
  for (const fault of ['after commit', 'before commit', 'after commit'] as const)
    await faulty.sendIntoFault(request, fault, 'kill');
  const whole = await faulty.send(request);
  const results = (whole?.text ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(results.at(-1).summary).toMatchObject({ documents: 1_300, created: 1_300, failed: 0 });
  expect(results.slice(0, -1).map(({ id, status }) => `${id} ${status}`)).toEqual(
    ids.map((id) => `${id} created`),
  );
  const { knex } = faulty.api.database;
  const events = await knex('events')
    .where({ type: 'TeamCreatedEvent' })
    .whereIn('subject_id', ids);
  expect(events).toHaveLength(1_300);
  expect(await faulty.send(request)).toEqual(whole);
});
