import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product } from '../../support/builders/contracts.ts';
import { createClient, followLinks, ownHeaders } from '../../support/http/http-client.ts';
import type { Client } from '../../support/http/http-client.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';

/** What the requests session of the `entropy-data` command line sends with everything, also with GET and DELETE. */
let cli: Client;
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  cli = createClient(api, {
    'user-agent': 'python-requests/2.32.3',
    'accept-encoding': 'gzip, deflate',
    accept: '*/*',
    connection: 'keep-alive',
    'content-type': 'application/json',
    'x-api-key': api.key,
  });
});
afterAll(() => api.stop());

const owner = { owner: 'checkout' };
const order = 'urn:dataproduct:checkout:orders';

/** In the order of `apply`; ids stand in the address as they are. */
const resources: [collection: string, id: string, body: object][] = [
  ['teams', 'sales', { id: 'sales', name: 'Sales', type: 'Domain', members: [] }],
  ['teams', 'checkout', { id: 'checkout', name: 'Checkout', type: 'Team', parent: 'sales' }],
  ['tags', 'Governance/PII', { id: 'Governance/PII', info: { ...owner, description: 'Personal' } }],
  [
    'definitions',
    'checkout/customer_id',
    { id: 'checkout/customer_id', ...owner, title: 'Customer' },
  ],
  ['policies', 'GLOBAL-1', { id: 'GLOBAL-1', name: 'No secrets', status: 'Accepted' }],
  ['sourcesystems', 'kafka-1', { id: 'kafka-1', name: 'Kafka', ...owner, links: {} }],
  ['certifications', 'b1946ac9', { id: 'b1946ac9', name: 'Gold', tag: 'gold', rank: 1 }],
  ['classification-schemes', 'pii', { externalId: 'pii', name: 'PII', classifications: [] }],
  [
    'assets',
    'snowflake:db.orders',
    { id: 'snowflake:db.orders', info: { ...owner, name: 'orders' } },
  ],
  ['datacontracts', order, contract(order)],
  ['dataproducts', order, product(order, [order])],
  [
    'example-data',
    `${order}-port`,
    { id: `${order}-port`, dataProductId: order, data: [{ a: 1 }] },
  ],
  ['connectors', 'databricks', { id: 'databricks', info: { type: 'databricks' }, state: {} }],
];
const answering = ['policies', 'classification-schemes'];

it('tests a connection, and learns what the organization is called', async () => {
  const teams = await cli('GET', '/api/teams?p=0');
  expect([teams.status, teams.text, ownHeaders(teams)]).toEqual([200, '[]', ['content-type']]);
  const { json } = await cli('GET', '/api/organization/settings');
  expect(json).toMatchObject({ vanityUrl: 'test', host: expect.any(String) });
});

it.each(resources)('applies %s %s twice alike', async (collection, id, body) => {
  for (const _ of ['create', 'replace']) {
    const answer = await cli('PUT', `/api/${collection}/${id}`, body);
    expect(answer.status).toBe(200);
    const page = `${api.address}/${collection}/${encodeURIComponent(id)}`;
    expect(answer.headers['location-html']).toBe(page);
    expect(answer.headers['etag']).toBe('"1"');
    if (answering.includes(collection)) {
      expect(answer.json).toEqual(body);
      expect(ownHeaders(answer)).toEqual(['content-type', 'etag', 'location-html']);
    } else {
      expect([answer.text, answer.headers['content-length']]).toEqual(['', '0']);
      expect(ownHeaders(answer)).toEqual(['etag', 'location-html']);
    }
    const shown = await fetch(page);
    expect(shown.status).toBe(200);
  }
});

it('assigns a tag without a body, under a JSON content type', async () => {
  const assigned = await cli('PUT', '/api/assets/snowflake:db.orders/assigned-tags/Governance/PII');
  expect([assigned.status, assigned.text]).toEqual([200, '']);
  const tags = await cli('GET', '/api/assets/snowflake:db.orders/assigned-tags');
  expect(tags.json).toEqual(['Governance/PII']);
});

it('exports what it applied, following links, and applying that again changes nothing', async () => {
  const features = (await cli('GET', '/api/organization/features')).json;
  const count = async () => Number((await api.database.knex('events').count().first())?.count);
  const before = await count();
  for (const [collection, id, body] of resources) {
    const listed = await followLinks(cli, `/api/${collection}?size=1`);
    const known = listed.find((item) => (item.id ?? item.externalId) === id);
    const own = await cli('GET', `/api/${collection}/${id}`);
    expect(own.headers['content-type']).toMatch(/^application\/json/);
    expect(known).toEqual(own.json);
    expect(own.json).toMatchObject(body);
    expect((await cli('PUT', `/api/${collection}/${id}`, own.text)).status).toBe(200);
    const again = await cli('GET', `/api/${collection}/${id}`);
    expect([again.text, again.headers['etag']]).toEqual([own.text, own.headers['etag']]);
  }
  expect(await count()).toBe(before);
  const put = await cli('PUT', '/api/organization/features', features);
  expect([put.status, put.json]).toEqual([200, features]);
});

