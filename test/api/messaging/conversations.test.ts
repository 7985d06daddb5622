import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import { readMessagingEvents } from '../../support/builders/stored/stored-messaging-events.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let kate: Person;
let kevin: Person;
let stranger: Person;
let foreign: Person;
beforeAll(async () => {
  api = await startApi();
  kate = await newPerson(api, 'Kate');
  kevin = await newPerson(api, 'Kevin');
  stranger = await newPerson(api, 'Stranger');
  foreign = await newPerson(api, 'Foreign', await api.newOrganization('foreign'));
});
afterAll(() => api.stop());

let people = 0;

/** A person that has no conversation yet. */
function somebody(): Promise<Person> {
  people += 1;
  return newPerson(api, `somebody ${people}`);
}

async function say(author: Person, conversation_id: string, message = 'hello'): Promise<string> {
  const body = { conversation_id, message };
  const { status, json } = await author.send('POST', '/v1/messages', { body });
  if (status !== 200) throw new Error(json.message);
  return json.id;
}

async function get(person: Person, id: string): Promise<any> {
  return (await person.send('GET', `/v1/conversations/${id}`)).json;
}

const seconds = (): number => Math.floor(Date.now() / 1000);

describe('"POST contact_id or group_id (one required)"', () => {
  it.each([
    ['URLSearchParams', () => new URLSearchParams()],
    ['FormData', () => new FormData()],
  ])('begins a conversation with a contact by %s, and answers it again', async (_, form) => {
    const [one, other] = [await somebody(), await somebody()];
    const before = seconds();
    const sent = form();
    sent.append('contact_id', other.id);
    sent.append('group_id', '');
    const { status, json } = await one.sendForm('POST', '/v1/conversations', sent);
    expect(status).toBe(200);
    const { id, created_at: created, ...rest } = json;
    expect(id).toMatch(/^[0-9A-Za-z]{16}$/);
    expect(Number.isInteger(created) && created >= before && created <= seconds()).toBe(true);
    expect(rest).toEqual({
      contact_id: other.id,
      group_id: null,
      pinned_message_id: null,
      is_pinned: false,
      is_muted: false,
      unread_count: 0,
      last_active_at: created,
      last_opened_at: null,
      archived_at: null,
    });
    const again = await one.sendForm('POST', '/v1/conversations', sent);
    expect([again.status, again.json]).toEqual([200, json]);
    const body = { contact_id: one.id, group_id: null };
    const back = await other.send('POST', '/v1/conversations', { body });
    expect([back.status, back.json]).toEqual([200, { ...json, contact_id: one.id }]);
    const events = await readMessagingEvents(api, id);
    const told = {
      id,
      contact_ids: [one.id, other.id].toSorted(),
      group_id: null,
      pinned_message_id: null,
      last_active_at: created,
      created_at: created,
    };
    expect(events).toMatchObject([{ type: 'conversation.created', conversationId: id }]);
    expect(events[0]?.data).toEqual(told);
  });

  it('gives both one conversation when they begin it at once', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = [await somebody(), await somebody()] as const;
      const answers = await Promise.all(
        [0, 1, 0, 1, 0, 1].map((n) => {
          const body = { contact_id: pair[1 - n]?.id };
          return pair[n as 0 | 1].send('POST', '/v1/conversations', { body });
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
      const { json } = await pair[0].send('GET', '/v1/conversations');
      expect(json.data).toHaveLength(1);
    }
  });

  it('refuses neither, both, oneself and other members with 400', async () => {
    for (const body of [
      {},
      { contact_id: null },
      { contact_id: '', group_id: '' },
      { contact_id: kevin.id, group_id: kevin.id },
      { contact_id: kate.id },
      { contact_id: [kevin.id] },
      { contact_id: 'x'.repeat(100) },
      { contact_id: kevin.id, is_muted: true },
    ]) {
      const { status, json } = await kate.send('POST', '/v1/conversations', { body });
      expect([body, status, json.type]).toEqual([body, 400, 'invalid_request']);
    }
  });

  it('knows no contacts of other organizations, no unknown ones, and no groups of others: 404', async () => {
    const wish = { name: 'Not for strangers', contacts: [kevin.id] };
    const { json: group } = await kate.send('POST', '/v1/groups', { body: wish });
    for (const [person, body] of [
      [kate, { contact_id: 'unknown' }],
      [kate, { contact_id: foreign.id }],
      [kate, { contact_id: kate.username }],
      [kate, { group_id: 'unknown' }],
      [stranger, { group_id: group.id }],
      [foreign, { group_id: group.id }],
    ] as const) {
      const { status } = await person.send('POST', '/v1/conversations', { body });
      expect([body, status]).toEqual([body, 404]);
    }
    for (const member of [kate, kevin]) {
      const answer = await member.send('POST', '/v1/conversations', {
        body: { group_id: group.id },
      });
      expect([answer.status, answer.json.id]).toEqual([200, group.conversation_id]);
      expect(answer.json).toMatchObject({ group_id: group.id, contact_id: null });
    }
  });
});

describe('"last_opened_at"', () => {
  it('is recorded once GET has been answered, for the caller alone, and not by HEAD or lists', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const id = await newConversation(api, one, other);
    expect((await one.send('HEAD', `/v1/conversations/${id}`)).status).toBe(200);
    const listed = async (person: Person) =>
      (await person.send('GET', '/v1/conversations')).json.data[0].last_opened_at;
    expect(await listed(one)).toBeNull();
    const before = seconds();
    expect((await get(one, id)).last_opened_at).toBeNull();
    const opened = await until('it was noted', async () => (await listed(one)) ?? undefined);
    expect(opened >= before && opened <= seconds()).toBe(true);
    expect(await listed(other)).toBeNull();
    expect(await readMessagingEvents(api, id)).toHaveLength(1);
  });
});

