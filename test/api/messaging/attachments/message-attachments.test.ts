import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { upload } from '../../../support/builders/messaging/attachments.ts';
import { holdLastActive, newTalk } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';

let api: TestApi;
let kate: Person;
let kevin: Person;
let conversation: string;
beforeAll(async () => {
  api = await startApi();
  ({ kate, kevin, conversation } = await newTalk(api));
  await holdLastActive(api);
});
afterAll(() => api.stop());

const post = (body: object) =>
  kate.send('POST', '/v1/messages', {
    body: { conversation_id: conversation, message: 'See', ...body },
  });
const put = (person: Person, id: string, body: object) =>
  person.send('PUT', `/v1/messages/${id}`, { body });
const file = (name: string) => `https://files.example/${name}`;
const urls = (json: any): string[] => json.attachments.map((each: any) => each.file_url);

type Event = { type: string; subject: string; data: any };
async function eventsAfter(position: number): Promise<Event[]> {
  const rows = await api.database
    .knex('messaging_events')
    .where('position', '>', position)
    .orderBy('position');
  return rows.map(({ type, subject_id, data }) => ({
    type,
    subject: subject_id,
    data: JSON.parse(data),
  }));
}
const rawEvents = (subject: string): Promise<string[]> =>
  api.database
    .knex('messaging_events')
    .where({ subject_id: subject })
    .orderBy('position')
    .pluck('data');
const newest = async (): Promise<number> =>
  (await api.database.knex('messaging_heads').first('position')).position;

describe('POST "/v1/messages": "optional: `attachments` (array)"', () => {
  it('by a form with bracket notation: the message, GET, the list and its event have them', async () => {
    const before = await newest();
    const form = new URLSearchParams({
      conversation_id: conversation,
      message: 'Two files',
      'attachments[0][file_url]': file('a.png'),
      'attachments[0][filename]': 'A picture.png',
      'attachments[0][file_type]': 'image/png',
      'attachments[0][file_size]': '12',
      'attachments[1][file_url]': file('b.pdf'),
    });
    const { status, json } = await kate.sendForm('POST', '/v1/messages', form);
    expect(status).toBe(200);
    expect(json.attachments).toEqual([
      {
        id: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
        message_id: json.id,
        filename: 'A picture.png',
        file_url: file('a.png'),
        file_type: 'image/png',
        file_size: 12,
        created_at: json.created_at,
      },
      expect.objectContaining({ file_url: file('b.pdf'), filename: 'b.pdf', file_size: null }),
    ]);
    const got = await kate.send('GET', `/v1/messages/${json.id}`);
    expect(got.json.attachments).toEqual(json.attachments);
    const list = await kevin.send('GET', `/v1/messages?limit=1`);
    expect(list.json.data[0].attachments).toEqual(json.attachments);
    const [created, ...further] = await eventsAfter(before);
    expect(created).toEqual({ type: 'message.created', subject: json.id, data: json });
    expect(further.slice(0, 2)).toEqual(
      json.attachments.map((data: any) => ({
        type: 'attachment.created',
        subject: data.id,
        data,
      })),
    );
  });

  it('refuses what is none with 400, and what is sent to others with 404, and stores no message', async () => {
    const before = await newest();
    for (const attachments of ['a', [5], ['AAAAAAAAAAAAAAAA'], [{ file_url: 'file:///etc' }]]) {
      const answer = await post({ attachments });
      expect([answer.status, answer.json.type]).toEqual([400, 'invalid_request']);
    }
    const attachments = [{ file_url: file('a') }];
    expect((await post({ attachments, conversation_id: 'AAAAAAAAAAAAAAAA' })).status).toBe(404);
    expect(await eventsAfter(before)).toEqual([]);
    expect(await api.database.knex('messages').where('position', '>', before)).toEqual([]);
  });
});

