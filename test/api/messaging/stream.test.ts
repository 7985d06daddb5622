import { array, assert, asyncProperty, constantFrom, nat } from 'fast-check';
import { createToken } from '../../../commands/tokens/create-token.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import { emitEvent, eventMessage } from '../../support/builders/messaging/messaging-events.ts';
import { openEvents } from '../../support/http/server-sent-events.ts';
import type { EventSourceClient } from '../../support/http/server-sent-events.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let people = 0;
const open: EventSourceClient[] = [];
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

const person = (organizationId = api.organizationId) =>
  newPerson(api, `Person${(people += 1)}`, organizationId);

async function listen(
  { token }: Pick<Person, 'token'>,
  query = '',
  lastEventId?: string,
): Promise<EventSourceClient> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const client = await openEvents({ port: api.port, path: '/v1/messages/stream' }, query, headers);
  open.push(client);
  return client;
}

const come = (client: EventSourceClient, count: number) =>
  until(`${count} events have come`, () => client.events.length >= count);
const ended = (client: EventSourceClient) => until('it has ended', () => client.ended());

/** Tells a new message; answers it. */
async function say(author: Person, conversationId: string) {
  const message = eventMessage(author, conversationId);
  await emitEvent(api, author, 'message.created', message);
  return message;
}

const heard = ({ events }: EventSourceClient) => events.map(({ data }) => data.id);