describe('"PUT pinned_message_id, is_pinned, is_muted, archived_at"', () => {
  it('changes how it looks to the caller alone, by texts of forms and by JSON', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const id = await newConversation(api, one, other);
    const path = `/v1/conversations/${id}`;
    const form = new URLSearchParams({
      is_pinned: 'true',
      is_muted: '1',
      archived_at: '705103200',
    });
    const { status, json } = await one.sendForm('PUT', path, form);
    expect(status).toBe(200);
    expect(json).toMatchObject({ is_pinned: true, is_muted: true, archived_at: 705103200 });
    expect(await get(one, id)).toMatchObject({ is_muted: true, archived_at: 705103200 });
    expect(await get(other, id)).toMatchObject({
      is_pinned: false,
      is_muted: false,
      archived_at: null,
    });
    const back = new FormData();
    back.append('is_pinned', 'false');
    back.append('is_muted', '0');
    back.append('archived_at', '');
    expect((await one.sendForm('PUT', path, back)).json).toMatchObject({
      is_pinned: false,
      is_muted: false,
      archived_at: null,
    });
    const body = { is_muted: true, archived_at: 1 };
    expect((await one.send('PUT', path, { body })).json).toMatchObject(body);
    const undone = await one.send('PUT', path, { body: { archived_at: null } });
    expect(undone.json).toMatchObject({ is_muted: true, archived_at: null });
  });

  it('tells webhooks of it and no other member; what is pinned for all tells nothing of one of them', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const id = await newConversation(api, one, other);
    const message = await say(other, id);
    const path = `/v1/conversations/${id}`;
    await one.send('PUT', path, { body: { is_muted: true } });
    await one.send('PUT', path, { body: { is_muted: true } });
    await one.send('PUT', path, { body: { pinned_message_id: message } });
    const [, muted, pinned, ...others] = await readMessagingEvents(api, id);
    expect(others).toEqual([]);
    const contact_ids = [one.id, other.id].toSorted();
    expect(muted).toMatchObject({
      type: 'conversation.updated',
      conversationId: null,
      principal: `contact:${one.id}`,
      data: { id, contact_ids, member_id: one.id, is_muted: true, unread_count: 1 },
    });
    expect(pinned?.conversationId).toBe(id);
    const members = ['id', 'contact_ids', 'group_id', 'pinned_message_id', 'last_active_at'];
    expect(Object.keys(pinned?.data).sort()).toEqual([...members, 'created_at'].sort());
    expect(pinned?.data.pinned_message_id).toBe(message);
    await other.send('PUT', path, { body: { pinned_message_id: null } });
    const { data } = (await readMessagingEvents(api, id)).at(-1) ?? {};
    expect(data).toEqual({ ...pinned?.data, pinned_message_id: null });
  });

  it('pins a message of the conversation for all members, until somebody unpins or deletes it', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const id = await newConversation(api, one, other);
    const path = `/v1/conversations/${id}`;
    const message = await say(one, id);
    const pinned = async () => (await get(one, id)).pinned_message_id;
    const form = new URLSearchParams({ pinned_message_id: message });
    expect((await other.sendForm('PUT', path, form)).json.pinned_message_id).toBe(message);
    expect(await pinned()).toBe(message);
    const empty = new URLSearchParams({ pinned_message_id: '' });
    expect((await one.sendForm('PUT', path, empty)).json.pinned_message_id).toBeNull();
    await other.send('PUT', path, { body: { pinned_message_id: message } });
    await other.send('PUT', path, { body: { pinned_message_id: null } });
    expect(await pinned()).toBeNull();
    await other.send('PUT', path, { body: { pinned_message_id: message } });
    await one.send('DELETE', `/v1/messages/${message}`);
    expect(await pinned()).toBeNull();
  });

  it.each([
    { pinned_message_id: 7 },
    { is_pinned: 'maybe' },
    { is_pinned: null },
    { is_muted: 1 },
    { is_muted: '' },
    { archived_at: 'now' },
    { archived_at: -1 },
    { archived_at: 1.5 },
    { archived_at: 8_640_000_000_001 },
    { archived_at: true },
    { unread_count: 0 },
    { last_opened_at: 1 },
    { is_muted: true, group_id: 'x' },
  ])('refuses %j with 400, and nothing of it is done', async (body) => {
    const id = await newConversation(api, kate, await somebody());
    const before = await get(kate, id);
    const { status, json } = await kate.send('PUT', `/v1/conversations/${id}`, { body });
    expect([status, json.type]).toEqual([400, 'invalid_request']);
    const { last_opened_at: _, ...after } = await get(kate, id);
    expect(before).toMatchObject(after);
  });

  it('refuses to pin an unknown message, or one of another conversation, with 404, with what else the PUT wanted', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const id = await newConversation(api, one, other);
    const elsewhere = await say(one, await newConversation(api, one, await somebody()));
    for (const pinned_message_id of [elsewhere, 'unknown']) {
      const body = { pinned_message_id, is_muted: true };
      const { status, json } = await one.send('PUT', `/v1/conversations/${id}`, { body });
      expect([status, json.type]).toEqual([404, 'invalid_request']);
    }
    expect(await get(one, id)).toMatchObject({ pinned_message_id: null, is_muted: false });
  });

  it('names what can be changed', async () => {
    const id = await newConversation(api, kate, await somebody());
    const body = { last_active_at: 1 };
    const { json } = await kate.send('PUT', `/v1/conversations/${id}`, { body });
    expect(json.message).toBe(
      "'last_active_at' cannot be changed; change pinned_message_id, is_pinned, is_muted, archived_at.",
    );
  });
});

