import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { openEvents } from '../../support/http/server-sent-events.ts';
import { newPerson } from '../../support/builders/messaging/messaging.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { talkingPeople } from '../../support/builders/messaging/talking-people.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { maxScannedMessages } from '../../../db/views/messaging/message-search.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const { at, v1, openPage, talk, say } = talkingPeople(() => api);

describe('the contact of the signed-in person', () => {
  it('is created with the first token, once, also by requests at the same time', async () => {
    const headers = await signInAsPerson(api, 'noor.hakvoort@example.com', { name: 'Noor' });
    const before = await at(headers, 'GET', '/ui/messaging/contact');
    expect(before.json).toEqual({
      contact: null,
      canMessage: true,
      because: null,
      unreadConversations: 0,
      unreadMessages: 0,
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => at(headers, 'POST', '/ui/messaging/token')),
    );
    const contacts = answers.map(({ json }) => json.contact);
    expect(new Set(contacts.map(({ id }) => id)).size).toBe(1);
    expect(contacts[0]).toEqual({
      id: expect.stringMatching(/^\w{16}$/),
      username: 'noor.hakvoort',
      name: 'Noor',
      avatarUrl: null,
    });
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
    const after = await at(headers, 'GET', '/ui/messaging/contact');
    expect(after.json.contact).toEqual(contacts[0]);
    const shown = await v1(answers[0]?.json.token, 'GET', `/contacts/${contacts[0].id}`);
    expect(shown.json).toMatchObject({ display_name: 'Noor', phone_number: null });
  });

  it('gets another username if the first one is in use', async () => {
    await newPerson(api, 'Info');
    const one = await openPage('info@one.example.com');
    const other = await openPage('info@two.example.com');
    const nameless = await openPage('!@example.com');
    expect([one, other, nameless].map(({ contact }) => contact)).toMatchObject([
      { username: 'info2', name: 'info2' },
      { username: 'info3' },
      { username: 'person' },
    ]);
  });

  it('is not there for sessions of API keys', async () => {
    const headers = await signIn(api);
    const { json } = await at(headers, 'GET', '/ui/messaging/contact');
    expect(json).toMatchObject({ contact: null, canMessage: false });
    const refused = await at(headers, 'POST', '/ui/messaging/token');
    expect([refused.status, refused.json.code, refused.json.detail]).toEqual([
      403,
      'permission_denied',
      json.because,
    ]);
  });

  it('is created again after it was deleted', async () => {
    const first = await openPage('again@example.com');
    await api.send('DELETE', `/api/messaging/contacts/${first.contact.id}`);
    expect((await v1(first.token, 'GET', '/conversations')).status).toBe(401);
    const { json } = await at(first.headers, 'POST', '/ui/messaging/token');
    expect(json.contact).toMatchObject({ username: 'again' });
    expect(json.contact.id).not.toBe(first.contact.id);
  });
});

describe('the unread messages of the frame', () => {
  it('counts those of others, without muted and archived conversations', async () => {
    const ada = await openPage('ada.counts@example.com');
    const keys = await signIn(api);
    const headers = await signInAsPerson(api, 'grace.counts@example.com');
    const counted = async (cookie: Record<string, string>) =>
      (await at(cookie, 'GET', '/ui/me')).json.counters.messages;
    expect([await counted(keys), await counted(headers)]).toEqual([null, null]);
    const grace = await openPage('grace.counts@example.com');
    expect(await counted(headers)).toBe(0);
    const conversation = await talk(ada, grace.contact.id);
    for (const text of ['one', 'two']) await say(ada, conversation, text);
    expect([await counted(headers), await counted(ada.headers)]).toEqual([2, 0]);
    await v1(grace.token, 'PUT', `/conversations/${conversation}`, { is_muted: true });
    expect(await counted(headers)).toBe(0);
  });
});

describe('the names of contacts', () => {
  it('are those of the people who write as them, also when they have changed', async () => {
    const ada = await openPage('ada.named@example.com');
    const grace = await openPage('grace.named@example.com');
    const conversation = await talk(ada, grace.contact.id);
    await say(grace, conversation, 'Postcodes');
    const namesOf = async () => {
      const [listed, shown, found] = await Promise.all(
        ['', `/${conversation}`, `/${conversation}/search?q=postcodes`].map(
          async (part) => (await at(ada.headers, 'GET', `/ui/messaging/conversations${part}`)).json,
        ),
      );
      const [first] = listed;
      const member = shown.members.find(({ isMe }: { isMe: boolean }) => !isMe);
      return [first.name, first.lastMessage.authorName, member.name, found.matches[0].authorName];
    };
    expect(await namesOf()).toEqual(Array.from({ length: 4 }, () => 'grace.named'));
    await signInAsPerson(api, 'grace.named@example.com', { name: 'Grace Hopper' });
    expect(await namesOf()).toEqual(Array.from({ length: 4 }, () => 'Grace Hopper'));
  });
});