describe('what stands beside the id of an attachment', () => {
  it('is not lost without a word: entries that run into each other, and names', async () => {
    const uploaded = (await upload(kate, 'a', { name: 'a.txt' })).json;
    const forms = [
      [
        ['attachments[][file_url]', file('x')],
        ['attachments[][id]', uploaded.id],
      ],
      [
        ['attachments[0][id]', uploaded.id],
        ['attachments[0][filename]', 'b.txt'],
      ],
    ];
    const told = [];
    for (const fields of forms) {
      const form = new URLSearchParams([
        ['conversation_id', conversation],
        ['message', 'x'],
        ...(fields as [string, string][]),
      ]);
      const { status, json } = await kate.sendForm('POST', '/v1/messages', form);
      expect(status).toBe(400);
      told.push(json.message);
    }
    expect(told).toEqual([
      expect.stringContaining('attachments[0] has both id and file_url; number the entries'),
      expect.stringContaining('attachments[0] has both id and filename;'),
    ]);
    const changed = [
      { filename: 'b.txt' },
      { file_size: 2 },
      { file_url: file('x') },
      { more: 1 },
      { filename: ['a.txt'] },
    ];
    for (const change of changed) {
      const answer = await post({ attachments: [{ ...uploaded, ...change }] });
      const [member] = Object.keys(change);
      expect([answer.status, answer.json.message]).toEqual([
        400,
        expect.stringContaining(`attachments[0].${member} differs from`),
      ]);
    }
  });

  it('may be what was answered of it, in forms, too', async () => {
    const uploaded = (await upload(kate, 'a', { name: 'a.txt' })).json;
    const form = new URLSearchParams({ conversation_id: conversation, message: 'x' });
    for (const [name, value] of Object.entries<string | number | null>(uploaded))
      form.set(`attachments[0][${name}]`, String(value ?? ''));
    const { json } = await kate.sendForm('POST', '/v1/messages', form);
    expect(json.attachments).toEqual([{ ...uploaded, message_id: json.id }]);
    for (const attachments of [json.attachments, [uploaded]])
      expect((await put(kate, json.id, { attachments })).json).toEqual(json);
  });
});

describe('PUT "/v1/messages/:id": "optional: … `attachments` (array)"', () => {
  it('the array given replaces what is there; what it names by id or address is kept', async () => {
    const { json } = await post({
      attachments: ['a', 'b', 'c'].map((name) => ({ file_url: file(name) })),
    });
    const [a, b, c] = json.attachments;
    const before = await newest();
    const changed = await put(kate, json.id, {
      attachments: [{ file_url: file('d') }, c.id, { file_url: file('a') }],
    });
    expect(changed.status).toBe(200);
    expect(urls(changed.json)).toEqual([file('d'), file('c'), file('a')]);
    expect(changed.json.attachments.slice(1)).toEqual([c, a]);
    expect(changed.json.updated_at).toEqual(expect.any(Number));
    expect((await kate.send('GET', `/v1/messages/${json.id}`)).json).toEqual(changed.json);
    const events = await eventsAfter(before);
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([
      ['attachment.deleted', b.id],
      ['attachment.created', changed.json.attachments[0].id],
      ['message.updated', json.id],
    ]);
    expect(events.at(-1)?.data).toEqual(changed.json);
  });

  it.each([
    ['attachments', '[]'],
    ['attachments', ''],
    ['attachments[]', ''],
  ])('the form `%s=%s` takes all away', async (name, value) => {
    const { json } = await post({ attachments: [{ file_url: file('a') }] });
    const form = new URLSearchParams([[name, value]]);
    const emptied = await kate.sendForm('PUT', `/v1/messages/${json.id}`, form);
    expect([emptied.status, emptied.json.attachments]).toEqual([200, []]);
  });

  it('as they are answered they may be sent back: nothing changes', async () => {
    const { json } = await post({
      attachments: [{ file_url: file('a') }, { file_url: file('a') }],
    });
    const before = await newest();
    const same = [
      { attachments: json.attachments },
      { attachments: json.attachments.map(({ id }: any) => ({ id })) },
      { attachments: json.attachments.map(({ file_url }: any) => ({ file_url })) },
      { attachments: [json.attachments[0].id, { file_url: file('a') }] },
    ];
    for (const body of same) expect((await put(kate, json.id, body)).json).toEqual(json);
    expect(await eventsAfter(before)).toEqual([]);
    const turned = await put(kate, json.id, { attachments: json.attachments.toReversed() });
    expect(turned.json.attachments).toEqual(json.attachments.toReversed());
    const none = await kate.sendForm(
      'PUT',
      `/v1/messages/${json.id}`,
      new URLSearchParams({ attachments: '[]' }),
    );
    expect(none.json.attachments).toEqual([]);
  });

  it('does not take attachments of other messages, and leaves all as it was', async () => {
    const one = (await post({ attachments: [{ file_url: file('one') }] })).json;
    const other = (await post({ attachments: [{ file_url: file('other') }] })).json;
    const answer = await put(kate, one.id, { attachments: [other.attachments[0].id] });
    expect([answer.status, answer.json.message]).toEqual([
      409,
      expect.stringContaining(other.attachments[0].id),
    ]);
    for (const message of [one, other])
      expect((await kate.send('GET', `/v1/messages/${message.id}`)).json).toEqual(message);
  });
});

