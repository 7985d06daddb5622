import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import {
  invalidRequest,
  newConversation,
  newPerson,
} from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { readMessagingEvents } from '../../../support/builders/stored/stored-messaging-events.ts';

let api: TestApi;
let kate: Person;
beforeAll(async () => {
  api = await startApi();
  kate = await newPerson(api, 'KateMcCallister');
});
afterAll(() => api.stop());

const anyId = expect.stringMatching(/^[0-9A-Za-z]{16}$/);
const seconds = (): number => Math.floor(Date.now() / 1000);
const refusal = (message: unknown) => invalidRequest(api, message);
const taken = (message: unknown) => invalidRequest(api, message, 'name_taken');

describe('"`POST /v1/contacts` username*, phone_number*, avatar_url, display_name"', () => {
  const avatar = 'https://example.com/avatars/buzz.jpg';
  const expected = {
    phone_number: '1-800-759-3000',
    avatar_url: avatar,
    display_name: null,
    conversation_id: null,
  };

  it.each([
    ['URLSearchParams', 'Buzz', () => new URLSearchParams()],
    ['FormData', 'Frank McCallister', () => new FormData()],
  ])('makes a contact of %s', async (_, username, form) => {
    const before = seconds();
    const sent = form();
    sent.append('username', username);
    sent.append('phone_number', '1-800-759-3000');
    sent.append('avatar_url', avatar);
    sent.append('display_name', '');
    const { status, json } = await kate.sendForm('POST', '/v1/contacts', sent);
    expect(status).toBe(200);
    const { last_active_at: active, created_at: created, ...contact } = json;
    expect(contact).toEqual({ id: anyId, username, ...expected });
    expect(created).toBe(active);
    expect(Number.isInteger(created) && created >= before && created <= seconds()).toBe(true);
    expect((await kate.send('GET', `/v1/contacts/${json.id}`)).json).toEqual(json);
    const [event] = await readMessagingEvents(api, json.id);
    expect(event).toEqual({
      type: 'contact.created',
      conversationId: null,
      principal: `contact:${kate.id}`,
      data: json,
    });
  });

  it('makes one of JSON, and keeps emoji and right-to-left text as they are', async () => {
    const body = { username: 'שלום 🏠 مرحبا', phone_number: '+49 30 1', display_name: '👩‍👩‍👧' };
    const { status, json } = await kate.send('POST', '/v1/contacts', { body });
    expect(status).toBe(200);
    expect(json).toMatchObject({ ...body, avatar_url: null });
  });

  it('makes one of what curl sends', async () => {
    const fields = ['-d', 'username=Peter%20McCallister', '-d', 'phone_number=1-800-759-3000'];
    const headers = ['-H', `Authorization: Bearer ${kate.token}`];
    const url = `${api.address}/v1/contacts`;
    const { stdout } = await promisify(execFile)('curl', ['-s', url, ...headers, ...fields]);
    expect(JSON.parse(stdout)).toMatchObject({ id: anyId, username: 'Peter McCallister' });
  });

  it.each([
    [{ username: 'x' }, 'phone_number is required'],
    [{ phone_number: '12345' }, 'username is required'],
    [{ username: '', phone_number: '12345' }, 'username'],
    [{ username: ' x', phone_number: '12345' }, 'username'],
    [{ username: 'a\u0000b', phone_number: '12345' }, 'username'],
    [{ username: 'a\ud800', phone_number: '12345' }, 'username'],
    [{ username: 'a\u202eb', phone_number: '12345' }, 'username'],
    [{ username: '\u3164', phone_number: '12345' }, 'username'],
    [{ username: 'x', phone_number: '12345', display_name: '\u200b' }, 'display_name'],
    [{ username: 'x'.repeat(65), phone_number: '12345' }, 'username'],
    [{ username: ['x'], phone_number: '12345' }, 'username'],
    [{ username: 'x ', phone_number: '12345' }, 'username must be without white space at its ends'],
    [{ username: 'x', phone_number: 'call me' }, 'phone_number'],
    [{ username: 'x', phone_number: ' 1 555 9' }, 'write + as %2B in forms'],
    [{ username: 'x', phone_number: '   ' }, 'phone_number must be a phone number such as'],
    [{ username: 'x', phone_number: '---' }, 'phone_number'],
    [{ username: 'x', phone_number: '12' }, 'phone_number'],
    [{ username: 'x', phone_number: '+1 - 2' }, 'phone_number'],
    [{ username: 'x', phone_number: '123 ' }, 'phone_number'],
    [{ username: 'x', phone_number: '12345', avatar_url: 'javascript:alert(1)' }, 'avatar_url'],
    [{ username: 'x', phone_number: '12345', display_name: 7 }, 'display_name'],
    [{ username: 'x', phone_number: '12345', id: 'mine' }, "unknown member 'id'"],
  ])('refuses %j with 400', async (body, words) => {
    const { status, json } = await kate.send('POST', '/v1/contacts', { body });
    expect(status).toBe(400);
    expect(json).toEqual(refusal(expect.stringContaining(words)));
  });

  it('gives a username once, also when several ask for it at once', async () => {
    const body = { username: 'Marv', phone_number: '12345' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => kate.send('POST', '/v1/contacts', { body })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json).toEqual(taken(expect.stringContaining('Marv')));
  });

  it.each(['JOSÉ álvarez', 'Jose\u0301 A\u0301lvarez', '\uff2aosé Álvarez'])(
    'does not give %j, which people take for another one',
    async (username) => {
      const made = { username: 'José Álvarez', phone_number: '12345' };
      const first = await kate.send('POST', '/v1/contacts', { body: made });
      expect([200, 409]).toContain(first.status);
      const { status, json } = await kate.send('POST', '/v1/contacts', {
        body: { ...made, username },
      });
      expect([status, json]).toEqual([409, taken(expect.stringContaining('José Álvarez'))]);
    },
  );

  it('gives the same username in another organization', async () => {
    const other = await api.newOrganization('namesakes');
    expect((await newPerson(api, 'KateMcCallister', other)).username).toBe(kate.username);
  });

  it('makes one contact of a POST that is repeated with its Idempotency-Key', async () => {
    const body = { username: 'Harry', phone_number: '12345' };
    const headers = { 'idempotency-key': 'harry-1' };
    const first = await kate.send('POST', '/v1/contacts', { body, headers });
    const second = await kate.send('POST', '/v1/contacts', { body, headers });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json).toEqual(first.json);
  });
});

