import * as fc from 'fast-check';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { holdLastActive, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import { readMessagingEvents } from '../../support/builders/stored/stored-messaging-events.ts';

let api: TestApi;
let kate: Person;
let kevin: Person;
let buzz: Person;
let stranger: Person;
let foreign: Person;
beforeAll(async () => {
  api = await startApi();
  kate = await newPerson(api, 'Kate');
  kevin = await newPerson(api, 'Kevin');
  buzz = await newPerson(api, 'Buzz');
  stranger = await newPerson(api, 'Stranger');
  foreign = await newPerson(api, 'Foreign', await api.newOrganization('foreign'));
  await holdLastActive(api);
});
afterAll(() => api.stop());

async function make(by: Person, body: object): Promise<any> {
  const { status, json } = await by.send('POST', '/v1/groups', { body });
  if (status !== 200) throw new Error(json.message);
  return json;
}

const namesOf = (group: any): string[] => group.contacts.map(({ username }: any) => username);

async function say(author: Person, conversation_id: string): Promise<string> {
  const body = { conversation_id, message: 'hello' };
  return (await author.send('POST', '/v1/messages', { body })).json.id;
}

async function unread(person: Person, conversation: string): Promise<number> {
  const { json } = await person.send('GET', `/v1/conversations/${conversation}`);
  return json.unread_count;
}

describe('"`POST /v1/groups` name*"', () => {
  it.each([
    ['URLSearchParams', () => new URLSearchParams()],
    ['FormData', () => new FormData()],
  ])(
    'makes a group and its conversation of %s, with contacts by id or username',
    async (_, form) => {
      const before = Math.floor(Date.now() / 1000);
      const sent = form();
      sent.append('name', 'McCallisters 🏠');
      sent.append('description', '');
      sent.append('avatar_url', 'https://example.com/house.jpg');
      for (const name of ['Buzz', kevin.id, buzz.id, 'Kate']) sent.append('contacts[]', name);
      const { status, json } = await kate.sendForm('POST', '/v1/groups', sent);
      expect(status).toBe(200);
      const { id, conversation_id: conversation, created_at: created, contacts, ...rest } = json;
      expect([id, conversation]).toEqual([
        expect.stringMatching(/^[0-9A-Za-z]{16}$/),
        expect.stringMatching(/^[0-9A-Za-z]{16}$/),
      ]);
      expect(Number.isInteger(created) && created >= before).toBe(true);
      expect(rest).toEqual({
        name: 'McCallisters 🏠',
        description: null,
        avatar_url: 'https://example.com/house.jpg',
        archived_at: null,
      });
      expect(namesOf(json)).toEqual(['Kate', 'Buzz', 'Kevin']);
      expect(contacts[2]).toEqual({
        id: kevin.id,
        username: 'Kevin',
        phone_number: kevin.phoneNumber,
        avatar_url: null,
        last_active_at: expect.any(Number),
        created_at: expect.any(Number),
      });
      for (const member of [kate, kevin, buzz]) {
        const { json: seen } = await member.send('GET', `/v1/conversations/${conversation}`);
        expect(seen).toMatchObject({ group_id: id, contact_id: null, unread_count: 0 });
        expect((await member.send('GET', `/v1/groups/${id}`)).json.name).toBe(json.name);
      }
      const [event] = await readMessagingEvents(api, id);
      expect(event).toEqual({
        type: 'group.created',
        conversationId: null,
        principal: `contact:${kate.id}`,
        data: json,
      });
      const [begun] = await readMessagingEvents(api, conversation);
      expect(begun).toMatchObject({ type: 'conversation.created', conversationId: conversation });
      expect(begun?.data).toMatchObject({ contact_ids: null, group_id: id });
    },
  );

  it('makes one of its maker alone, of JSON', async () => {
    for (const body of [{ name: 'Alone' }, { name: 'Alone', contacts: [] }]) {
      const group = await make(kevin, body);
      expect(namesOf(group)).toEqual(['Kevin']);
    }
  });

  it('takes usernames as they are told apart: in whatever case and composition', async () => {
    const names = ['KEVIN', 'kevin', '\uff22uzz'];
    expect(namesOf(await make(kate, { name: 'x', contacts: names }))).toEqual([
      'Kate',
      'Kevin',
      'Buzz',
    ]);
  });

  it('takes the id of one contact, and not the username of another that is spelt alike', async () => {
    const body = { username: kevin.id, phone_number: '12345' };
    await kate.send('POST', '/v1/contacts', { body });
    expect(namesOf(await make(kate, { name: 'x', contacts: [kevin.id] }))).toEqual([
      'Kate',
      'Kevin',
    ]);
  });

  it.each([
    [{}, 'name is required'],
    [{ name: '' }, 'name must not be empty'],
    [{ name: ' \t\u00a0' }, 'name must be more than blanks'],
    [{ name: '\u200b\u3164\u2800' }, 'name must be more than blanks'],
    [{ name: 'x', description: '  ' }, 'description must be more than blanks'],
    [{ name: 'x', contacts: [''] }, 'contacts[0] must not be empty'],
    [{ name: 'x', contacts: '' }, 'contacts must be a list'],
    [{ name: null }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'x', avatar_url: 'file:///etc/passwd' }, 'avatar_url'],
    [{ name: 'x', avatar_url: 'http://example.com:99999/x' }, 'avatar_url'],
    [{ name: 'x', contacts: 'Kevin' }, 'contacts'],
    [{ name: 'x', contacts: { Kevin: 1 } }, 'contacts'],
    [{ name: 'x', contacts: [7] }, 'contacts'],
    [{ name: 'x', contacts: ['nobody'] }, "no contact 'nobody'"],
    [{ name: 'x', contacts: Array.from({ length: 501 }, () => 'Kevin') }, '500'],
    [{ name: 'x', archived_at: 1 }, "unknown member 'archived_at'"],
  ])('refuses %.60j with 400', async (body, words) => {
    const { status, json } = await kate.send('POST', '/v1/groups', { body });
    expect([status, json.type]).toEqual([400, 'invalid_request']);
    expect(json.message).toContain(words);
  });

  it('knows no contacts of other organizations', async () => {
    for (const contact of [foreign.id, foreign.username]) {
      const body = { name: 'x', contacts: [contact] };
      expect((await kate.send('POST', '/v1/groups', { body })).status).toBe(400);
    }
  });
});

