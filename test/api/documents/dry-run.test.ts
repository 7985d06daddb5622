import { documentKinds } from '../../../domain/kinds/index.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { makeDocument } from '../../support/builders/documents.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop') });
});
afterAll(() => api.stop());

const counts = async () => {
  const tables = ['documents', 'document_revisions', 'document_references', 'events'];
  const more = ['contract_changes', 'idempotency_keys', 'work'];
  const rows = [...tables, ...more].map((table) =>
    api.database.knex(table).count('* as n').first(),
  );
  return (await Promise.all(rows)).map((row) => row?.n);
};
const typesOf = ({ json }: { json: any }) =>
  json.effects.map(({ type }: { type: string }) => type.split('.').at(-1));

describe.each(documentKinds)('$name', (kind) => {
  const path = (id: string) => `/api/${kind.collection}/${id}`;
  const make = (id: string, change = {}) => makeDocument(kind, id, change);

  it('is rehearsed: the events come, and nothing stays', async () => {
    await api.send('PUT', path('there'), { body: make('there') });
    const before = await counts();
    const created = await api.send('PUT', `${path('new')}?dryRun=true`, { body: make('new') });
    const updated = await api.send('PUT', `${path('there')}?dryRun=true`, {
      body: make('there', { name: 'Changed' }),
    });
    const equal = await api.send('PUT', `${path('there')}?dryRun=true`, { body: make('there') });
    const deleted = await api.send('DELETE', `${path('there')}?dryRun=true`);
    const answers = [created, updated, equal, deleted];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(typesOf)).toEqual([
      [kind.events.created],
      [kind.events.updated],
      [],
      [kind.events.deleted],
    ]);
    expect(updated.json.effects[0]).toEqual({
      type: `com.datamesh-manager.events.${kind.events.updated}`,
      subject: 'there',
      subjectKind: kind.name,
      revision: 2,
      time: expect.any(String),
      principal: expect.stringMatching(/^api-key:/),
      public: kind.events.updated.endsWith('Event'),
      data: { id: 'there', timestamp: expect.any(String) },
    });
    for (const { headers } of answers)
      for (const name of ['etag', 'location-html'])
        expect([name, headers.get(name)]).toEqual([name, null]);
    expect(await counts()).toEqual(before);
    expect((await api.send('GET', path('new'))).status).toBe(404);
    const stored = await api.send('GET', path('there'));
    expect([stored.headers.get('etag'), stored.json.name]).not.toContain('Changed');
    expect(stored.headers.get('etag')).toBe('"1"');
    expect(
      (await api.send('PUT', path('there'), { body: make('there', { name: 'C' }) })).headers.get(
        'etag',
      ),
    ).toBe('"2"');
  });

  it('is refused as it would be', async () => {
    const attempts = [
      ['PUT', 'maybe?dryRun=maybe', 400],
      ['PUT', 'maybe?dryRun=', 400],
      ['DELETE', 'nobody?dryRun=true', 404],
      ['DELETE', 'nobody?dryRun=maybe', 400],
      ['PUT', 'a%2Fb?dryRun=true', 422],
    ] as const;
    for (const [method, rest, status] of attempts) {
      const body = method === 'PUT' ? { body: make('maybe') } : {};
      const answer = await api.send(method, path(rest), body);
      expect([method, rest, answer.status]).toEqual([method, rest, status]);
    }
    const { text: key } = await api.newKey('organization_read');
    const dry = `${path('there')}?dryRun=true`;
    const statuses = [
      await api.send('PUT', dry, { body: make('there', { name: 'X' }), key }),
      await api.send('PUT', dry, { body: make('there'), headers: { 'if-match': '"77"' } }),
      await api.send('PUT', dry, { body: make('there'), headers: { 'if-none-match': '*' } }),
      await api.send('PUT', dry, { body: make('other') }),
      await api.send('PUT', dry, { body: '{' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 412, 412, 422, 400]);
  });

  it('is real with dryRun=false', async () => {
    const answer = await api.send('PUT', `${path('real')}?dryRun=false`, { body: make('real') });
    const stored = await api.send('GET', path('real'));
    const body = kind.answersPut ? stored.text : '';
    expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([200, body, '"1"']);
  });
});

it('says what a contract would break, and what a product does not know', async () => {
  await api.send('PUT', '/api/datacontracts/judged', { body: contract('judged') });
  const grave = await api.send('PUT', '/api/datacontracts/judged?dryRun=true', {
    body: contract('judged', { schema: [] }),
  });
  expect(grave.headers.get('x-contract-change')).toBe('major');
  const body = product('unsure', ['unknown']);
  const warned = await api.send('PUT', '/api/dataproducts/unsure?dryRun=true', { body });
  expect(warned.headers.get('x-catalog-warnings')).toContain("'unknown'");
});

it('finds out what stands against it although a statement failed on the way', async () => {
  await api.send('PUT', '/api/teams/owner', { body: team('owner') });
  const body = contract('owned', { team: { name: 'owner' } });
  await api.send('PUT', '/api/datacontracts/owned', { body });
  const inUse = await api.send('DELETE', '/api/teams/owner?dryRun=true');
  expect([inUse.json.code, inUse.json.detail]).toEqual([
    'in_use',
    expect.stringContaining("data contract 'owned'"),
  ]);
  await api.send('PUT', '/api/dataproducts/uses', { body: product('uses', ['owned']) });
  expect((await api.send('DELETE', '/api/datacontracts/owned?dryRun=true')).json.code).toBe(
    'in_use',
  );
  const parent = team('owner', { parent: 'checkout' });
  expect(typesOf(await api.send('PUT', '/api/teams/owner?dryRun=true', { body: parent }))).toEqual([
    'TeamUpdatedEvent',
  ]);
});

it('sends no signal, and takes no connection and no lock with it', async () => {
  let signals = 0;
  const stop = api.database.signals.on('events_recorded', () => (signals += 1));
  await api.send('PUT', '/api/teams/heard', { body: team('heard') });
  await until('a real change is signalled', async () => signals > 0);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      api.send('PUT', '/api/teams/heard?dryRun=true', {
        body: team('heard', { name: `N${index}` }),
        headers: { 'idempotency-key': 'same' },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const heard = signals;
  expect((await api.send('PUT', '/api/teams/after', { body: team('after') })).status).toBe(200);
  await until('the next real change is signalled', async () => signals > heard);
  // One of the change, one perhaps of the listening that began; forty rehearsals would be many more.
  expect(heard).toBeLessThanOrEqual(2);
  expect(
    (await api.send('PUT', '/api/teams/heard', { body: team('heard', { name: 'Z' }) })).status,
  ).toBe(200);
  stop();
});