it('reads a thousand contracts from the first page', async () => {
  for (let n = 0; n < 3; n++) await cli('PUT', `/api/datacontracts/c${n}`, contract(`c${n}`));
  const first = await cli('GET', '/api/datacontracts');
  expect([first.json.length, first.headers.link]).toEqual([4, undefined]);
  const small = await cli('GET', '/api/datacontracts?p=0&size=2');
  expect(small.headers.link).toBe(`<${api.address}/api/datacontracts?p=1&size=2>; rel="next"`);
});

it('shows what is wrong by the detail of the problem', async () => {
  const unknown = await cli('GET', '/api/dataproducts/nothing');
  expect([unknown.status, unknown.json.detail]).toEqual([
    404,
    "There is no data product with the id 'nothing'.",
  ]);
  const bad = await cli('PUT', '/api/datacontracts/bad', contract('bad', { team: undefined }));
  expect([bad.status, bad.json.detail]).toEqual([
    422,
    expect.stringMatching(/^The contract names/),
  ]);
  const other = await cli('PUT', '/api/teams/one', { id: 'two', name: 'Two', type: 'Team' });
  expect([other.status, other.json.code]).toEqual([422, 'id_mismatch']);
  const keyless = await createClient(api, { 'content-type': 'application/json' })(
    'GET',
    '/api/teams',
  );
  expect([keyless.status, keyless.json.detail.length > 20]).toEqual([403, true]);
  for (const answer of [unknown, bad, other, keyless])
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
});

it('makes a key for a team, uses it, and ends it', async () => {
  const wish = { scope: 'team', teamId: 'checkout', displayName: 'CI', expiresAt: '2099-12-31' };
  const made = await cli('POST', '/api/api-keys', wish);
  expect([made.status, made.json]).toEqual([
    201,
    {
      organizationApiKeyId: expect.any(String),
      key: expect.any(String),
      email: null,
      ...wish,
    },
  ]);
  const theirs = createClient(api, { 'x-api-key': made.json.key });
  expect((await theirs('GET', '/api/teams?p=0')).status).toBe(200);
  const ended = await cli('DELETE', `/api/api-keys/${made.json.organizationApiKeyId}`);
  expect([ended.status, ended.text, ownHeaders(ended)]).toEqual([204, '', []]);
  await until('it is ended', async () => (await theirs('GET', '/api/teams?p=0')).status === 403);
});

it('lists test results between two instants, page by page', async () => {
  for (const n of [1, 2, 3]) {
    await cli('POST', '/api/test-results', {
      id: `run-${n}`,
      dataContractId: order,
      dataContractVersion: '1.0.0',
      server: null,
      timestampStart: `2026-01-0${n}T00:00:00Z`,
      timestampEnd: `2026-01-0${n}T00:00:01Z`,
      result: 'passed',
      checks: [],
    });
  }
  const between = 'from=2026-01-02T00:00:00Z&to=2026-01-04T00:00:00Z&size=1';
  const found = await followLinks(cli, `/api/test-results?${between}`);
  expect(found.map(({ id }) => id)).toEqual(['run-3', 'run-2']);
});

it('polls the events from the beginning and behind one of them', async () => {
  const workers = startWorkers(api);
  const { json } = await until('events are there', async () => {
    const answer = await cli('GET', '/api/events');
    return answer.json.length > 10 && answer;
  });
  await workers.stop();
  const next = await cli('GET', `/api/events?lastEventId=${json[0].id}`);
  expect(next.json[0].id).toBe(json[1].id);
});

it('deletes in the opposite order', async () => {
  for (const n of [0, 1, 2]) await cli('DELETE', `/api/datacontracts/c${n}`);
  for (const [collection, id] of resources.toReversed()) {
    const answer = await cli('DELETE', `/api/${collection}/${id}`);
    expect([collection, answer.status, answer.text]).toEqual([collection, 200, '']);
    expect([answer.headers['content-length'], ownHeaders(answer)]).toEqual(['0', []]);
    expect((await cli('DELETE', `/api/${collection}/${id}`)).status).toBe(404);
  }
});