describe('"PUT only display_name"', () => {
  it('changes it by form and JSON, and takes it back by an empty text or null', async () => {
    const uncle = await newPerson(api, 'Uncle Frank');
    const path = `/v1/contacts/${uncle.id}`;
    const form = new URLSearchParams({ display_name: 'UncleFrank' });
    const named = await uncle.sendForm('PUT', path, form);
    expect(named.status).toBe(200);
    expect(named.json).toMatchObject({ id: uncle.id, display_name: 'UncleFrank' });
    const empty = new URLSearchParams({ display_name: '' });
    expect((await uncle.sendForm('PUT', path, empty)).json.display_name).toBeNull();
    await uncle.send('PUT', path, { body: { display_name: 'Frank' } });
    const taken = await uncle.send('PUT', path, { body: { display_name: null } });
    expect(taken.json.display_name).toBeNull();
    const events = await readMessagingEvents(api, uncle.id);
    expect(events.map(({ type, data }) => [type, data.display_name])).toEqual([
      ['contact.created', null],
      ['contact.updated', 'UncleFrank'],
      ['contact.updated', null],
      ['contact.updated', 'Frank'],
      ['contact.updated', null],
    ]);
  });

  it('tells nobody of a PUT that changes nothing', async () => {
    const quiet = await newPerson(api, 'Quiet');
    const path = `/v1/contacts/${quiet.id}`;
    for (const body of [{}, { display_name: null }]) {
      const { status, json } = await quiet.send('PUT', path, { body });
      expect([status, json.id]).toEqual([200, quiet.id]);
    }
    expect(await readMessagingEvents(api, quiet.id)).toHaveLength(1);
  });

  it.each(['username', 'phone_number', 'avatar_url', 'id', 'conversation_id', 'x'.repeat(9_000)])(
    'refuses %.20s with 400, naming what may be changed',
    async (name) => {
      const body = { display_name: 'Kate', [name]: 'y' };
      const { status, json } = await kate.send('PUT', `/v1/contacts/${kate.id}`, { body });
      expect(status).toBe(400);
      expect(json.message).toMatch(/^'.{1,100}' cannot be changed; change display_name\.$/);
      const { json: after } = await kate.send('GET', `/v1/contacts/${kate.id}`);
      expect(after.display_name).toBeNull();
    },
  );

  it('refuses a display_name that is no text, too long, or no body at all', async () => {
    const path = `/v1/contacts/${kate.id}`;
    for (const display_name of [7, true, ['x'], { x: 1 }, 'x'.repeat(201)]) {
      const { status } = await kate.send('PUT', path, { body: { display_name } });
      expect(status).toBe(400);
    }
    expect((await kate.send('PUT', path)).status).toBe(400);
  });
});

