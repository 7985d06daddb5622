import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import {
  holdLastActive,
  invalidRequest,
  newTalk,
} from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';

let api: TestApi;
let kate: Person;
let kevin: Person;
let stranger: Person;
let conversation: string;
beforeAll(async () => {
  api = await startApi();
  ({ kate, kevin, stranger, conversation } = await newTalk(api));
  await holdLastActive(api);
});
afterAll(() => api.stop());

const post = (person: Person, fields: Record<string, string>) =>
  person.sendForm('POST', '/v1/messages', new URLSearchParams(fields));
const say = async (person: Person, message: string, to = conversation): Promise<string> =>
  (await post(person, { conversation_id: to, message })).json.id;
const refusal = (message: RegExp) => invalidRequest(api, message);

describe('POST "/v1/messages": "required: `conversation_id` (string), `message` (string)"', () => {
  it('answers 200 with "the created Message, with `read_at` and `updated_at` null", and GET gives the same', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { status, json } = await post(kate, { conversation_id: conversation, message: 'Kevin!' });
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual([
      'id',
      'conversation_id',
      'contact',
      'message',
      'reactions',
      'attachments',
      'read_at',
      'created_at',
      'updated_at',
    ]);
    expect(json).toMatchObject({
      id: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
      conversation_id: conversation,
      message: 'Kevin!',
      reactions: [],
      attachments: [],
      read_at: null,
      updated_at: null,
    });
    expect(Number.isInteger(json.created_at)).toBe(true);
    expect(json.created_at).toBeGreaterThanOrEqual(before);
    expect(json.created_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
    expect(json.contact).toEqual({
      id: kate.id,
      username: 'KateMcCallister',
      phone_number: kate.phoneNumber,
      avatar_url: null,
      last_active_at: expect.any(Number),
      created_at: expect.any(Number),
    });
    expect((await kate.send('GET', `/v1/messages/${json.id}`)).json).toEqual(json);
  });

  it.each([
    ['application/x-www-form-urlencoded', (form: URLSearchParams) => form],
    [
      'multipart/form-data',
      (fields: URLSearchParams) => {
        const form = new FormData();
        for (const [name, value] of fields) form.set(name, value);
        return form;
      },
    ],
  ])('takes %s, emoji, right-to-left text, line ends and signs intact', async (_type, encode) => {
    const message = '👩‍👩‍👧 שלום\u202E & = % + [a][b]\r\n"two"\u001E\\u0041';
    const form = encode(new URLSearchParams({ conversation_id: conversation, message }));
    const answer = await kate.sendForm('POST', '/v1/messages', form);
    expect([answer.status, answer.json.message]).toEqual([200, message]);
    expect((await kevin.send('GET', `/v1/messages/${answer.json.id}`)).json.message).toBe(message);
  });

  it('takes JSON, and what curl sends', async () => {
    const body = { conversation_id: conversation, message: 'By JSON' };
    expect((await kate.send('POST', '/v1/messages', { body })).json.message).toBe('By JSON');
    const { stdout } = await promisify(execFile)('curl', [
      '-sS',
      '-w',
      '\n%{http_code}',
      `${api.address}/v1/messages`,
      '-H',
      `Authorization: Bearer ${kevin.token}`,
      '-d',
      `conversation_id=${conversation}`,
      '-d',
      'message=what are you doing in our closet?',
    ]);
    const [text = '', status] = stdout.split('\n');
    expect([status, JSON.parse(text).message]).toEqual([
      '200',
      'what are you doing in our closet?',
    ]);
    expect(JSON.parse(text).contact.username).toBe('Kevin');
  });

  it('refuses an empty message and one "over 64 kB" with 400, and takes one of 64 kB', async () => {
    const of = (message: string) => post(kate, { conversation_id: conversation, message });
    expect((await of('')).status).toBe(400);
    expect((await of('')).json).toEqual(refusal(/^message is empty\.$/));
    const longest = '€'.repeat(21_845) + 'a';
    expect((await of(longest)).json.message).toBe(longest);
    const answer = await of(`${longest}a`);
    expect([answer.status, answer.json]).toEqual([400, refusal(/65537 bytes/)]);
  });

  it('refuses what is missing, of a wrong type, unknown, or not storable with 400, naming it', async () => {
    const bodies: [object, RegExp][] = [
      [{ message: 'a' }, /conversation_id is required/],
      [{ conversation_id: conversation }, /message is required/],
      [{ conversation_id: conversation, message: 5 }, /message must be a string/],
      [{ conversation_id: conversation, message: null }, /message must be a string/],
      [{ conversation_id: conversation, message: 'a', mood: 'b' }, /unknown member 'mood'/],
      [{ conversation_id: conversation, message: 'a', contact: 'b' }, /unknown member 'contact'/],
      [{ conversation_id: conversation, message: 'a\0' }, /NUL/],
      [{ conversation_id: conversation, message: '\uD800' }, /half a character/],
    ];
    for (const [body, message] of bodies) {
      const { status, json } = await kate.send('POST', '/v1/messages', { body });
      expect([status, json]).toEqual([400, refusal(message)]);
    }
    expect((await kate.send('POST', '/v1/messages')).status).toBe(400);
  });

  it('answers 404 when the conversation "is unknown or not the contact\'s", and stores nothing', async () => {
    for (const [person, to] of [
      [stranger, conversation],
      [kate, 'AAAAAAAAAAAAAAAA'],
      [kate, ''],
      [kate, "'; --"],
    ] as const) {
      const { status, json } = await post(person, { conversation_id: to, message: 'Hello?' });
      expect([status, json]).toEqual([404, refusal(/no conversation/)]);
    }
    expect((await stranger.send('GET', '/v1/messages')).json).toEqual({
      has_more: false,
      data: [],
    });
  });

  it('stores a message once per Idempotency-Key', async () => {
    const before = (await kate.send('GET', '/v1/messages')).json.data[0].id;
    const send = () =>
      kate.send('POST', '/v1/messages', {
        body: { conversation_id: conversation, message: 'Once' },
        headers: { 'idempotency-key': 'once' },
      });
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    const { data } = (await kate.send('GET', `/v1/messages?ending_before=${before}`)).json;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([first.json.id]);
  });
});

