import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { newConversation, newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
let kate: Person;
let kevin: Person;
let conversation: string;
beforeAll(async () => {
  api = await startApi();
  kate = await newPerson(api, 'Kate');
  kevin = await newPerson(api, 'Kevin');
  conversation = await newConversation(api, kate, kevin);
});
afterAll(() => api.stop());

async function say(message: string): Promise<string> {
  const body = { conversation_id: conversation, message };
  return `/v1/messages/${(await kate.send('POST', '/v1/messages', { body })).json.id}`;
}

async function tagOf(path: string, person = kate): Promise<string> {
  return (await person.send('GET', path)).headers.get('etag') ?? '';
}

const change = (path: string, message: string, tag: string, header = 'if-match') =>
  kate.send('PUT', path, { body: { message }, headers: { [header]: tag } });

it('a condition without a value is none, and is refused', async () => {
  const path = await say('one');
  const { status, json } = await change(path, 'two', '');
  expect([status, json.message]).toEqual([400, 'If-Match has no value.']);
  expect((await kate.send('DELETE', path, { headers: { 'if-match': ' ' } })).status).toBe(400);
  expect((await kate.send('GET', path)).json.message).toBe('one');
});

it('a change and a deletion with If-Match happen only when nothing else was written meanwhile', async () => {
  const path = await say('one');
  const first = await tagOf(path);
  const changed = await change(path, 'two', first);
  expect([changed.status, changed.json.message]).toEqual([200, 'two']);
  for (const [method, body] of [['PUT', { message: 'three' }], ['DELETE']] as const) {
    const headers = { 'if-match': first };
    const { status, json } = await kate.send(method, path, { body, headers });
    expect([status, json]).toEqual([
      412,
      {
        type: 'invalid_request',
        message: 'The message has changed since you read it: read it again and repeat the change.',
        documentation_url: `${api.address}/v1/errors/invalid_request`,
      },
    ]);
  }
  expect((await kate.send('GET', path)).json.message).toBe('two');
  const second = changed.headers.get('etag') ?? '';
  expect(second).toBe(await tagOf(path));
  const headers = { 'if-match': `"x", ${second}` };
  expect((await kate.send('DELETE', path, { headers })).status).toBe(200);
  expect((await kate.send('DELETE', path, { headers })).status).toBe(404);
});

it('reactions of others count, that somebody read it does not', async () => {
  const path = await say('read me');
  const [mine, theirs] = [await tagOf(path), await tagOf(path, kevin)];
  await until('it is read', async () => (await kate.send('GET', path)).json.read_at !== null);
  expect(await tagOf(path)).not.toBe(mine);
  const reactions = { up: ['Kevin'] };
  const headers = { 'if-match': theirs };
  const { status } = await kevin.send('PUT', path, { body: { reactions }, headers });
  expect(status).toBe(200);
  expect((await change(path, 'other', mine)).status).toBe(412);
});

it('of several that change what they read, one does', async () => {
  const path = await say('once');
  const tag = await tagOf(path);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => change(path, `change ${n}`, tag)),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
});

it('takes *, no weak tags, and on a change no If-None-Match but *', async () => {
  const path = await say('conditions');
  const tag = await tagOf(path);
  expect((await change(path, 'any', '*')).status).toBe(200);
  expect((await change(path, 'weak', `W/${await tagOf(path)}`)).status).toBe(412);
  expect((await change(path, 'new', '*', 'if-none-match')).status).toBe(412);
  expect((await change(path, 'new', tag, 'if-none-match')).status).toBe(400);
  expect((await kate.send('GET', path)).json.message).toBe('any');
});