describe('a token of a session', () => {
  it('works for 15 minutes, never longer than the session, and is in no list', async () => {
    const page = await openPage('short@example.com');
    const { json } = await at(page.headers, 'POST', '/ui/messaging/token');
    const left = Date.parse(json.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(14 * 60_000);
    expect(left).toBeLessThanOrEqual(15 * 60_000);
    const listed = await api.send('GET', `/api/messaging/tokens?contactId=${page.contact.id}`);
    expect(listed.json).toEqual([]);
    const soon = new Date(Date.now() + 60_000);
    await api.database.knex('ui_sessions').update({ expires_at: soon });
    const last = await at(page.headers, 'POST', '/ui/messaging/token');
    expect(last.json.expiresAt).toBe(soon.toISOString());
  });

  it('ends with the session at once, with its stream; other sessions continue', async () => {
    const page = await openPage('leaving@example.com');
    const other = await openPage('leaving@example.com');
    const [mine, theirs] = [page, other].map(({ token }) => ({
      authorization: `Bearer ${token}`,
    }));
    const place = { port: api.port, path: '/v1/messages/stream' };
    const client = await openEvents(place, '', mine ?? {});
    const follower = await openEvents(place, '', theirs ?? {});
    expect((await v1(page.token, 'GET', '/conversations')).status).toBe(200);
    expect((await at(page.headers, 'DELETE', '/ui/session')).status).toBe(204);
    // Other processes, and this one, learn it by a signal.
    await until('the token ends', async () => {
      const { status } = await v1(page.token, 'GET', '/conversations');
      return status === 401;
    });
    await until('the stream ends', () => client.ended());
    expect((await v1(other.token, 'GET', '/conversations')).status).toBe(200);
    expect(follower.ended()).toBeFalsy();
    follower.close();
    const left = await api.database.knex('contact_tokens').where({ contact_id: page.contact.id });
    expect(left).toHaveLength(1);
  });

  it('replaces expired tokens of its session', async () => {
    const page = await openPage('often@example.com');
    const tokens = () => api.database.knex('contact_tokens').where({ contact_id: page.contact.id });
    await tokens().update({ expires_at: new Date(Date.now() - 1000) });
    await at(page.headers, 'POST', '/ui/messaging/token');
    expect(await tokens()).toHaveLength(1);
  });
});

describe('conversations for pages', () => {
  it('are listed with names, last messages and unread counts, pinned ones first', async () => {
    const ada = await openPage('ada@example.com', 'Ada');
    const bob = await openPage('bob@example.com', 'Bob');
    const cem = await openPage('cem@example.com', 'Cem');
    const withBob = await talk(ada, bob.contact.id);
    const withCem = await talk(ada, cem.contact.id);
    const group = { name: 'Shop data', contacts: [bob.contact.id, cem.contact.id] };
    const { conversation_id: ofGroup } = (await v1(ada.token, 'POST', '/groups', group)).json;
    await say(bob, withBob, 'One');
    await say(bob, withBob, 'Two');
    await say(cem, ofGroup, 'Hello all');
    await v1(ada.token, 'PUT', `/conversations/${withCem}`, { is_pinned: true });

    const list = '/ui/messaging/conversations';
    const { json } = await at(ada.headers, 'GET', list);
    expect(json).toMatchObject([
      { id: withCem, name: 'Cem', isPinned: true, lastMessage: null, memberCount: 2 },
      {
        id: ofGroup,
        name: 'Shop data',
        unreadCount: 1,
        memberCount: 3,
        lastMessage: { text: 'Hello all', authorName: 'Cem', attachmentCount: 0 },
      },
      { id: withBob, name: 'Bob', unreadCount: 2, lastMessage: { text: 'Two' } },
    ]);
    const self = await at(ada.headers, 'GET', '/ui/messaging/contact');
    expect(self.json).toMatchObject({ unreadConversations: 2, unreadMessages: 3 });
    const seen: string[] = [];
    for (let path = `${list}?size=1`; path !== '';) {
      const page = await at(ada.headers, 'GET', path);
      seen.push(...page.json.map(({ id }: { id: string }) => id));
      const link = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
      path = link?.slice(api.address.length) ?? '';
    }
    expect(seen).toEqual([withCem, ofGroup, withBob]);
    await v1(ada.token, 'PUT', `/conversations/${withBob}`, { archived_at: 1_700_000_000 });
    const names = async (query: string) =>
      (await at(ada.headers, 'GET', `${list}?${query}`)).json.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('show=archived')).toEqual(['Bob']);
    expect(await names('show=unread')).toEqual(['Shop data']);
    expect(await names('q=SHOP')).toEqual(['Shop data']);
    const bad = await at(ada.headers, 'GET', `${list}?after=x`);
    expect([bad.status, bad.json.code]).toEqual([400, 'bad_request']);

    const detail = await at(bob.headers, 'GET', `${list}/${ofGroup}`);
    expect(detail.json).toMatchObject({
      name: 'Shop data',
      members: [
        { name: 'Ada', email: 'ada@example.com', isMe: false, isCreator: true },
        { name: 'Bob', isMe: true, isCreator: false },
        { name: 'Cem' },
      ],
      may: { changeGroup: false, leave: true, delete: false },
    });
    const own = await at(ada.headers, 'GET', `${list}/${ofGroup}`);
    expect(own.json.may).toEqual({ changeGroup: true, leave: false, delete: true });
    const foreign = await at(cem.headers, 'GET', `${list}/${withBob}`);
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found']);
  });

  it('are searched from new to old, in parts, as plain text', async () => {
    const [dee, eli] = [
      await openPage('dee@example.com', 'Dee'),
      await openPage('eli@example.com'),
    ];
    const conversation = await talk(dee, eli.contact.id);
    await say(dee, conversation, `50%_of the ÄPFEL ${'x'.repeat(500)}`);
    await say(eli, conversation, 'no match');
    await say(dee, conversation, '<b>äpfel</b> again');
    const path = `/ui/messaging/conversations/${conversation}/search`;
    const { json } = await at(eli.headers, 'GET', `${path}?q=${encodeURIComponent('äpfel')}`);
    expect(json.matches).toMatchObject([
      { excerpt: '<b>äpfel</b> again', authorName: 'Dee' },
      { excerpt: expect.stringMatching(/^50%_of the ÄPFEL x+…$/) },
    ]);
    expect((await at(eli.headers, 'GET', `${path}?q=%25_`)).json.matches).toHaveLength(1);
    const one = await at(eli.headers, 'GET', `${path}?q=p&size=1`);
    expect(one.headers.get('link')).toMatch(/after=\d+/);
    const stranger = await openPage('fay@example.com');
    expect((await at(stranger.headers, 'GET', `${path}?q=a`)).status).toBe(404);
  });

  it('answer a search of a long conversation in parts of a bounded size', async () => {
    const [gil, hal] = [await openPage('gil@example.com'), await openPage('hal@example.com')];
    const conversation = await talk(gil, hal.contact.id);
    const needle = await say(gil, conversation, 'needle');
    const { knex } = api.database;
    await knex.raw(
      `insert into messages (organization_id, id, position, created_at, conversation_id, contact_id, message)
      select :organization, 'fill' || n, 1000000 + n, now(), :conversation, :contact, 'hay'
      from generate_series(1, :count::int) n`,
      {
        organization: api.organizationId,
        conversation,
        contact: gil.contact.id,
        count: maxScannedMessages,
      },
    );
    const path = `/ui/messaging/conversations/${conversation}/search?q=needle`;
    const first = await at(hal.headers, 'GET', path);
    expect(first.json.matches).toEqual([]);
    const link = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const next = await at(hal.headers, 'GET', link.slice(api.address.length));
    expect(next.json.matches).toMatchObject([{ id: needle, excerpt: 'needle' }]);
    expect(next.headers.get('link')).toBeNull();
  });
});