describe('who may look at, change and delete a contact', () => {
  it('everybody of the organization looks; itself and its maker change and delete; others get 403, other organizations 404', async () => {
    const [maker, stranger] = [await newPerson(api, 'Maker'), await newPerson(api, 'Stranger')];
    const foreign = await newPerson(api, 'Foreign', await api.newOrganization('foreign'));
    const body = { username: 'Made', phone_number: '12345' };
    const { json: made } = await maker.send('POST', '/v1/contacts', { body });
    const path = `/v1/contacts/${made.id}`;
    const statuses = async (person: Person, method: string) =>
      (
        await person.send(method, path, {
          ...(method === 'PUT' && { body: { display_name: person.username } }),
        })
      ).status;
    expect(await statuses(stranger, 'GET')).toBe(200);
    expect(await statuses(stranger, 'PUT')).toBe(403);
    expect(await statuses(stranger, 'DELETE')).toBe(403);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect(await statuses(foreign, method)).toBe(404);
    }
    expect((await maker.send('GET', path)).json.display_name).toBeNull();
    expect(await statuses(maker, 'PUT')).toBe(200);
    // Its maker, too, is no more than a contact for others.
    expect((await stranger.send('DELETE', `/v1/contacts/${maker.id}`)).status).toBe(403);
    const deleted = await maker.send('DELETE', path);
    expect(deleted.status).toBe(200);
    expect(deleted.json).toEqual({ id: made.id, deleted: true });
    for (const method of ['GET', 'PUT', 'DELETE']) expect(await statuses(maker, method)).toBe(404);
  });

  it.each(['unknown', '%00', '..%2F', 'x'.repeat(3_000), '%F0%9F%8F%A0'])(
    'answers %.20s with no contact',
    async (id) => {
      const { status, json } = await kate.send('GET', `/v1/contacts/${id}`);
      expect([400, 404]).toContain(status);
      expect(json.type).toBe('invalid_request');
    },
  );

  it('needs a token', async () => {
    for (const method of ['GET', 'POST']) {
      const { status } = await api.send(method, '/v1/contacts', { key: null });
      expect(status).toBe(401);
      expect((await api.send(method, '/v1/contacts')).status).toBe(401);
    }
  });
});

describe('"Contact `{…, conversation_id, …}`"', () => {
  it('is the conversation of the caller with the contact, for each of them', async () => {
    const [kevin, other] = [await newPerson(api, 'Kevin'), await newPerson(api, 'Other')];
    const conversation = await newConversation(api, kate, kevin);
    const seen = async (by: Person, of: Person) =>
      (await by.send('GET', `/v1/contacts/${of.id}`)).json.conversation_id;
    expect(await seen(kate, kevin)).toBe(conversation);
    expect(await seen(kevin, kate)).toBe(conversation);
    expect(await seen(other, kevin)).toBeNull();
    expect(await seen(kevin, kevin)).toBeNull();
    const { json } = await kevin.send('GET', '/v1/contacts?limit=100');
    const entries = json.data.map((each: any) => [each.id, each.conversation_id]);
    expect(entries).toContainEqual([kate.id, conversation]);
    expect(entries).toContainEqual([other.id, null]);
  });
});
