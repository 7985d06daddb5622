import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';

let api: TestApi;
let kate: Person;
let conversation: string;
beforeAll(async () => {
  api = await startApi();
  kate = await newPerson(api, 'Kate');
  conversation = await newConversation(api, kate, await newPerson(api, 'Kevin'));
});
afterAll(() => api.stop());

it.each<[string, string, string]>([
  ['/v1/groups', 'name=', 'name must not be empty'],
  ['/v1/groups', 'name=x&contacts=ann', 'contacts must be a list: contacts[]=… for each of them'],
  [
    '/v1/contacts',
    `username=${'x'.repeat(65)}&phone_number=12345`,
    'username must have at most 64 characters',
  ],
  [
    '/v1/messages',
    'conversation_id=<id>&message=x&attachments=5',
    'attachments must be a list: attachments[0], attachments[1] and so on',
  ],
])('POST %s says what is wrong with %.40s', async (path, text, words) => {
  const form = new URLSearchParams(text.replace('<id>', conversation));
  const { status, json } = await kate.sendForm('POST', path, form);
  expect([status, json.message]).toEqual([400, `The body is not as it must be: ${words}.`]);
});

it('PUT /v1/attachments/:id names what can be changed', async () => {
  const form = new URLSearchParams({ file_url: 'https://files.example/a' });
  const { id } = (await kate.sendForm('POST', '/v1/attachments', form)).json;
  const { status, json } = await kate.sendForm('PUT', `/v1/attachments/${id}`, form);
  const message = "'file_url' cannot be changed; change filename.";
  expect([status, json.message]).toEqual([400, message]);
});

it.each([
  ['limit=abc', "The query parameter 'limit' must be a whole number."],
  ['limit=0', "The query parameter 'limit' must be at least 1."],
  ['limit=', "The query parameter 'limit' must be a whole number."],
  ['limit=1e2', "The query parameter 'limit' must be a whole number."],
  ['limit=0x5', "The query parameter 'limit' must be a whole number."],
  ['limit=%205', "The query parameter 'limit' must be a whole number."],
  ['limit=5.0', "The query parameter 'limit' must be a whole number."],
  ['mark_read=yes', "The query parameter 'mark_read' must be true or false."],
  ['mark_read=2', "The query parameter 'mark_read' must be true or false."],
])('GET /v1/messages?%s says what is wrong', async (query, message) => {
  const { status, json } = await kate.send('GET', `/v1/messages?${query}`);
  expect([status, json.message]).toEqual([400, message]);
});

it('numbers in queries of the catalog have digits only, too', async () => {
  for (const [path, name] of [
    ['/api/events?limit=1e2', 'limit'],
    ['/api/teams?p=-0', 'p'],
  ] as const) {
    const { status, json } = await api.send('GET', path);
    const detail = `The query parameter '${name}' must be a whole number.`;
    expect([status, json.detail]).toEqual([400, detail]);
  }
});

it('flags in queries are 1 and 0 as well as true and false', async () => {
  const path = `/v1/conversations/${conversation}`;
  await kate.send('PUT', path, { body: { is_muted: true } });
  for (const [flag, count] of [
    ['1', 1],
    ['true', 1],
    ['0', 0],
    ['false', 0],
  ] as const) {
    const { status, json } = await kate.send('GET', `/v1/conversations?muted=${flag}`);
    expect([flag, status, json.data?.length]).toEqual([flag, 200, count]);
  }
  expect((await kate.send('GET', '/v1/messages?mark_read=1')).status).toBe(200);
});
