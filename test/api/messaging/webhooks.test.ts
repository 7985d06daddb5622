import { createHmac } from 'node:crypto';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import {
  emitEvent,
  eventMessage,
  scrub,
} from '../../support/builders/messaging/messaging-events.ts';
import { holdTimers } from '../../support/hold-timers.ts';
import { until } from '../../support/until.ts';
import { isSignedBy, startReceiver } from '../../support/servers/webhook-receiver.ts';
import type { Received, Receiver } from '../../support/servers/webhook-receiver.ts';
import { startWebhookSending, tryWebhooksAgainAfter } from '../../support/servers/webhooks.ts';
import type { WebhookSending } from '../../support/servers/webhooks.ts';

const everything = ['message.*', 'conversation.*', 'contact.*', 'group.*', 'attachment.*'];
let api: TestApi;
let sending: WebhookSending;
let receiver: Receiver;
let other: Receiver;
let kate: Person;
let conversation: string;

beforeAll(async () => {
  other = await startReceiver();
  sending = await startWebhookSending({ processes: 2, hosts: [other.host] });
  ({ api, receiver } = sending);
  kate = await newPerson(api, 'KateMcCallister');
  conversation = await newConversation(api, kate, await newPerson(api, 'Kevin'));
});
afterAll(async () => {
  await sending.stop();
  await other.stop();
});
beforeEach(() => {
  for (const each of [receiver, other]) {
    each.received.length = 0;
    each.answer((response) => response.writeHead(204).end());
  }
  tryWebhooksAgainAfter(10);
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const { id } of (await api.send('GET', '/api/webhooks')).json)
    await api.send('DELETE', `/api/webhooks/${id}`);
});

const put = (more: object = {}, id = 'hook', key = api.key) => {
  const body = { url: receiver.url, events: ['message.*'], ...more };
  return api.send('PUT', `/api/webhooks/${id}`, { body, key });
};
const post = (path: string) => api.send('POST', `/api/webhooks/hook/${path}`);
const ledger = async (query = '') =>
  (await api.send('GET', `/api/webhooks/hook/deliveries${query}`)).json;
const untilReceived = (count: number, by = receiver) =>
  until(`${count} came`, () => by.received.length >= count && by.received);
const untilLedger = (status: string, count: number) =>
  until(`${count} are ${status}`, async () => {
    const rows = await ledger(`?status=${status}`);
    return rows.length === count && rows;
  });
const say = async () => {
  const message = eventMessage(kate, conversation);
  await emitEvent(api, kate, 'message.created', message);
  return message;
};
/** As the documentation of receivers computes it. */
const hexOf = (secret: string, { body }: Received) =>
  createHmac('sha256', secret).update(Buffer.from(body, 'utf8')).digest('hex');

