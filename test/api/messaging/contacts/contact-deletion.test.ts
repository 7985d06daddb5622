import { deleteContact } from '../../../../commands/contacts/delete-contact.ts';
import { listContacts } from '../../../../db/tables/messaging/contacts.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { newConversation, newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { readMessagingEvents } from '../../../support/builders/stored/stored-messaging-events.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

let people = 0;

function somebody(): Promise<Person> {
  people += 1;
  return newPerson(api, `somebody ${people}`);
}

async function send(person: Person, path: string, body: object): Promise<any> {
  const { status, json } = await person.send('POST', path, { body });
  if (status !== 200) throw new Error(json.message);
  return json;
}

async function leave(person: Person): Promise<void> {
  const { status, json } = await person.send('DELETE', `/v1/contacts/${person.id}`);
  expect([status, json]).toEqual([200, { id: person.id, deleted: true }]);
}

const namesOf = (group: any): string[] => group.contacts.map(({ username }: any) => username);

describe('"DELETE also deletes the conversation"', () => {
  it('ends the tokens of the contact at once', async () => {
    const person = await somebody();
    expect((await person.send('GET', '/v1/contacts')).status).toBe(200);
    // The token is believed for five seconds; when they never pass, only the signal ends it.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    await leave(person);
    const isRefused = async () => {
      const answer = await person.send('GET', '/v1/contacts');
      return answer.status === 401 && answer;
    };
    const refused = await until('the token is refused', isRefused);
    jest.restoreAllMocks();
    expect(refused.json.type).toBe('invalid_request');
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    const tokens = await api.database.knex('contact_tokens').where({ contact_id: person.id });
    expect(tokens).toEqual([]);
  });

  it('takes its conversations with one other from those, and no others', async () => {
    const [gone, friend, third] = [await somebody(), await somebody(), await somebody()];
    const both = await newConversation(api, gone, friend);
    const kept = await newConversation(api, friend, third);
    const { id: message } = await send(friend, '/v1/messages', {
      conversation_id: both,
      message: 'x',
    });
    await leave(gone);
    expect((await friend.send('GET', `/v1/conversations/${both}`)).status).toBe(404);
    expect((await friend.send('GET', `/v1/messages/${message}`)).status).toBe(404);
    expect((await friend.send('GET', `/v1/contacts/${gone.id}`)).status).toBe(404);
    const { json } = await friend.send('GET', '/v1/conversations');
    expect(json.data.map(({ id }: any) => id)).toEqual([kept]);
    const { json: contacts } = await friend.send('GET', '/v1/contacts?limit=100');
    expect(contacts.data.map(({ id }: any) => id)).not.toContain(gone.id);
    const told = await readMessagingEvents(api, both);
    expect(told.map(({ type, conversationId }) => [type, conversationId])).toEqual([
      ['conversation.created', both],
      ['conversation.deleted', both],
    ]);
  });

  it('keeps what it wrote to groups, with its username and nothing else of it', async () => {
    const [gone, friend] = [await somebody(), await somebody()];
    const group = await send(friend, '/v1/groups', { name: 'Kept', contacts: [gone.id] });
    const conversation_id = group.conversation_id;
    const written = await send(gone, '/v1/messages', { conversation_id, message: 'stays' });
    const answered = await send(friend, '/v1/messages', { conversation_id, message: 'this too' });
    const reactions = { laughing: [gone.username] };
    await gone.send('PUT', `/v1/messages/${answered.id}`, { body: { reactions } });
    await leave(gone);
    const { json } = await friend.send('GET', `/v1/messages?conversation_id=${conversation_id}`);
    expect(json.data.map(({ message }: any) => message)).toEqual(['this too', 'stays']);
    expect(json.data[0].reactions).toEqual([]);
    expect(json.data[1]).toMatchObject({
      id: written.id,
      contact: { id: gone.id, username: gone.username, phone_number: null, avatar_url: null },
    });
    expect(namesOf((await friend.send('GET', `/v1/groups/${group.id}`)).json)).toEqual([
      friend.username,
    ]);
    const told = await readMessagingEvents(api, gone.id);
    expect(told.map(({ type, data }) => [type, data])).toEqual([
      ['contact.created', { id: gone.id, deleted: true }],
      ['contact.deleted', { id: gone.id, deleted: true }],
    ]);
  });

  it('leaves what it uploaded and sent nowhere to be removed', async () => {
    const [gone, friend] = [await somebody(), await somebody()];
    const upload = {
      organization_id: api.organizationId,
      position: 1,
      filename: 'x.txt',
      file_type: 'text/plain',
      storage_key: 'x',
      created_at: new Date(),
      stored_at: new Date(),
    };
    const uploads = [gone, friend].map(({ id }) => ({ ...upload, id, contact_id: id }));
    await api.database.knex('attachments').insert(uploads);
    await leave(gone);
    const rows = await api.database.knex('attachments').whereNotNull('removed_at').select('id');
    expect(rows).toEqual([{ id: gone.id }]);
  });

  it('frees its username', async () => {
    const gone = await somebody();
    await leave(gone);
    expect((await newPerson(api, gone.username)).id).not.toBe(gone.id);
  });

  it('gives groups that it made to who joined next, and ends those that it had for itself', async () => {
    const [gone, friend, third] = [await somebody(), await somebody(), await somebody()];
    const contacts = [friend.id, third.id];
    const group = await send(gone, '/v1/groups', { name: 'Inherited', contacts });
    const own = await send(gone, '/v1/groups', { name: 'Own' });
    const guest = await send(third, '/v1/groups', { name: 'Guest', contacts: [gone.id] });
    await leave(gone);
    const path = `/v1/groups/${group.id}`;
    const body = { name: 'Ours', contacts };
    expect((await third.send('PUT', path, { body })).status).toBe(403);
    const changed = await friend.send('PUT', path, { body });
    expect([changed.status, namesOf(changed.json)]).toEqual([
      200,
      [friend.username, third.username],
    ]);
    const conversation = `/v1/conversations/${group.conversation_id}`;
    expect((await third.send('DELETE', conversation)).status).toBe(403);
    expect((await friend.send('DELETE', conversation)).status).toBe(200);
    for (const [left, contacts] of [
      [group, [friend, third]],
      [guest, [third]],
    ] as const) {
      const told = await readMessagingEvents(api, left.id);
      const usernames = contacts.map(({ username }) => username);
      expect(told[1]).toMatchObject({ type: 'group.updated', principal: `contact:${gone.id}` });
      expect(told[1]?.data).toMatchObject({ id: left.id, name: left.name });
      expect(namesOf(told[1]?.data)).toEqual(usernames);
    }
    expect((await third.send('DELETE', `/v1/groups/${guest.id}`)).status).toBe(200);
    const [, ended, ...more] = await readMessagingEvents(api, own.id);
    expect([ended?.type, more]).toEqual(['group.deleted', []]);
    const [, silent] = await readMessagingEvents(api, own.conversation_id);
    expect(silent?.type).toBe('conversation.deleted');
  });

  it('does it all at once for a contact of many conversations', async () => {
    const gone = await somebody();
    const friends = [];
    for (let n = 0; n < 20; n++) {
      const friend = await somebody();
      friends.push(friend);
      await newConversation(api, gone, friend);
    }
    await leave(gone);
    for (const friend of friends) {
      expect((await friend.send('GET', '/v1/conversations')).json.data).toEqual([]);
    }
  });
});

