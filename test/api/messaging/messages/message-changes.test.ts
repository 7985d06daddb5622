import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import {
  holdLastActive,
  invalidRequest,
  newGroupConversation,
  newPerson,
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

async function say(person: Person, message: string): Promise<string> {
  const body = { conversation_id: conversation, message };
  return (await person.send('POST', '/v1/messages', { body })).json.id;
}
const put = (person: Person, id: string, body: unknown) =>
  person.send('PUT', `/v1/messages/${id}`, { body });
const putForm = (person: Person, id: string, ...fields: [string, string][]) =>
  person.sendForm('PUT', `/v1/messages/${id}`, new URLSearchParams(fields));
const refusal = (message: RegExp) => invalidRequest(api, message);
async function eventsOf(id: string): Promise<{ type: string; data: any }[]> {
  const rows = await api.database
    .knex('messaging_events')
    .where({ subject_id: id })
    .orderBy('position');
  return rows.map(({ type, data, conversation_id }) => ({
    type,
    data: JSON.parse(data),
    conversation_id,
  }));
}

describe('PUT "/v1/messages/:id": "optional: `message` (string)"', () => {
  it('answers "the updated Message" with `updated_at`, and tells of it', async () => {
    const id = await say(kate, 'Kevin');
    const { status, json } = await putForm(kate, id, ['message', 'Kevin!']);
    expect([status, json.message]).toEqual([200, 'Kevin!']);
    expect(json.updated_at).toBeGreaterThanOrEqual(json.created_at);
    expect((await kate.send('GET', `/v1/messages/${id}`)).json).toEqual(json);
    expect(await eventsOf(id)).toEqual([
      expect.objectContaining({ type: 'message.created' }),
      { type: 'message.updated', data: json, conversation_id: conversation },
    ]);
  });

  it('"only the author edits `message` and `attachments`": refuses others with 403, strangers with 404', async () => {
    const id = await say(kate, 'Mine');
    for (const body of [{ message: 'Yours' }, { attachments: [] }]) {
      const { status, json } = await put(kevin, id, body);
      expect([status, json]).toEqual([403, refusal(/only KateMcCallister/)]);
      expect((await put(stranger, id, body)).status).toBe(404);
    }
    expect((await kate.send('GET', `/v1/messages/${id}`)).json.message).toBe('Mine');
  });

  it('changes nothing when one of several wishes is refused', async () => {
    const id = await say(kevin, 'Whole');
    const body = { message: 'Half', reactions: { up: ['KateMcCallister'] } };
    expect((await put(kevin, id, body)).status).toBe(403);
    expect(
      (await put(kate, id, { reactions: { up: ['KateMcCallister'] }, message: 'x' })).status,
    ).toBe(403);
    expect((await kevin.send('GET', `/v1/messages/${id}`)).json).toMatchObject({
      message: 'Whole',
      reactions: [],
      updated_at: null,
    });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it.each([
    ['nothing at all', undefined],
    ['no member', {}],
    ['the same text', { message: 'Same' }],
    ['reactions taken away that are not there', { reactions: [] }],
    ['a reaction taken away that is not there', { reactions: { up: [] } }],
  ])('answers the message as it is, without `updated_at` and event, to %s', async (_what, body) => {
    const id = await say(kate, 'Same');
    const { status, json } = await put(kate, id, body);
    expect([status, json.message, json.updated_at]).toEqual([200, 'Same', null]);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('refuses what is wrong with 400, naming it', async () => {
    const id = await say(kate, 'Right');
    const bodies: [unknown, RegExp][] = [
      [{ message: '' }, /message is empty/],
      [{ message: null }, /message must be a string/],
      [{ message: 'a'.repeat(65_537) }, /65537 bytes/],
      [
        { text: 'a' },
        /'text' cannot be changed; change message, reactions, attachments, read_at\./,
      ],
      [{ updated_at: 5 }, /'updated_at' cannot be changed/],
      [{ read_at: null }, /read_at must be whole seconds since 1970\.$/],
      [{ read_at: 'now' }, /read_at must be whole seconds since 1970\.$/],
      [{ reactions: 'up' }, /reactions must be .* or a list of such objects/],
      [{ reactions: ['up'] }, /reactions must be .* or a list of such objects/],
      [{ reactions: { up: 'KateMcCallister' } }, /reactions/],
      [{ reactions: { up: [5] } }, /reactions/],
      [{ reactions: null }, /reactions/],
      [{ reactions: [''] }, /reactions must be/],
      [{ reactions: '' }, /reactions must be/],
      [{ reactions: { up: [''] } }, /reactions must be/],
      [{ attachments: [''] }, /attachment/],
      [{ attachments: '' }, /attachments must be a list/],
      [{ attachments: 'a' }, /attachments/],
      ['[]', /JSON object/],
      ['{', /JSON/],
    ];
    for (const [body, message] of bodies) {
      const { status, json } = await put(kate, id, body);
      expect([status, json]).toEqual([400, refusal(message)]);
    }
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('"a reaction is added as `reactions[<reaction_name>][]=<contact username>`"', () => {
  it('by curl, as the interface shows it', async () => {
    const id = await say(kevin, 'Bye');
    const { stdout } = await promisify(execFile)('curl', [
      '-sS',
      '-g',
      '-X',
      'PUT',
      `${api.address}/v1/messages/${id}`,
      '-H',
      `Authorization: Bearer ${kate.token}`,
      '-d',
      'reactions[red_angry_face][]=KateMcCallister',
    ]);
    const json = JSON.parse(stdout);
    expect(json.reactions).toEqual([{ red_angry_face: ['KateMcCallister'] }]);
    expect(json.updated_at).toEqual(expect.any(Number));
  });

  it('by multipart form, by a JSON object, and by a JSON array of objects; "reactions, form or JSON, **add**"', async () => {
    const id = await say(kate, 'All ways');
    const form = new FormData();
    form.set('reactions[b][]', 'Kevin');
    await kevin.sendForm('PUT', `/v1/messages/${id}`, form);
    await put(kate, id, { reactions: { a: ['KateMcCallister'], b: ['KateMcCallister'] } });
    const { json } = await put(kevin, id, {
      reactions: [{ 'c d': ['Kevin'] }, { a: ['Kevin'] }, { '🥳': ['Kevin'] }],
    });
    // Names and those who reacted stand in the order in which they came.
    expect(json.reactions).toEqual([
      { b: ['Kevin', 'KateMcCallister'] },
      { a: ['KateMcCallister', 'Kevin'] },
      { 'c d': ['Kevin'] },
      { '🥳': ['Kevin'] },
    ]);
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type)).toEqual([
      'message.created',
      'message.updated',
      'message.updated',
      'message.updated',
    ]);
    expect(events.at(-1)?.data).toEqual(json);
  });

  it('"naming a contact other than the caller → 403"', async () => {
    const id = await say(kate, 'Not for you');
    for (const names of [['KateMcCallister'], ['Kevin', 'KateMcCallister'], ['Nobody']]) {
      const { status, json } = await put(kevin, id, { reactions: { up: names } });
      expect([status, json]).toEqual([403, refusal(/you are 'Kevin' and cannot react as/)]);
    }
    expect((await put(stranger, id, { reactions: { up: ['Marv'] } })).status).toBe(404);
    expect((await kate.send('GET', `/v1/messages/${id}`)).json.reactions).toEqual([]);
  });

  it('takes the username of the caller in any case, and a reaction called 0', async () => {
    const id = await say(kate, 'Zero');
    const { status, json } = await putForm(kevin, id, ['reactions[0][]', 'KEVIN']);
    expect([status, json.reactions]).toEqual([200, [{ 0: ['Kevin'] }]]);
    const gone = await putForm(kevin, id, ['reactions[0][]', '']);
    expect([gone.status, gone.json.reactions]).toEqual([200, []]);
  });

  it('"repeating is a no-op"', async () => {
    const id = await say(kate, 'Again');
    const first = (await put(kevin, id, { reactions: { up: ['Kevin'] } })).json;
    const again = await put(kevin, id, { reactions: { up: ['Kevin', 'Kevin'] } });
    expect([again.status, again.json]).toEqual([200, first]);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('"`reactions=[]` removes all of the caller\'s, `reactions[x][]=` (empty) the caller\'s x"', async () => {
    const id = await say(kate, 'Taken back');
    await put(kate, id, { reactions: { x: ['KateMcCallister'] } });
    const all = { x: ['Kevin'], y: ['Kevin'], z: ['Kevin'] };
    await put(kevin, id, { reactions: all });
    const without = await putForm(kevin, id, ['reactions[x][]', '']);
    expect(without.json.reactions).toEqual([
      { x: ['KateMcCallister'] },
      { y: ['Kevin'] },
      { z: ['Kevin'] },
    ]);
    const swapped = await put(kevin, id, { reactions: { y: [], x: ['Kevin'] } });
    expect(swapped.json.reactions).toEqual([{ x: ['KateMcCallister', 'Kevin'] }, { z: ['Kevin'] }]);
    const none = await putForm(kevin, id, ['reactions', '[]']);
    expect(none.json.reactions).toEqual([{ x: ['KateMcCallister'] }]);
    expect((await put(kate, id, { reactions: [] })).json.reactions).toEqual([]);
    expect((await eventsOf(id)).at(-1)?.data.reactions).toEqual([]);
  });

  it.each(['[]', '', undefined])(
    'takes all away in forms also by `reactions[]=`, `reactions=` and `reactions=[]`: %s',
    async (value) => {
      const id = await say(kate, 'Emptied');
      await put(kevin, id, { reactions: { x: ['Kevin'] } });
      const field: [string, string] =
        value === undefined ? ['reactions[]', ''] : ['reactions', value];
      const { status, json } = await putForm(kevin, id, field);
      expect([status, json.reactions]).toEqual([200, []]);
    },
  );

  it('takes names of up to 100 characters that JavaScript knows, and refuses longer and empty ones and more than 50 with 400', async () => {
    const id = await say(kate, 'Names');
    const longest = '👍'.repeat(100);
    const good = ['toString', 'hasOwnProperty', '__defineGetter__', 'line\nend', longest];
    const reactions = Object.fromEntries(good.map((name) => [name, ['Kevin']]));
    const { json } = await put(kevin, id, { reactions });
    expect(json.reactions).toEqual(good.map((name) => ({ [name]: ['Kevin'] })));
    for (const name of ['', 'a'.repeat(101), 'b'.repeat(10_240)]) {
      const answer = await put(kevin, id, { reactions: { [name]: ['Kevin'] } });
      expect([answer.status, answer.json]).toEqual([400, refusal(/reactions: a/)]);
    }
    const form = await putForm(kevin, id, [`reactions[${'b'.repeat(10_240)}][]`, 'Kevin']);
    expect([form.status, form.json.type]).toEqual([400, 'invalid_request']);
    const many = (from: number, to: number) =>
      Object.fromEntries(
        Array.from({ length: to - from }, (_, index) => [`n${from + index}`, ['Kevin']]),
      );
    expect((await put(kevin, id, { reactions: many(5, 50) })).status).toBe(200);
    const tooMany = await put(kevin, id, { reactions: many(50, 51) });
    expect([tooMany.status, tooMany.json]).toEqual([400, refusal(/50/)]);
    // Others have their own fifty.
    expect((await put(kate, id, { reactions: { n50: ['KateMcCallister'] } })).status).toBe(200);
    expect((await kate.send('GET', `/v1/messages/${id}`)).json.reactions).toHaveLength(51);
  });

  it('takes at most 100 different reactions on a message, and any number of who shares one', async () => {
    const people = await Promise.all(
      ['Fuller', 'Tracy', 'Uncle'].map((name) => newPerson(api, name)),
    );
    const [fuller, tracy, uncle] = people as [Person, Person, Person];
    const group = await newGroupConversation(api, [fuller, tracy, uncle]);
    const sent = { conversation_id: group, message: 'Many' };
    const id = (await fuller.send('POST', '/v1/messages', { body: sent })).json.id;
    const react = async (person: Person, from: number, to: number) => {
      const names = Array.from({ length: to - from }, (_, index) => `n${from + index}`);
      const reactions = Object.fromEntries(names.map((name) => [name, [person.username]]));
      return put(person, id, { reactions });
    };
    expect((await react(fuller, 0, 50)).status).toBe(200);
    expect((await react(tracy, 50, 100)).status).toBe(200);
    const refused = await react(uncle, 100, 101);
    expect([refused.status, refused.json]).toEqual([400, refusal(/at most 100 different/)]);
    expect((await react(uncle, 99, 100)).status).toBe(200);
  });

  it('two members reacting at once lose nothing', async () => {
    const id = await say(kate, 'At once');
    const names = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const answers = await Promise.all(
      names.flatMap((name) => [
        put(kate, id, { reactions: { [name]: ['KateMcCallister'] } }),
        put(kevin, id, { reactions: { [name]: ['Kevin'] } }),
        // What is changed at the same time is kept, too.
        put(kate, id, { message: `At once ${name}` }),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { json } = await kate.send('GET', `/v1/messages/${id}`);
    const sorted = json.reactions.map((each: Record<string, string[]>) =>
      Object.entries(each).map(([name, who]) => [name, who.toSorted()]),
    );
    expect(sorted.flat().toSorted()).toEqual(
      names.map((name) => [name, ['KateMcCallister', 'Kevin']]).toSorted(),
    );
    // The last event tells what is there in the end.
    const events = await eventsOf(id);
    expect(events.at(-1)?.data).toMatchObject({ message: json.message, reactions: json.reactions });
  });
});