describe('a webhook of messaging', () => {
  it('is sent {id, type: "message.updated", payload}, signed with x-protocol-signature, in the order of its subject', async () => {
    await say();
    const { secret } = (await put()).json;
    const message = eventMessage(kate, conversation, { message: 'Größe 🙂\n"مرحبا"' });
    const changed = { ...message, updated_at: 705103200 };
    const deleted = { id: message.id, conversation_id: conversation, deleted: true };
    await emitEvent(api, kate, 'message.created', message);
    await emitEvent(api, kate, 'conversation.updated', { id: conversation });
    await emitEvent(api, kate, 'message.updated', changed);
    await emitEvent(api, kate, 'message.deleted', deleted);
    const messages = await untilReceived(3);
    expect(messages.map(({ event }) => event)).toEqual([
      { id: expect.stringMatching(/^[0-9A-Za-z]{16}$/), type: 'message.created', payload: message },
      { id: expect.any(String), type: 'message.updated', payload: changed },
      { id: expect.any(String), type: 'message.deleted', payload: deleted },
    ]);
    expect(new Set(messages.map(({ event }) => event.id)).size).toBe(3);
    for (const each of messages) {
      expect(each.headers['content-type']).toBe('application/json');
      expect(each.headers['x-protocol-signature']).toBe(hexOf(secret, each));
      expect(isSignedBy(secret, each)).toBe(true);
    }
    const rows = await untilLedger('delivered', 3);
    expect(rows.map(({ eventType }: { eventType: string }) => eventType)).toEqual(
      ['deleted', 'updated', 'created'].map((change) => `message.${change}`),
    );
    expect(rows[2]).toMatchObject({
      eventId: messages[0]?.headers['webhook-id'],
      subjectKind: 'message',
      subject: message.id,
    });
  });

  it('gets all of messaging by a pattern for each kind, and nothing of the catalog, which gets nothing of it', async () => {
    await put({ events: everything });
    await put({ url: other.url, events: ['*'] }, 'catalog');
    const types = everything.flatMap((each) =>
      ['created', 'updated', 'deleted'].map((change) => each.replace('*', change)),
    );
    for (const [n, type] of types.entries()) {
      await emitEvent(api, kate, type as 'contact.created', { id: `subject-${n}` });
      await api.send('PUT', `/api/teams/team-${n}`, { body: team(`team-${n}`) });
    }
    await Promise.all([untilReceived(types.length), untilReceived(types.length, other)]);
    await untilLedger('delivered', types.length);
    expect(receiver.received.map(({ event }) => event.type).sort()).toEqual(types.sort());
    const ofCatalog = other.received.map(({ event, headers }) => [
      event.type,
      headers['content-type'],
      headers['x-protocol-signature'],
    ]);
    const expected = ['TeamCreatedEvent', 'application/cloudevents+json', undefined];
    expected[0] = `com.datamesh-manager.events.${expected[0]}`;
    expect(ofCatalog).toEqual(types.map(() => expected));
  });

  it('gets nothing of another organization, and begins with the first event of its own', async () => {
    const organizationId = await api.newOrganization('elsewhere');
    const { text: key } = await api.newKey('organization', { organizationId });
    // Nothing was ever written there.
    expect((await put({ url: other.url }, 'theirs', key)).status).toBe(200);
    await put();
    const [harry, marv] = [
      await newPerson(api, 'Harry', organizationId),
      await newPerson(api, 'Marv', organizationId),
    ];
    const theirs = await newConversation(api, harry, marv);
    const told = eventMessage(harry, theirs);
    await emitEvent(api, harry, 'message.created', told);
    const message = await say();
    await Promise.all([untilReceived(1), untilReceived(1, other)]);
    await untilLedger('delivered', 1);
    expect(receiver.received.map(({ event }) => event.payload.id)).toEqual([message.id]);
    expect(other.received.map(({ event }) => event.payload.id)).toEqual([told.id]);
    await api.send('DELETE', '/api/webhooks/theirs', { key });
  });

  it('is sent an event again under the same id, after a failure and when somebody asks', async () => {
    let refusals = 2;
    receiver.answer((response) => response.writeHead((refusals -= 1) < 0 ? 204 : 500).end());
    const { secret } = (await put()).json;
    const message = await say();
    const [row] = await untilLedger('delivered', 1);
    expect([row.attempts, receiver.received.length]).toEqual([3, 3]);
    expect((await post(`deliveries/${row.id}/redeliver`)).status).toBe(202);
    const messages = await untilReceived(4);
    expect(new Set(messages.map(({ body }) => body)).size).toBe(1);
    expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(messages[3]?.event.payload).toEqual(message);
    for (const each of messages)
      expect(each.headers['x-protocol-signature']).toBe(hexOf(secret, each));
  });

  it('holds back what follows a failure of its subject, and nothing else', async () => {
    const stuck = eventMessage(kate, conversation);
    let isBroken = true;
    receiver.answer((response, { event }) =>
      response.writeHead(isBroken && event.payload.id === stuck.id ? 500 : 204).end(),
    );
    await put();
    await emitEvent(api, kate, 'message.created', stuck);
    await emitEvent(api, kate, 'message.deleted', { id: stuck.id });
    await say();
    await untilLedger('delivered', 1);
    isBroken = false;
    await untilLedger('delivered', 3);
    const own = receiver.received.filter(({ event }) => event.payload.id === stuck.id);
    expect(own.at(-1)?.event.type).toBe('message.deleted');
    expect(own.slice(0, -1).every(({ event }) => event.type === 'message.created')).toBe(true);
  });

  it('is signed with the new secret after a rotation, by Standard Webhooks with both', async () => {
    const former = (await put()).json.secret;
    const { secret } = (await post('rotate-secret')).json;
    await say();
    const [message] = (await untilReceived(1)) as [Received];
    expect([isSignedBy(former, message), isSignedBy(secret, message)]).toEqual([true, true]);
    expect(message.headers['x-protocol-signature']).toBe(hexOf(secret, message));
    const own = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    await put({ secret: own });
    await say();
    const [, next] = (await untilReceived(2)) as [Received, Received];
    expect(next.headers['x-protocol-signature']).toBe(hexOf(own, next));
  });

  it('can be tried with an event in the same form, signed, also while it is disabled', async () => {
    const { secret } = (await put({ enabled: false })).json;
    const before = Math.floor(Date.now() / 1000);
    expect((await post('test')).status).toBe(202);
    const [message] = (await untilReceived(1)) as [Received];
    expect(message.event).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
      type: 'webhook.tested',
      payload: { id: 'hook', created_at: expect.any(Number) },
    });
    expect(message.event.payload.created_at).toBeGreaterThanOrEqual(before);
    expect(message.event.payload.created_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
    expect(message.headers['x-protocol-signature']).toBe(hexOf(secret, message));
    const [row] = await untilLedger('delivered', 1);
    expect(row).toMatchObject({ isTest: true, attempts: 1 });
    expect((await post(`deliveries/${row.id}/redeliver`)).status).toBe(202);
    const [, again] = (await untilReceived(2)) as [Received, Received];
    expect(again.body).toBe(message.body);
  });

  it('tells of what was deleted for good no more than that, however late', async () => {
    await put({ enabled: false });
    const message = await say();
    await scrub(api, kate, message.id);
    await emitEvent(api, kate, 'message.deleted', {
      id: message.id,
      conversation_id: conversation,
    });
    await put({ enabled: true });
    const messages = await untilReceived(2);
    const gone = { id: message.id, conversation_id: conversation, deleted: true };
    expect(messages[0]?.body).toContain(`"payload":${JSON.stringify(gone)}}`);
    expect(messages.map(({ event: { type, payload } }) => ({ type, payload }))).toEqual([
      { type: 'message.created', payload: gone },
      { type: 'message.deleted', payload: { id: message.id, conversation_id: conversation } },
    ]);
  });

  it('is sent an event without waiting for the next look by the clock', async () => {
    await put();
    // The clock looks every second, otherwise.
    holdTimers(1_000);
    for (let n = 1; n <= 10; n++) {
      await say();
      await untilReceived(n);
    }
  });

  it('gets everything once, in order for each subject, while many write', async () => {
    await put({ events: everything });
    const messages = Array.from({ length: 10 }, () => eventMessage(kate, conversation));
    await Promise.all(
      messages.map(async (message) => {
        await emitEvent(api, kate, 'message.created', message);
        for (let n = 1; n <= 4; n++)
          await emitEvent(api, kate, 'message.updated', { ...message, updated_at: n } as never);
      }),
    );
    await untilReceived(50);
    await untilLedger('delivered', 50);
    expect(receiver.received).toHaveLength(50);
    for (const { id } of messages) {
      const own = receiver.received.filter(({ event }) => event.payload.id === id);
      expect(own.map(({ event }) => event.payload.updated_at)).toEqual([null, 1, 2, 3, 4]);
    }
  });
});