describe('what messages carry, changed by its own address', () => {
  it('is told of the message to live clients: renamed and deleted', async () => {
    const { json } = await post({
      attachments: [{ file_url: file('secret'), filename: 'secret' }, { file_url: file('b') }],
    });
    const [secret, b] = json.attachments;
    const before = await newest();
    const rename = (filename: string) =>
      kate.send('PUT', `/v1/attachments/${secret.id}`, { body: { filename } });
    expect((await rename('secret')).status).toBe(200);
    expect(await eventsAfter(before)).toEqual([]);
    expect((await rename('secret 2')).status).toBe(200);
    expect((await kate.send('DELETE', `/v1/attachments/${secret.id}`)).status).toBe(200);
    const events = await eventsAfter(before);
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([
      ['attachment.updated', secret.id],
      ['message.updated', json.id],
      ['attachment.deleted', secret.id],
      ['message.updated', json.id],
    ]);
    const now = (await kate.send('GET', `/v1/messages/${json.id}`)).json;
    expect(now).toEqual({ ...json, attachments: [b], updated_at: expect.any(Number) });
    expect(events.at(-1)?.data).toEqual(now);
  });

  it.each(['DELETE /v1/attachments/:id', 'PUT /v1/messages/:id'])(
    'is gone from former events of the message after %s, and nothing else is',
    async (way) => {
      const before = await newest();
      const name = `gone-${way.slice(0, 3)}`;
      const { json } = await post({
        message: `{"attachments": 'x'} \\ 🙂`,
        attachments: [{ file_url: file('kept') }, { file_url: file(name) }],
      });
      const reactions = { __proto__x: ['Kevin'], '"': ['Kevin'] };
      expect((await put(kevin, json.id, { reactions })).status).toBe(200);
      const told = await rawEvents(json.id);
      const [kept, gone] = json.attachments;
      const answer = await (way.startsWith('DELETE')
        ? kate.send('DELETE', `/v1/attachments/${gone.id}`)
        : put(kate, json.id, { attachments: [kept.id] }));
      expect(answer.status).toBe(200);
      const now = await rawEvents(json.id);
      expect(now.slice(0, -1)).toEqual(
        told.map((text) => {
          const data = JSON.parse(text);
          return JSON.stringify({ ...data, attachments: data.attachments.slice(0, 1) });
        }),
      );
      expect(told).toHaveLength(2);
      expect(JSON.stringify(await eventsAfter(before))).not.toContain(name);
    },
  );
});

it('DELETE is "permanent, attachments included"', async () => {
  const { json } = await post({ attachments: [{ file_url: file('secret'), filename: 'secret' }] });
  const [{ id }] = json.attachments;
  const before = await newest();
  expect((await kate.send('DELETE', `/v1/messages/${json.id}`)).status).toBe(200);
  expect((await eventsAfter(before)).map(({ type, subject }) => [type, subject])).toEqual([
    ['attachment.deleted', id],
    ['message.deleted', json.id],
  ]);
  const row = await api.database.knex('attachments').where({ id }).first();
  expect(row === undefined || (row.removed_at !== null && row.message_id === null)).toBe(true);
  expect(JSON.stringify(await eventsAfter(0))).not.toContain('secret');
});