describe('while others turn to the contact', () => {
  it('leaves no conversation with it, and no group that holds it', async () => {
    const friend = await somebody();
    for (let round = 0; round < 8; round++) {
      const gone = await somebody();
      const began = friend.send('POST', '/v1/conversations', { body: { contact_id: gone.id } });
      const body = { name: 'Both', contacts: [gone.id] };
      const [talk, group] = await Promise.all([
        began,
        friend.send('POST', '/v1/groups', { body }),
        leave(gone),
      ]);
      expect([200, 404]).toContain(talk.status);
      expect([200, 400]).toContain(group.status);
      const { json } = await friend.send('GET', '/v1/conversations?limit=100');
      expect(json.data.filter((each: any) => each.contact_id !== null)).toEqual([]);
      const { json: groups } = await friend.send('GET', '/v1/groups');
      for (const each of groups.data) expect(namesOf(each)).toEqual([friend.username]);
    }
  });
});

describe('for the organization', () => {
  it('its keys delete any contact of it, and none of another', async () => {
    const [person, viewer] = [await somebody(), await somebody()];
    const foreign = await newPerson(api, 'Foreign', await api.newOrganization('foreign'));
    const noPerson = { teamId: undefined, email: undefined };
    const principal = {
      organizationId: api.organizationId,
      name: 'api-key:x',
      scope: 'organization',
      ...noPerson,
    } as const;
    const request = { principal, requestId: undefined, now: new Date() };
    await deleteContact(api.database, { ...request, id: person.id });
    expect((await viewer.send('GET', `/v1/contacts/${person.id}`)).status).toBe(404);
    const attempt = deleteContact(api.database, { ...request, id: foreign.id });
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
    expect((await foreign.send('GET', `/v1/contacts/${foreign.id}`)).status).toBe(200);
    const page = { limit: 100, before: undefined, after: undefined };
    const listed = await listContacts(api.database.knex, api.organizationId, page);
    expect(listed[0]).toMatchObject({ id: viewer.id, conversationId: null });
    expect(listed.map(({ id }) => id)).not.toContain(foreign.id);
  });
});
