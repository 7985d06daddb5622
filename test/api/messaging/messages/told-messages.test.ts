import type { TestApi } from '../../../support/http/api.ts';
import { newConversation, newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { openEvents } from '../../../support/http/server-sent-events.ts';
import type { EventSourceClient } from '../../../support/http/server-sent-events.ts';
import { until } from '../../../support/until.ts';
import type { Receiver } from '../../../support/servers/webhook-receiver.ts';
import { startWebhookSending } from '../../../support/servers/webhooks.ts';
import type { WebhookSending } from '../../../support/servers/webhooks.ts';

let api: TestApi;
let sending: WebhookSending;
let receiver: Receiver;
let kate: Person;
let kevin: Person;
let conversation: string;
let stream: EventSourceClient;

beforeAll(async () => {
  sending = await startWebhookSending();
  ({ api, receiver } = sending);
  kate = await newPerson(api, 'KateMcCallister');
  kevin = await newPerson(api, 'Kevin');
  conversation = await newConversation(api, kate, kevin);
  const body = { url: receiver.url, events: ['message.*'] };
  await api.send('PUT', '/api/webhooks/hook', { body });
  const target = { port: api.port, path: '/v1/messages/stream' };
  const headers = { authorization: `Bearer ${kevin.token}` };
  stream = await openEvents(target, `?conversation_id=${conversation}`, headers);
});
afterAll(async () => {
  stream.close();
  await sending.stop();
});

it('what a client does to a message is told to streams and webhooks, each time as it was answered', async () => {
  const form = new URLSearchParams({
    conversation_id: conversation,
    message: 'You’re what the French call “les incompetents.”',
  });
  const created = (await kate.sendForm('POST', '/v1/messages', form)).json;
  const path = `/v1/messages/${created.id}`;
  const edit = new URLSearchParams({ message: 'Merry Christmas, ya filthy animal 🎄' });
  const edited = (await kate.sendForm('PUT', path, edit)).json;
  const reaction = new URLSearchParams([['reactions[red_angry_face][]', 'Kevin']]);
  const reacted = (await kevin.sendForm('PUT', path, reaction)).json;
  expect((await kate.send('DELETE', path)).json).toEqual({ id: created.id, deleted: true });
  await until('all is told', () => stream.events.length >= 4 && receiver.received.length >= 4);
  const deleted = expect.objectContaining({ id: created.id, deleted: true });
  const told = stream.events.map(({ event, data }) => [event, data]);
  expect(told.at(-1)).toEqual(['message.deleted', deleted]);
  expect(receiver.received.at(-1)?.event).toMatchObject({
    type: 'message.deleted',
    payload: { id: created.id, deleted: true },
  });
  expect(receiver.received.map(({ event }) => event.type)).toEqual([
    'message.created',
    'message.updated',
    'message.updated',
    'message.deleted',
  ]);
  expect(told.map(([type]) => type)).toEqual(receiver.received.map(({ event }) => event.type));
  // Streams and webhooks may come behind the deletion, and then tell no more than that.
  const answers = [created, edited, reacted];
  for (const [n, answer] of answers.entries()) {
    const either = [answer, deleted];
    expect(either).toContainEqual(stream.events[n]?.data);
    expect(either).toContainEqual(receiver.received[n]?.event.payload);
  }
});

it('is told at once to whoever listens, and the path is no message', async () => {
  const before = stream.events.length;
  const message = 'live';
  const sent = (
    await kate.send('POST', '/v1/messages', {
      body: { conversation_id: conversation, message },
    })
  ).json;
  await until('it is told', () => stream.events.length > before);
  expect(stream.events.at(-1)).toMatchObject({ event: 'message.created', data: sent });
  for (const method of ['PUT', 'DELETE'])
    expect((await kate.send(method, '/v1/messages/stream', { body: {} })).status).toBe(404);
});

it('of a conversation that is deleted, and to a contact that is, nothing more is told', async () => {
  const buzz = await newPerson(api, 'Buzz');
  const own = await newConversation(api, kate, buzz);
  const target = { port: api.port, path: '/v1/messages/stream' };
  const headers = { authorization: `Bearer ${buzz.token}` };
  const one = await openEvents(target, `?conversation_id=${own}`, headers);
  const all = await openEvents(target, '', headers);
  expect([one.status, all.status]).toEqual([200, 200]);
  expect((await kate.send('DELETE', `/v1/conversations/${own}`)).status).toBe(200);
  expect(await until('that of the conversation has ended', () => one.ended())).toBe('in order');
  expect(all.ended()).toBeUndefined();
  expect((await buzz.send('DELETE', `/v1/contacts/${buzz.id}`)).status).toBe(200);
  expect(await until('that of the contact has ended', () => all.ended())).toBe('in order');
  expect([...one.events, ...all.events]).toEqual([]);
});