describe('who may look at, change and delete a conversation', () => {
  it('members look and change, who began it deletes; others get 404', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const body = { contact_id: other.id };
    const { json } = await one.send('POST', '/v1/conversations', { body });
    const path = `/v1/conversations/${json.id}`;
    const put = { body: { is_muted: true } };
    for (const outsider of [stranger, foreign]) {
      expect((await outsider.send('GET', path)).status).toBe(404);
      expect((await outsider.send('PUT', path, put)).status).toBe(404);
      expect((await outsider.send('DELETE', path)).status).toBe(404);
    }
    expect((await other.send('PUT', path, put)).status).toBe(200);
    expect((await other.send('DELETE', path)).status).toBe(403);
    expect((await other.send('GET', path)).status).toBe(200);
    const deleted = await one.send('DELETE', path);
    expect([deleted.status, deleted.json]).toEqual([200, { id: json.id, deleted: true }]);
  });
});

describe('"DELETE removes all messages"', () => {
  it('takes the conversation and its messages from all members at once; a new one begins empty', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const body = { contact_id: other.id };
    const { json: former } = await one.send('POST', '/v1/conversations', { body });
    const message = await say(other, former.id, 'a secret');
    await one.send('PUT', `/v1/conversations/${former.id}`, {
      body: { pinned_message_id: message },
    });
    await one.send('DELETE', `/v1/conversations/${former.id}`);
    for (const member of [one, other]) {
      expect((await member.send('GET', `/v1/conversations/${former.id}`)).status).toBe(404);
      expect((await member.send('DELETE', `/v1/conversations/${former.id}`)).status).toBe(404);
      expect((await member.send('GET', `/v1/messages/${message}`)).status).toBe(404);
      expect((await member.send('GET', '/v1/conversations')).json.data).toEqual([]);
      expect((await member.send('GET', '/v1/messages')).json.data).toEqual([]);
    }
    const told = await readMessagingEvents(api, former.id);
    const gone = { id: former.id, deleted: true };
    expect(told.map(({ type, data }) => [type, data])).toEqual([
      ['conversation.created', gone],
      ['conversation.updated', gone],
      ['conversation.deleted', gone],
    ]);
    const { json: next } = await one.send('POST', '/v1/conversations', { body });
    expect(next.id).not.toBe(former.id);
    expect(next).toMatchObject({ unread_count: 0, pinned_message_id: null });
  });
});

describe('"unread counts on conversations"', () => {
  it('count what others wrote and the contact has not read', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const id = await newConversation(api, one, other);
    const messages = [];
    for (let n = 0; n < 3; n++) messages.push(await say(one, id));
    await say(other, id);
    const unread = async (person: Person) =>
      (await person.send('GET', '/v1/conversations')).json.data[0].unread_count;
    expect([await unread(one), await unread(other)]).toEqual([1, 3]);
    await other.send('GET', `/v1/messages/${messages[0]}`);
    await until('it counts as read', async () => (await unread(other)) === 2);
    await one.send('DELETE', `/v1/messages/${messages[1]}`);
    expect([await unread(one), await unread(other)]).toEqual([1, 1]);
    expect((await get(other, id)).unread_count).toBe(1);
  });
});
