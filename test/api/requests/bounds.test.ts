import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { bounds } from '../../../api/bounds/bounds.ts';
import type { BoundedKind } from '../../../api/bounds/bounds.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestAnswer, TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import { until } from '../../support/until.ts';

/** No worker runs, so that whoever waits for work waits. */
let api: TestApi;
let otherKey: string;
let person: Person;
let other: Person;
beforeAll(async () => {
  api = await startApi({ testWaitSeconds: 100 });
  otherKey = (await api.newKey('organization')).text;
  [person, other] = [await newPerson(api, 'Kate'), await newPerson(api, 'Buzz')];
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const servers = [{ server: 's', type: 'local', path: 'x.csv', format: 'csv' }];
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders', { servers }) });
  // More than the kernel keeps of an answer that is not read.
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const body = contract(`large-${id}`, { description: { purpose: id.repeat(4_000_000) } });
    expect((await api.send('PUT', `/api/datacontracts/large-${id}`, { body })).status).toBe(200);
  }
});
afterAll(() => api.stop());

type Case = {
  kind: BoundedKind;
  /** Method, path and headers of a request that lasts. */
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** True if the body is left unfinished. */
  isOpen?: boolean;
  /** A request of the same kind that ends by itself. */
  try: (key: string, person: Person) => Promise<TestAnswer>;
};

const json = { 'content-type': 'application/json' };
const testPath = '/api/datacontracts/orders/test';
const generatePath = '/api/datacontracts/orders/generate';
const respondAsync = { prefer: 'respond-async' };
const ddl = { type: 'sql-ddl' };
const link = { file_url: 'https://example.com/x.png', filename: 'x.png', file_type: 'image/png' };

const cases: Case[] = [
  {
    kind: 'tests',
    method: 'POST',
    path: testPath,
    headers: {},
    try: (key) => api.send('POST', testPath, { key, headers: respondAsync }),
  },
  {
    kind: 'generations',
    method: 'POST',
    path: generatePath,
    headers: json,
    body: JSON.stringify(ddl),
    try: (key) => api.send('POST', generatePath, { key, headers: respondAsync, body: ddl }),
  },
  {
    kind: 'exports',
    method: 'GET',
    path: '/api/export',
    headers: {},
    try: (key) => api.send('GET', '/api/export?resource=teams', { key }),
  },
  {
    kind: 'uploads',
    method: 'POST',
    path: '/api/import',
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"resource":',
    isOpen: true,
    try: (key) =>
      api.send('POST', '/api/import', {
        key,
        body: '{}\n',
        headers: { 'content-type': 'application/x-ndjson' },
      }),
  },
  {
    kind: 'uploads',
    method: 'POST',
    path: '/v1/attachments',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n',
    isOpen: true,
    try: (_key, by) => by.send('POST', '/v1/attachments', { body: link, headers: json }),
  },
];

/** Begins a request that lasts; its answer is not read. */
function begin({ method, path, headers, body, isOpen }: Case): ClientRequest {
  const isMessaging = path.startsWith('/v1');
  const caller = isMessaging
    ? { authorization: `Bearer ${person.token}` }
    : { 'x-api-key': api.key };
  const options = { port: api.port, host: '127.0.0.1', method, path, agent: false };
  const sent = request({ ...options, headers: { ...caller, ...headers } });
  // Without a listener, Node reads the answer and forgets it.
  sent.on('error', () => undefined).on('response', () => undefined);
  if (body !== undefined) sent.write(body);
  if (isOpen) sent.flushHeaders();
  else sent.end();
  return sent;
}

/** Begins as many requests as one caller may have; answers them, and how one more is refused. */
async function fill(each: Case): Promise<{ begun: ClientRequest[]; refused: TestAnswer }> {
  const begun = Array.from({ length: bounds[each.kind].perCaller }, () => begin(each));
  const refused = await until('there are too many', async () => {
    const answer = await each.try(api.key, person);
    if (answer.status === 429) return answer;
    // The attempt itself may have had the place of the last one.
    begun.push(begin(each));
    return undefined;
  });
  return { begun, refused };
}

async function breakOff(each: Case, begun: readonly ClientRequest[]): Promise<void> {
  for (const one of begun) one.destroy();
  await until('it goes on', async () => (await each.try(api.key, person)).status !== 429);
}

it.each(cases)(
  '$kind at $path: one more is refused, others get through, and it goes on after all were broken off',
  async (each) => {
    const { begun, refused } = await fill(each);
    expect(refused.headers.get('retry-after')).toBe('2');
    const said = expect.stringMatching(
      new RegExp(`^You have ${bounds[each.kind].perCaller} .* at once and may have no more`),
    );
    expect(refused.json).toMatchObject(
      each.path.startsWith('/v1')
        ? { type: 'api_error', message: said }
        : { type: '/problems/too_many_requests', code: 'too_many_requests', detail: said },
    );
    expect((await each.try(otherKey, other)).status).not.toBe(429);
    await breakOff(each, begun);
  },
);

it('dry runs: one more is refused, and it goes on when they have ended', async () => {
  const path = '/api/teams/checkout?dryRun=true';
  const rehearse = () => api.send('PUT', path, { body: team('checkout', { name: 'Other' }) });
  const { knex } = api.database;
  const held = await knex.transaction();
  await held.raw(`select 1 from documents where kind = 'team' and id = 'checkout' for update`);
  const begun = Array.from({ length: bounds.rehearsals.perCaller }, rehearse);
  const refused = await until('there are too many', async () => {
    const answer = await Promise.race([rehearse(), ...begun]);
    return answer.status === 429 && answer;
  });
  expect([refused.json.code, refused.headers.get('retry-after')]).toEqual([
    'too_many_requests',
    '2',
  ]);
  await held.rollback();
  await Promise.all(begun);
  expect((await rehearse()).status).toBe(200);
});

it('refused requests are not kept for their Idempotency-Key', async () => {
  const [each] = cases as [Case];
  const { begun } = await fill(each);
  const headers = { ...respondAsync, 'idempotency-key': 'later' };
  const ask = () => api.send('POST', testPath, { headers });
  expect((await ask()).status).toBe(429);
  for (const request of begun) request.destroy();
  await until('it goes on', async () => (await ask()).status === 202);
});

it('an export counts until it has been read', async () => {
  const each = cases.find(({ kind }) => kind === 'exports') as Case;
  const first = begin(each);
  const answered = once(first, 'response') as Promise<[NodeJS.ReadableStream]>;
  const { begun } = await fill(each);
  const [response] = await answered;
  await once(response.resume(), 'end');
  await until('one has ended', async () => (await each.try(api.key, person)).status === 200);
  for (const one of begun) one.destroy();
});
