import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import { openEvents } from '../../support/http/server-sent-events.ts';
import type { EventSourceClient } from '../../support/http/server-sent-events.ts';
import { holdTimers } from '../../support/hold-timers.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
const open: EventSourceClient[] = [];
beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  for (const client of open.splice(0)) client.close();
  await api.stop();
});

async function keep(opened: Promise<EventSourceClient>): Promise<EventSourceClient> {
  const client = await opened;
  if (client.status === 200) open.push(client);
  return client;
}
const listen = ({ token }: Person, port = api.port) =>
  keep(
    openEvents({ port, path: '/v1/messages/stream' }, '', {
      authorization: `Bearer ${token}`,
    }),
  );
const follow = (key = api.key) => keep(openEvents({ port: api.port, key }));
const statuses = async (opened: Promise<EventSourceClient>[]) =>
  (await Promise.all(opened)).map(({ status }) => status);
const times = (count: number, openOne: () => Promise<EventSourceClient>) =>
  Array.from({ length: count }, openOne);
const ok = (count: number) => Array.from({ length: count }, () => 200);

it('one contact takes no more than its part of the places of streams: a ninth ends the oldest', async () => {
  const [greedy, other] = [await newPerson(api, 'Greedy'), await newPerson(api, 'Other')];
  const first = await listen(greedy);
  expect(await statuses(times(7, () => listen(greedy)))).toEqual(ok(7));
  expect((await listen(other)).status).toBe(200);
  const ninth = await listen(greedy);
  expect(ninth.status).toBe(200);
  await until('the first has ended', () => first.ended() !== undefined);
  expect(first.ended()).toBe('in order');
  expect(open.filter((client) => client.ended() !== undefined)).toEqual([first]);
  const body = { conversation_id: await newConversation(api, other, greedy), message: 'Hi' };
  await other.send('POST', '/v1/messages', { body });
  await until('the ninth hears', () => ninth.events.length > 0);
});

it('who reads no more is cut off once it is replaced', async () => {
  const [greedy, other] = [await newPerson(api, 'Greedy'), await newPerson(api, 'Other')];
  const server = createServer(api.handle).listen(0, '127.0.0.1');
  try {
    const connected = once(server, 'connection') as Promise<[Socket]>;
    await once(server, 'listening');
    // A client that takes nothing for a minute is cut off, too.
    holdTimers(60_000);
    const stalled = await listen(greedy, (server.address() as AddressInfo).port);
    const [socket] = await connected;
    stalled.pause();
    const conversation_id = await newConversation(api, other, greedy);
    const body = { conversation_id, message: 'x'.repeat(60_000) };
    await until('the connection takes no more', async () => {
      await other.send('POST', '/v1/messages', { body });
      return socket.writableNeedDrain;
    });
    expect(await statuses(times(8, () => listen(greedy)))).toEqual(ok(8));
    await until('it is cut off', () => socket.destroyed);
  } finally {
    jest.restoreAllMocks();
    server.closeAllConnections();
    server.close();
  }
});

async function expectRefused(client: EventSourceClient, detail: RegExp): Promise<void> {
  await until('it was told why', () => client.text() !== '');
  expect([client.status, client.headers['retry-after']]).toEqual([429, '2']);
  expect(JSON.parse(client.text())).toMatchObject({
    code: 'too_many_requests',
    detail: expect.stringMatching(detail),
  });
}

it('one key takes no more than its part, and contacts get what is left', async () => {
  expect(await statuses(times(100, () => follow()))).toEqual(ok(100));
  await expectRefused(await follow(), /^You have 100 event streams running at once/);
  expect((await listen(await newPerson(api, 'Contact'))).status).toBe(200);
});

it('one organization takes no more than its part, others get what is left, and it goes on when streams end', async () => {
  const second = await api.newKey('organization');
  const third = await api.newKey('organization');
  const organizationId = await api.newOrganization('other');
  const other = await api.newKey('organization', { organizationId });
  expect(await statuses(times(100, () => follow()))).toEqual(ok(100));
  expect(await statuses(times(100, () => follow(second.text)))).toEqual(ok(100));
  await expectRefused(await follow(third.text), /^Your organization has 200 event streams/);
  const contact = await listen(await newPerson(api, 'Contact'));
  await until('it was told why', () => contact.text() !== '');
  expect([contact.status, JSON.parse(contact.text()).type]).toEqual([429, 'api_error']);
  expect(await statuses(times(50, () => follow(other.text)))).toEqual(ok(50));
  const last = await follow(other.text);
  await until('it was told why', () => last.text() !== '');
  expect([last.status, JSON.parse(last.text()).code]).toEqual([503, 'unavailable']);
  open.shift()?.close();
  await until('a place is free', async () => (await follow(third.text)).status === 200);
});