describe('GET /v1/messages/stream', () => {
  it('tells from now on what becomes of messages, each as the object that it then is, and nothing else', async () => {
    const [kate, kevin] = [await person(), await person()];
    const conversation = await newConversation(api, kate, kevin);
    await say(kate, conversation);
    const client = await listen(kevin);
    expect([
      client.status,
      client.headers['content-type'],
      client.headers['cache-control'],
    ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store']);
    const message = eventMessage(kate, conversation, { message: 'one\n\ntwo\r\u2028 مرحبا 🙂' });
    const changed = { ...message, updated_at: 705103200 };
    const gone = { id: message.id, conversation_id: conversation, deleted: true };
    const positions = [await emitEvent(api, kate, 'message.created', message)];
    await emitEvent(api, kate, 'conversation.updated', { id: conversation });
    await emitEvent(api, kate, 'attachment.created', { id: 'a', conversation_id: conversation });
    positions.push(await emitEvent(api, kevin, 'message.updated', changed));
    positions.push(await emitEvent(api, kate, 'message.deleted', gone));
    await come(client, 3);
    expect(client.events).toEqual([
      { id: `${positions[0]}`, event: 'message.created', data: message },
      { id: `${positions[1]}`, event: 'message.updated', data: changed },
      { id: `${positions[2]}`, event: 'message.deleted', data: gone },
    ]);
  });

  it('tells each contact of its conversations only, or of the one that it asks for', async () => {
    const [a, b, c] = [await person(), await person(), await person()];
    const [ab, bc] = [await newConversation(api, a, b), await newConversation(api, b, c)];
    const clients = await Promise.all([
      listen(a),
      listen(b),
      listen(c),
      listen(b, `?conversation_id=${ab}`),
    ]);
    const told = [await say(a, ab), await say(c, bc), await say(b, ab)].map(({ id }) => id);
    const last = [await say(a, ab), await say(b, bc)].map(({ id }) => id);
    const expected = [
      [told[0], told[2], last[0]],
      [...told, ...last],
      [told[1], last[1]],
      [told[0], told[2], last[0]],
    ];
    await Promise.all(clients.map((client, n) => come(client, expected[n]?.length ?? 0)));
    expect(clients.map(heard)).toEqual(expected);
  });

  it('tells nothing of another organization, whose conversations are unknown', async () => {
    const elsewhere = await api.newOrganization(`elsewhere-${Date.now()}`);
    const [kate, kevin] = [await person(), await person()];
    const [harry, marv] = [await person(elsewhere), await person(elsewhere)];
    const ours = await newConversation(api, kate, kevin);
    const theirs = await newConversation(api, harry, marv);
    const [client, other] = [await listen(kate, '', '0'), await listen(harry, '', '0')];
    const [mine, foreign] = [await say(kevin, ours), await say(marv, theirs)];
    await Promise.all([come(client, 1), come(other, 1)]);
    expect([heard(client), heard(other)]).toEqual([[mine.id], [foreign.id]]);
    const third = await person();
    for (const [who, id] of [
      [kate, theirs],
      [third, ours],
      [kate, 'SIuAFUNKdSYHZF2w'],
    ] as const) {
      const answer = await who.send('GET', `/v1/messages/stream?conversation_id=${id}`);
      expect([answer.status, answer.json.type]).toEqual([404, 'invalid_request']);
    }
  });

  it('goes on behind Last-Event-ID, and refuses what is none', async () => {
    const [kate, kevin] = [await person(), await person()];
    const conversation = await newConversation(api, kate, kevin);
    const first = await listen(kevin);
    const told = [];
    for (let n = 0; n < 3; n++) told.push((await say(kate, conversation)).id);
    await come(first, 3);
    const resumed = await listen(kevin, '', first.events[0]?.id);
    await come(resumed, 2);
    expect(heard(resumed)).toEqual(told.slice(1));
    for (const id of ['x', '-1', '1.5', '1e3', '0x1', '9'.repeat(30), "1' or 1=1"]) {
      const headers = { 'last-event-id': id };
      const { status, json } = await kate.send('GET', '/v1/messages/stream', { headers });
      expect([id, status, json.type]).toEqual([id, 400, 'invalid_request']);
    }
    const twice = await kate.send('GET', '/v1/messages/stream?conversation_id=a&conversation_id=b');
    expect(twice.status).toBe(400);
  });

  it('loses and repeats nothing for those who come back, whoever writes meanwhile', async () => {
    const [a, b, c] = [await person(), await person(), await person()];
    const ab = await newConversation(api, a, b);
    const ac = await newConversation(api, a, c);
    const bc = await newConversation(api, b, c);
    const run = asyncProperty(
      array(nat({ max: 30 }), { minLength: 1, maxLength: 6 }),
      array(constantFrom('ab', 'ac', 'bc'), { minLength: 5, maxLength: 25 }),
      async (pausesMs, wishes) => {
        const ids = { ab, ac, bc } as const;
        const told: { position: number; id: string }[] = [];
        const write = async (wanted: readonly (keyof typeof ids)[]): Promise<void> => {
          for (const name of wanted) {
            const author = name === 'ac' ? c : b;
            const message = eventMessage(author, ids[name]);
            const position = await emitEvent(api, author, 'message.created', message);
            if (name !== 'bc') told.push({ position, id: message.id });
          }
        };
        const got: string[] = [];
        let client = await listen(a);
        let position = await until('it knows where it is', () => client.position());
        const writers = Promise.all([0, 1, 2].map(() => write(wishes)));
        for (const pauseMs of pausesMs) {
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
          got.push(...heard(client));
          position = client.position() ?? position;
          client.close();
          client = await listen(a, '', position);
        }
        await writers;
        const all = told.toSorted((x, y) => x.position - y.position).map(({ id }) => id);
        await come(client, all.length - got.length);
        got.push(...heard(client));
        client.close();
        expect(got).toEqual(all);
      },
    );
    await assert(run, { numRuns: 15 });
  });
});

describe('a stream ends', () => {
  const leave = async (who: Person, conversation_id: string) => {
    const key = { organization_id: who.organizationId, conversation_id, contact_id: who.id };
    await api.database.knex('conversation_members').where(key).delete();
  };

  it('for a conversation that is left; what is told of all goes on without it', async () => {
    const [a, b, c] = [await person(), await person(), await person()];
    const [ab, ac] = [await newConversation(api, a, b), await newConversation(api, a, c)];
    const [all, one] = [await listen(a), await listen(a, `?conversation_id=${ab}`)];
    const first = await say(b, ab);
    await Promise.all([come(all, 1), come(one, 1)]);
    await leave(a, ab);
    await say(b, ab);
    const second = await say(c, ac);
    await come(all, 2);
    expect(await ended(one)).toBe('in order');
    expect([heard(all), heard(one)]).toEqual([[first.id, second.id], [first.id]]);
    const back = await listen(a, '', '0');
    await come(back, 1);
    expect(heard(back)).toEqual([second.id]);
    expect((await a.send('GET', `/v1/messages/stream?conversation_id=${ab}`)).status).toBe(404);
  });

  it.each([
    [
      'when its token is revoked',
      ({ tokenId }: Person) => ({ table: 'contact_tokens', id: tokenId, column: 'revoked_at' }),
    ],
    [
      'when its contact is deleted',
      ({ id }: Person) => ({ table: 'contacts', id, column: 'deleted_at' }),
    ],
  ])('%s, and nobody comes back with that token', async (_, change) => {
    const kate = await person();
    const client = await listen(kate);
    expect(client.status).toBe(200);
    const { table, id, column } = change(kate);
    await api.database
      .knex(table)
      .where({ id })
      .update({ [column]: new Date() });
    api.database.signals.send('keys_changed');
    expect(await ended(client)).toBe('in order');
    expect((await kate.send('GET', '/v1/messages/stream')).status).toBe(401);
  });

  it('when its token expires, and tells nothing from then on', async () => {
    const [kate, kevin] = [await person(), await person()];
    const conversation = await newConversation(api, kate, kevin);
    const now = new Date();
    const expiresAt = new Date(now.getTime() + 3_000);
    const { organizationId, id: contactId } = kate;
    const wish = { organizationId, contactId, createdBy: 'system', expiresAt, now };
    const client = await listen(await createToken(api.database, wish));
    const { id } = await say(kevin, conversation);
    await come(client, 1);
    await until('the token has expired', () => new Date() >= expiresAt);
    await say(kevin, conversation);
    expect(await ended(client)).toBe('in order');
    expect(heard(client)).toEqual([id]);
  });

  it('takes no key of the catalog', async () => {
    const answer = await api.send('GET', '/v1/messages/stream');
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});

it('holds at most 200 streams of an organization, and has a place again when one has gone', async () => {
  const kate = await person();
  // One contact alone does not get all.
  const others = await Promise.all(Array.from({ length: 25 }, () => person()));
  const clients = await Promise.all(
    Array.from({ length: 200 }, (_each, index) => listen(others[index % 25] as Person)),
  );
  expect(new Set(clients.map(({ status }) => status))).toEqual(new Set([200]));
  const answer = await kate.send('GET', '/v1/messages/stream');
  expect([answer.status, answer.json.type]).toEqual([429, 'api_error']);
  expect(answer.headers.get('retry-after')).toBe('2');
  clients[0]?.close();
  const next = await until('there is a place', async () => {
    const client = await listen(kate);
    return client.status === 200 && client;
  });
  expect(next.status).toBe(200);
});