describe('the events of a webhook', () => {
  it.each([
    [['*', 'message.created'], "mixes the catalog ('*') with messaging ('message.created')"],
    [['contact.*', 'TeamCreatedEvent'], "('TeamCreatedEvent') with messaging ('contact.*')"],
    [['mesage.created'], 'events[0] is no type of event; the nearest are message.created'],
    [['message.read'], 'events[0] is no type of event'],
    [['message.*', 'reaction.*'], 'events[1] is no type of event'],
  ])('are refused as %j', async (events, reason) => {
    const { status, json } = await put({ events });
    expect([status, json.code, json.detail]).toEqual([
      422,
      'invalid_body',
      expect.stringContaining(reason),
    ]);
    expect((await api.send('GET', '/api/webhooks/hook')).status).toBe(404);
  });

  it('stay with their feed', async () => {
    await put();
    const answer = await put({ events: ['*'] });
    expect([answer.status, answer.json.code]).toEqual([422, 'invalid_body']);
    expect(answer.json.detail).toContain('must stay with events of messaging');
    expect((await put({ events: ['contact.created'] })).status).toBe(200);
    await put({ events: ['TeamCreatedEvent'] }, 'catalog');
    const change = await put({ events: ['group.*'] }, 'catalog');
    expect([change.status, change.json.detail]).toEqual([
      422,
      expect.stringContaining('must stay with events of the catalog'),
    ]);
    const { json } = await api.send('GET', '/api/webhooks/catalog');
    expect(json.events).toEqual(['TeamCreatedEvent']);
  });
});