describe('files of messages under the session', () => {
  it('are shown to members only', async () => {
    const [ida, jon] = [await openPage('ida@example.com'), await openPage('jon@example.com')];
    const conversation = await talk(ida, jon.contact.id);
    const form = new FormData();
    form.append('file', new Blob(['milk, eggs']), 'to buy.txt');
    const uploaded = await fetch(`${api.address}/v1/attachments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ida.token}` },
      body: form,
    });
    const { id } = (await uploaded.json()) as { id: string };
    const message = { conversation_id: conversation, message: 'List', attachments: [id] };
    await v1(ida.token, 'POST', '/messages', message);
    const path = `/ui/messaging/attachments/${id}/file`;
    const file = await at(jon.headers, 'GET', path);
    expect([file.status, file.text]).toEqual([200, 'milk, eggs']);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="to buy.txt"/);
    const stranger = await openPage('kim@example.com');
    expect((await at(stranger.headers, 'GET', path)).status).toBe(404);
    const silent = await signInAsPerson(api, 'silent@example.com');
    expect((await at(silent, 'GET', path)).status).toBe(404);
  });
});

it('shows nothing of one organization to people of another one', async () => {
  const [lea, max] = [await openPage('lea@example.com'), await openPage('max@example.com')];
  const conversation = await talk(lea, max.contact.id);
  await say(lea, conversation, 'secret');
  const into = await api.newOrganization('elsewhere');
  const stranger = await signInAsPerson(api, 'lea@example.com', { into });
  const own = await at(stranger, 'POST', '/ui/messaging/token');
  expect(own.json.contact.username).toBe('lea');
  for (const path of ['/people', '/conversations']) {
    expect((await at(stranger, 'GET', `/ui/messaging${path}`)).json).toEqual([]);
  }
  const { knex } = api.database;
  const { person_id } = await knex('contacts').where({ id: max.contact.id }).first();
  const refused = [
    await at(stranger, 'GET', `/ui/messaging/conversations/${conversation}`),
    await at(stranger, 'GET', `/ui/messaging/conversations/${conversation}/search?q=s`),
    await at(stranger, 'POST', `/ui/messaging/people/${person_id}/contact`),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
});