describe('"PUT name, description, avatar_url, contacts, archived_at"', () => {
  it('changes what is sent and keeps the rest', async () => {
    const group = await make(kate, { name: 'Paris', description: 'trip', contacts: ['Kevin'] });
    const path = `/v1/groups/${group.id}`;
    const form = new URLSearchParams({ name: 'Miami', archived_at: '705103200' });
    const renamed = await kate.sendForm('PUT', path, form);
    expect(renamed.status).toBe(200);
    expect(renamed.json).toEqual({ ...group, name: 'Miami', archived_at: 705103200 });
    const body = { description: null, archived_at: null };
    const cleared = await kate.send('PUT', path, { body });
    expect(cleared.json).toEqual({ ...group, name: 'Miami', ...body });
    expect((await kevin.send('GET', path)).json).toEqual(cleared.json);
    await kate.send('PUT', path, { body });
    await kate.send('PUT', path, { body: {} });
    const events = await readMessagingEvents(api, group.id);
    expect(events.map(({ type }) => type)).toEqual([
      'group.created',
      'group.updated',
      'group.updated',
    ]);
    expect(events[2]?.data).toEqual(cleared.json);
  });

  it.each([{ name: '' }, { name: null }, { archived_at: 'now' }, { id: 'x' }, { contacts: null }])(
    'refuses %j with 400',
    async (body) => {
      const group = await make(kate, { name: 'Paris' });
      const { status } = await kate.send('PUT', `/v1/groups/${group.id}`, { body });
      expect(status).toBe(400);
      expect((await kate.send('GET', `/v1/groups/${group.id}`)).json).toEqual(group);
    },
  );

  it('makes the contacts the members of the group and of its conversation, whatever they were before', async () => {
    const everybody = [kevin, buzz, stranger];
    const group = await make(kate, { name: 'Changing' });
    let members: Person[] = [kate];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([kate, ...everybody]),
        fc.boolean(),
        async (wanted, byName) => {
          const form = new URLSearchParams();
          for (const each of wanted) form.append('contacts[]', byName ? each.username : each.id);
          if (wanted.length === 0) form.append('contacts[]', '');
          const { status, json } = await kate.sendForm('PUT', `/v1/groups/${group.id}`, form);
          const others = members.filter((each) => each !== kate);
          const leaves =
            wanted.length === others.length && others.every((each) => wanted.includes(each));
          expect(status).toBe(leaves ? 400 : 200);
          if (leaves) return;
          const staying = members.filter((each) => each === kate || wanted.includes(each));
          const joining = wanted.filter((each) => !members.includes(each));
          members = [...staying, ...joining];
          expect(namesOf(json)).toEqual(members.map(({ username }) => username));
          for (const each of everybody) {
            const path = `/v1/conversations/${group.conversation_id}`;
            const status = members.includes(each) ? 200 : 404;
            expect((await each.send('GET', path)).status).toBe(status);
            expect((await each.send('GET', `/v1/groups/${group.id}`)).status).toBe(status);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('counts for newcomers only what is written after they came', async () => {
    const group = await make(kate, { name: 'Growing' });
    const path = `/v1/groups/${group.id}`;
    const conversation = group.conversation_id;
    const early = [await say(kate, conversation), await say(kate, conversation)];
    await kate.send('PUT', path, { body: { contacts: ['Kevin'] } });
    expect(await unread(kevin, conversation)).toBe(0);
    await say(kate, conversation);
    expect(await unread(kevin, conversation)).toBe(1);
    await kate.send('DELETE', `/v1/messages/${early[0]}`);
    expect(await unread(kevin, conversation)).toBe(1);
    await kate.send('PUT', path, { body: { contacts: [] } });
    await say(kate, conversation);
    await kate.send('PUT', path, { body: { contacts: ['Kevin', 'Buzz'] } });
    expect([await unread(kevin, conversation), await unread(buzz, conversation)]).toEqual([0, 0]);
    await say(kevin, conversation);
    expect([await unread(kevin, conversation), await unread(buzz, conversation)]).toEqual([0, 1]);
    await kate.send('DELETE', `/v1/messages/${early[1]}`);
    expect([await unread(kevin, conversation), await unread(buzz, conversation)]).toEqual([0, 1]);
  });

  it('lets a member leave by a list that lacks it alone, and nothing else', async () => {
    const group = await make(kate, { name: 'Leaving', contacts: ['Kevin', 'Buzz'] });
    const path = `/v1/groups/${group.id}`;
    for (const body of [
      { contacts: ['Kate', 'Kevin', 'Buzz'] },
      { contacts: ['Kate', 'Kevin'] },
      { contacts: ['Kate'] },
      { contacts: ['Buzz'] },
      { contacts: ['Kate', 'Buzz', 'Stranger'] },
      { contacts: ['Kate', 'Buzz'], name: 'Ours' },
      { name: 'Ours' },
      { archived_at: 1 },
    ]) {
      const { status } = await kevin.send('PUT', path, { body });
      expect([body, status]).toEqual([body, 403]);
    }
    expect((await kate.send('GET', path)).json).toEqual(group);
    const left = await kevin.send('PUT', path, { body: { contacts: [buzz.id, kate.id] } });
    expect(left.status).toBe(200);
    expect(namesOf(left.json)).toEqual(['Kate', 'Buzz']);
    expect((await kevin.send('GET', path)).status).toBe(404);
    const conversation = `/v1/conversations/${group.conversation_id}`;
    expect((await kevin.send('GET', conversation)).status).toBe(404);
    expect((await buzz.send('GET', conversation)).status).toBe(200);
  });
});

it('its maker cannot leave, alone or not, and is told so; it may still change the others', async () => {
  for (const others of [[], ['Kevin', 'Buzz']]) {
    const group = await make(kate, { name: 'Mine', contacts: others });
    const path = `/v1/groups/${group.id}`;
    const { status, json } = await kate.send('PUT', path, { body: { contacts: others } });
    expect([status, json.message]).toEqual([
      400,
      'You created the group and cannot leave it; delete the group instead.',
    ]);
    expect((await kate.send('GET', path)).json).toEqual(group);
    const named = { name: 'Still mine', contacts: others };
    expect((await kate.send('PUT', path, { body: named })).json.contacts).toEqual(group.contacts);
    const further = { contacts: [...others, 'Stranger'] };
    const { json: grown } = await kate.send('PUT', path, { body: further });
    expect(namesOf(grown)).toEqual(['Kate', ...others, 'Stranger']);
  }
});

describe('who may look at, change and delete a group', () => {
  it('members look; who made it changes and deletes; others get 404', async () => {
    const group = await make(kate, { name: 'Rights', contacts: ['Kevin'] });
    const path = `/v1/groups/${group.id}`;
    const body = { name: 'Changed' };
    const statuses = async (person: Person) => [
      (await person.send('GET', path)).status,
      (await person.send('PUT', path, { body })).status,
      (await person.send('DELETE', path)).status,
    ];
    expect(await statuses(stranger)).toEqual([404, 404, 404]);
    expect(await statuses(foreign)).toEqual([404, 404, 404]);
    expect(await statuses(kevin)).toEqual([200, 403, 403]);
    expect((await kevin.send('DELETE', `/v1/conversations/${group.conversation_id}`)).status).toBe(
      403,
    );
    expect((await kevin.send('GET', path)).json).toEqual(group);
    expect(await statuses(kate)).toEqual([200, 200, 200]);
    expect(await statuses(kate)).toEqual([404, 404, 404]);
  });
});

describe('"DELETE /v1/groups/:id deletes its conversation and itself"', () => {
  it('for all members, and former events tell nothing of it any more', async () => {
    const group = await make(kate, { name: 'A secret', contacts: ['Kevin'] });
    const message = await say(kevin, group.conversation_id);
    const { status, json } = await kate.send('DELETE', `/v1/groups/${group.id}`);
    expect([status, json]).toEqual([200, { id: group.id, deleted: true }]);
    for (const path of [
      `/v1/groups/${group.id}`,
      `/v1/conversations/${group.conversation_id}`,
      `/v1/messages/${message}`,
    ]) {
      expect([path, (await kevin.send('GET', path)).status]).toEqual([path, 404]);
    }
    const told = await readMessagingEvents(api, group.id);
    expect(told.map(({ type, data }) => [type, data])).toEqual([
      ['group.created', json],
      ['group.deleted', json],
    ]);
    const [, ended] = await readMessagingEvents(api, group.conversation_id);
    expect(ended).toMatchObject({
      type: 'conversation.deleted',
      conversationId: group.conversation_id,
    });
  });

  it('keeps a group whose conversation alone is deleted; a member begins another, which is its maker’s', async () => {
    const group = await make(kate, { name: 'Silent', contacts: ['Kevin'] });
    await kate.send('DELETE', `/v1/conversations/${group.conversation_id}`);
    const path = `/v1/groups/${group.id}`;
    expect((await kevin.send('GET', path)).json.conversation_id).toBeNull();
    await kate.send('PUT', path, { body: { contacts: ['Kevin', 'Buzz'] } });
    const body = { group_id: group.id };
    const { json: next } = await buzz.send('POST', '/v1/conversations', { body });
    expect((await kate.send('GET', path)).json.conversation_id).toBe(next.id);
    await say(kevin, next.id);
    expect(await unread(kate, next.id)).toBe(1);
    expect((await buzz.send('DELETE', `/v1/conversations/${next.id}`)).status).toBe(403);
    expect((await kate.send('DELETE', `/v1/conversations/${next.id}`)).status).toBe(200);
  });
});

describe('"GET /v1/groups"', () => {
  it('lists the groups of the caller, newest first, in pages of both directions', async () => {
    const lister = await newPerson(api, 'Lister');
    await holdLastActive(api);
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) {
      const by = n % 3 === 0 ? lister : kate;
      const group = await make(by, { name: `group ${n}`, contacts: [lister.id, 'Buzz'] });
      ids.unshift(group.id);
      if (n % 4 === 0) await by.send('PUT', `/v1/groups/${group.id}`, { body: { archived_at: 1 } });
    }
    const read = async (query: string) => {
      const { json } = await lister.send('GET', `/v1/groups?${query}`);
      return { ids: json.data.map(({ id }: any) => id), more: json.has_more, data: json.data };
    };
    expect(await read('')).toMatchObject({ ids: ids.slice(0, 10), more: true });
    expect(await read(`limit=5&starting_after=${ids[6]}`)).toMatchObject({
      ids: ids.slice(7),
      more: false,
    });
    expect(await read(`limit=5&ending_before=${ids[6]}`)).toMatchObject({
      ids: ids.slice(1, 6),
      more: true,
    });
    const [newest] = (await read('limit=1')).data;
    expect(newest).toEqual((await lister.send('GET', `/v1/groups/${ids[0]}`)).json);
    expect(namesOf(newest)).toEqual(['Kate', 'Lister', 'Buzz']);
    expect((await foreign.send('GET', '/v1/groups')).json).toEqual({ has_more: false, data: [] });
    const hidden = await make(kate, { name: 'Hidden' });
    for (const query of ['limit=0', 'starting_after=x', `ending_before=${hidden.id}`]) {
      expect((await lister.send('GET', `/v1/groups?${query}`)).status).toBe(400);
    }
  });
});
