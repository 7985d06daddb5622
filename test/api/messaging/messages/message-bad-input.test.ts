import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { newConversation, newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';

let api: TestApi;
let kate: Person;
let conversation: string;
let id: string;
beforeAll(async () => {
  api = await startApi();
  kate = await newPerson(api, 'KateMcCallister');
  conversation = await newConversation(api, kate, await newPerson(api, 'Kevin'));
  const body = { conversation_id: conversation, message: 'As it was' };
  id = (await kate.send('POST', '/v1/messages', { body })).json.id;
});
afterAll(() => api.stop());

const form = 'application/x-www-form-urlencoded';
const deep = (depth: number): string => `{"a":`.repeat(depth) + '1' + '}'.repeat(depth);

const bodies: [what: string, body: string | Uint8Array, type: string, status: number][] = [
  ['brackets 1,000 deep', `reactions${'[a]'.repeat(1000)}=KateMcCallister`, form, 400],
  ['a bracket that is not closed', 'reactions[a=KateMcCallister', form, 400],
  ['__proto__', '__proto__[polluted]=yes', form, 400],
  ['__proto__ in a reaction', 'reactions[__proto__][]=KateMcCallister', form, 400],
  ['constructor', 'constructor[prototype][polluted]=yes', form, 400],
  ['10,000 keys', Array.from({ length: 10_000 }, (_, n) => `k${n}=1`).join('&'), form, 400],
  ['an index of a billion', 'attachments[999999999][file_url]=https://a.example', form, 400],
  ['a reaction of 10 kB', `reactions[${'r'.repeat(10_240)}][]=KateMcCallister`, form, 400],
  ['a NUL', 'message=a%00b', form, 400],
  ['half a character', '{"message":"\\ud800"}', 'application/json', 400],
  ['bytes that are no UTF-8', 'message=%ff', form, 400],
  ['raw bytes that are no UTF-8', Buffer.from([0x61, 0x3d, 0xff]), form, 400],
  ['JSON 10,000 deep', deep(10_000), 'application/json', 400],
  ['__proto__ in JSON', '{"__proto__":{"polluted":"yes"}}', 'application/json', 400],
  ['a list', '[{"message":"a"}]', 'application/json', 400],
  ['a body of 5 MB and more', `message=${'a'.repeat(5 * 1024 * 1024)}`, form, 413],
  ['another content type', '<message/>', 'application/xml', 415],
];

it.each(bodies)('refuses %s, changes nothing, and goes on', async (_what, body, type, status) => {
  for (const [method, path] of [
    ['PUT', `/v1/messages/${id}`],
    ['POST', '/v1/messages'],
  ] as const) {
    const answer = await kate.send(method, path, { body, headers: { 'content-type': type } });
    expect([answer.status, answer.json]).toEqual([
      status,
      {
        type: 'invalid_request',
        message: expect.any(String),
        documentation_url: `${api.address}/v1/errors/invalid_request`,
      },
    ]);
    expect(answer.json.message.length).toBeLessThan(1_000);
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect((await kate.send('GET', `/v1/messages/${id}`)).json).toMatchObject({
    message: 'As it was',
    reactions: [],
    updated_at: null,
  });
});
