import type { TestApi } from '../../../support/http/api.ts';
import { newPerson } from '../../../support/builders/messaging/messaging.ts';
import { openEvents } from '../../../support/http/server-sent-events.ts';
import { until } from '../../../support/until.ts';
import type { Receiver } from '../../../support/servers/webhook-receiver.ts';
import { startWebhookSending } from '../../../support/servers/webhooks.ts';
import type { WebhookSending } from '../../../support/servers/webhooks.ts';

let api: TestApi;
let sending: WebhookSending;
let receiver: Receiver;
beforeAll(async () => {
  sending = await startWebhookSending();
  ({ api, receiver } = sending);
});
afterAll(() => sending.stop());

it('events tell nobody the phone number and picture of a contact that was deleted since, however late', async () => {
  const putHook = (enabled: boolean) => {
    const body = { url: receiver.url, events: ['message.*', 'group.*'], enabled };
    return api.send('PUT', '/api/webhooks/hook', { body });
  };
  await putHook(false);
  const [gone, friend] = [await newPerson(api, 'Gone'), await newPerson(api, 'Friend')];
  const avatar_url = 'https://example.com/gone.png';
  await api.database.knex('contacts').where({ id: gone.id }).update({ avatar_url });
  const body = { name: 'Both', contacts: [gone.id] };
  const { json: group } = await friend.send('POST', '/v1/groups', { body });
  const texts: string[] = [];
  for (const [n, author] of [gone, friend].entries()) {
    const sent = { conversation_id: group.conversation_id, message: `from ${n}` };
    const { json } = await author.send('POST', '/v1/messages', { body: sent });
    texts.push(json.message);
  }
  expect((await gone.send('DELETE', `/v1/contacts/${gone.id}`)).status).toBe(200);

  const headers = { authorization: `Bearer ${friend.token}`, 'last-event-id': '0' };
  const target = { port: api.port, path: '/v1/messages/stream' };
  const stream = await openEvents(target, '', headers);
  await until('both messages come', () => stream.events.length >= 2);
  stream.close();
  await putHook(true);
  const countOf = (wanted: string): number =>
    receiver.received.filter(({ event }) => event.type === wanted).length;
  await until(
    'all is told',
    () => countOf('message.created') === 2 && countOf('group.created') === 1,
  );

  const masked = { id: gone.id, username: 'Gone', phone_number: null, avatar_url: null };
  const whole = { id: friend.id, phone_number: friend.phoneNumber };
  const streamed = stream.events.map(({ data }) => data);
  const received = receiver.received.map(({ event }) => event);
  const byHook = received.filter(({ type }) => type === 'message.created');
  const hooked = byHook.map(({ payload }) => payload);
  // Webhooks keep the order of events of one subject only.
  const inOrder = hooked.toSorted((one, other) => (one.message < other.message ? -1 : 1));
  for (const told of [streamed, inOrder]) {
    expect(told.map(({ message }) => message)).toEqual(texts);
    expect(told.map(({ contact }) => contact)).toMatchObject([masked, whole]);
  }
  const [created] = received.filter(({ type }) => type === 'group.created');
  expect(created?.payload.contacts).toMatchObject([whole, masked]);
  const all = JSON.stringify([stream.events, received]);
  for (const secret of [gone.phoneNumber as string, avatar_url]) expect(all).not.toContain(secret);
});