describe('DELETE "/v1/messages/:id": "permanently deletes the message"', () => {
  it('answers 200 `{"id": …, "deleted": true}` to the author; then it is nowhere', async () => {
    const id = await say(kevin, 'A secret');
    const { status, json } = await kevin.send('DELETE', `/v1/messages/${id}`);
    expect([status, json]).toEqual([200, { id, deleted: true }]);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const again = await kevin.send(method, `/v1/messages/${id}`);
      expect([again.status, again.json]).toEqual([404, refusal(/no message/)]);
    }
    const { data } = (await kate.send('GET', '/v1/messages?limit=100')).json;
    expect(data.some((message: { id: string }) => message.id === id)).toBe(false);
    const { rows } = await api.database.knex.raw(
      `select type, data::text as data from messaging_events where subject_id = ? order by position`,
      [id],
    );
    const types = rows.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['message.created', 'message.deleted']);
    expect(JSON.stringify(rows)).not.toContain('A secret');
    expect(JSON.parse(rows[1].data)).toEqual({ id, conversation_id: conversation, deleted: true });
  });

  it('lets "the contact who created the conversation" delete messages of others, and nobody else', async () => {
    const ofKevin = await say(kevin, 'One');
    const ofKate = await say(kate, 'Two');
    const refused = await kevin.send('DELETE', `/v1/messages/${ofKate}`);
    expect([refused.status, refused.json]).toEqual([
      403,
      refusal(
        /Only KateMcCallister \(the author\) or the contact who began the conversation can delete it\./,
      ),
    ]);
    expect((await stranger.send('DELETE', `/v1/messages/${ofKate}`)).status).toBe(404);
    expect((await kate.send('GET', `/v1/messages/${ofKate}`)).status).toBe(200);
    expect((await kate.send('DELETE', `/v1/messages/${ofKevin}`)).status).toBe(200);
    expect((await kevin.send('GET', `/v1/messages/${ofKevin}`)).status).toBe(404);
  });

  it('unpins it, and tells so', async () => {
    const id = await say(kate, 'Pinned');
    const path = `/v1/conversations/${conversation}`;
    const pinned = async () => (await kevin.send('GET', path)).json.pinned_message_id;
    await kate.send('PUT', path, { body: { pinned_message_id: id } });
    await kate.send('DELETE', `/v1/messages/${await say(kate, 'Other')}`);
    expect(await pinned()).toBe(id);
    const events = () =>
      api.database
        .knex('messaging_events')
        .where({ type: 'conversation.updated', conversation_id: conversation })
        .orderBy('position');
    const before = await events();
    await kate.send('DELETE', `/v1/messages/${id}`);
    expect(await pinned()).toBeNull();
    const after = await events();
    expect(after).toHaveLength(before.length + 1);
    expect(JSON.parse(after.at(-1).data)).toMatchObject({
      id: conversation,
      pinned_message_id: null,
    });
  });
});

describe('GET "/v1/messages/:id"', () => {
  it('answers 404 for what is unknown or of others', async () => {
    const id = await say(kate, 'Private');
    for (const [person, path] of [
      [stranger, id],
      [kate, 'AAAAAAAAAAAAAAAA'],
      [kate, '%20'],
      [kate, 'é'],
      [kate, 'a%00b'],
    ] as const) {
      const { status, json } = await person.send('GET', `/v1/messages/${path}`);
      expect([status, json]).toEqual([404, refusal(/no message/)]);
    }
  });

  it('has a strong ETag, honours If-None-Match, and has another one once something changed', async () => {
    const id = await say(kate, 'Tagged');
    const get = (headers = {}) => kate.send('GET', `/v1/messages/${id}`, { headers });
    const etag = (await get()).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await get({ 'if-none-match': etag });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    await kevin.send('PUT', `/v1/messages/${id}`, { body: { reactions: { up: ['Kevin'] } } });
    const changed = await get({ 'if-none-match': etag });
    expect([changed.status, changed.json.reactions]).toEqual([200, [{ up: ['Kevin'] }]]);
  });
});
