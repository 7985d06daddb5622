import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { newPerson } from '../../support/builders/messaging/messaging.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { talkingPeople } from '../../support/builders/messaging/talking-people.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const { at, openPage, talk, say } = talkingPeople(() => api);

describe('the people to write to', () => {
  it('are those who have signed in and contacts of programs, by name, in pages', async () => {
    const me = await openPage('me@directory.example.com', 'Me Myself');
    await signInAsPerson(api, 'zoe@directory.example.com', { name: 'Zoe Directory' });
    const yan = await openPage('yan@directory.example.com', 'Yan Directory');
    await newPerson(api, 'Directory bot');
    const path = '/ui/messaging/people?q=DIRECTORY&size=2';
    const first = await at(me.headers, 'GET', path);
    const link = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const next = await at(me.headers, 'GET', link.slice(api.address.length));
    const all = [...first.json, ...next.json];
    expect(all.map(({ name }) => name)).toEqual([
      'Directory bot',
      'Yan Directory',
      'Zoe Directory',
    ]);
    expect(all).toMatchObject([
      { personId: null, email: null, conversationId: null },
      { contactId: yan.contact.id, email: 'yan@directory.example.com', username: 'yan' },
      { contactId: null, username: null, email: 'zoe@directory.example.com' },
    ]);
    const zoe = `/ui/messaging/people/${all[2].personId}/contact`;
    const made = await at(me.headers, 'POST', zoe);
    const conversation = await talk(me, made.json.id);
    const found = await at(me.headers, 'GET', '/ui/messaging/people?q=zoe');
    expect(found.json).toMatchObject([
      { contactId: made.json.id, conversationId: conversation, name: 'Zoe Directory' },
    ]);
    const unknown = await at(me.headers, 'POST', '/ui/messaging/people/x/contact');
    expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found']);
  });
});

describe('members who have never signed in', () => {
  const members = [
    { name: 'Edda Lund', emailAddress: 'Edda@Members.example.com', role: 'Owner' },
    { name: 'Piet Koster', emailAddress: 'piet@members.example.com', role: 'Viewer' },
  ];
  const find = async (headers: Record<string, string>, words: string) =>
    (await at(headers, 'GET', `/ui/messaging/people?q=${words}`)).json;

  it('are found by name and address, and read later what others wrote to them', async () => {
    await api.send('PUT', '/api/teams/members', { body: team('members', { members }) });
    const me = await openPage('me@members.example.com', 'Me');
    const both = await find(me.headers, 'members');
    expect(both).toMatchObject([
      { contactId: null, personId: null, name: 'Edda Lund', email: 'edda@members.example.com' },
      { contactId: null, personId: null, name: 'Piet Koster', email: 'piet@members.example.com' },
    ]);
    expect(await find(me.headers, 'EDDA%20L')).toEqual([both[0]]);
    const path = '/ui/messaging/people/edda@members.example.com/contact';
    const made = await Promise.all([1, 2, 3].map(() => at(me.headers, 'POST', path)));
    const [{ json: contact }] = made as [(typeof made)[0]];
    expect(made.map(({ json }) => json)).toEqual([contact, contact, contact]);
    expect(contact).toMatchObject({ username: 'edda', name: 'Edda Lund' });
    await say(me, await talk(me, contact.id), 'Welcome');
    const edda = await openPage('edda@members.example.com');
    expect(edda.contact).toEqual(contact);
    const { json } = await at(edda.headers, 'GET', '/ui/messaging/conversations');
    expect(json).toMatchObject([{ name: 'Me', unreadCount: 1 }]);
    expect((await at(edda.headers, 'GET', '/ui/me')).json.name).toBe('Edda Lund');
  });

  it('are not made of addresses that no team names', async () => {
    const me = await openPage('me@members.example.com');
    const stranger = 'stranger@members.example.com';
    const unknown = `/ui/messaging/people/${stranger}/contact`;
    const { status, json } = await at(me.headers, 'POST', unknown);
    expect([status, json.code]).toEqual([404, 'not_found']);
    expect(await api.database.knex('people').where({ email: stranger })).toEqual([]);
  });
});

it('lists people without a contact also to people without one', async () => {
  const headers = await signInAsPerson(api, 'new.one@unwritten.example.com');
  await signInAsPerson(api, 'other@unwritten.example.com');
  const found = await at(headers, 'GET', '/ui/messaging/people?q=unwritten');
  expect(found.json).toMatchObject([{ contactId: null, email: 'other@unwritten.example.com' }]);
});
