import type { TestApi } from '../../support/http/api.ts';
import { doHousekeeping } from '../../support/builders/housekeeping.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import { emitEvent, eventMessage } from '../../support/builders/messaging/messaging-events.ts';
import { openEvents } from '../../support/http/server-sent-events.ts';
import { until } from '../../support/until.ts';
import type { Receiver } from '../../support/servers/webhook-receiver.ts';
import { startWebhookSending, tryWebhooksAgainAfter } from '../../support/servers/webhooks.ts';
import type { WebhookSending } from '../../support/servers/webhooks.ts';

const day = 24 * 3_600_000;
let api: TestApi;
let sending: WebhookSending;
let receiver: Receiver;
let author: Person;
let conversation: string;

beforeEach(async () => {
  sending = await startWebhookSending();
  ({ api, receiver } = sending);
  author = await newPerson(api, 'KateMcCallister');
  conversation = await newConversation(api, author, await newPerson(api, 'Kevin'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await sending.stop();
});

/** Tells new messages; answers the positions of their events. */
async function say(count: number, who = author, where = conversation): Promise<number[]> {
  const positions: number[] = [];
  for (let n = 0; n < count; n++)
    positions.push(await emitEvent(api, who, 'message.created', eventMessage(who, where)));
  return positions;
}

const events = () => api.database.knex('messaging_events');
const age = (positions: readonly number[], days: number) =>
  events()
    .where({ organization_id: author.organizationId })
    .whereIn('position', positions)
    .update({ at: new Date(Date.now() - days * day) });
/** Everything up to here happened long ago. */
const ageUpTo = async (position: number | undefined) =>
  age(
    Array.from({ length: position ?? 0 }, (_, n) => n + 1),
    91,
  );
const kept = async (organization_id: string = author.organizationId): Promise<number[]> =>
  events().where({ organization_id }).orderBy('position').pluck('position');

/** What a stream says that goes on there, as far as it comes by itself: names of events, or positions of messages. */
async function resume(position: number, count: number): Promise<(string | number)[]> {
  const headers = {
    authorization: `Bearer ${author.token}`,
    'last-event-id': String(position),
  };
  const path = '/v1/messages/stream';
  const client = await openEvents({ port: api.port, path }, '', headers);
  // Whatever is told behind the events that are there would come before this one.
  const [last] = await say(1);
  await until(`${count} events have come`, () => client.events.length > count);
  client.close();
  await events().where({ position: last }).delete();
  return client.events
    .filter(({ id }) => id !== String(last))
    .map(({ event, id }) => (event === 'truncated' ? event : Number(id)));
}

it('takes old events from the start, and tells those who come back whether they have missed any', async () => {
  const elsewhere = await api.newOrganization('elsewhere');
  const harry = await newPerson(api, 'Harry', elsewhere);
  const theirs = await newConversation(api, harry, await newPerson(api, 'Marv', elsewhere));
  await say(3, harry, theirs);
  const ofOthers = await kept(elsewhere);
  const [a, b, c, d] = (await say(4)) as [number, number, number, number];
  // One that is as old as the first lies behind one that is not.
  await ageUpTo(a);
  await age([c], 91);
  await doHousekeeping(api, 'apply-retention');
  expect([await kept(), await kept(elsewhere)]).toEqual([[b, c, d], ofOthers]);
  expect(await resume(a, 3)).toEqual([b, c, d]);
  expect(await resume(a - 1, 4)).toEqual(['truncated', b, c, d]);
  expect(await resume(0, 4)).toEqual(['truncated', b, c, d]);
  expect(await resume(c, 1)).toEqual([d]);
  await age([b], 91);
  await doHousekeeping(api, 'apply-retention');
  expect(await kept()).toEqual([d]);
  expect(await resume(b, 2)).toEqual(['truncated', d]);
  expect(await resume(c, 1)).toEqual([d]);
  // Never given: it comes from another time of this database.
  expect(await resume(1_000_000, 1)).toEqual(['truncated']);
});

it('takes many in batches, and all that is old when nothing is young', async () => {
  const { organizationId } = author;
  await api.database.knex.raw(
    `insert into messaging_events (organization_id, position, id, type, subject_kind, subject_id, principal, data, at)
      select ?, 100 + n, gen_random_uuid(), 'group.created', 'group', n, 'system', '{}', now() - interval '91 days'
      from generate_series(1, 2500) n`,
    [organizationId],
  );
  await events().update({ at: new Date(Date.now() - 91 * day) });
  await doHousekeeping(api, 'apply-retention');
  expect(await kept()).toEqual([]);
  const head = await api.database
    .knex('messaging_heads')
    .where({ organization_id: organizationId });
  expect(head[0].horizon).toBe(2_600);
});

it('leaves what is locked for the next time, instead of waiting for it', async () => {
  const positions = await say(3);
  const all = await kept();
  await ageUpTo(positions.at(-1));
  const tx = await api.database.knex.transaction();
  await tx('messaging_events').where({ position: positions[0] }).forUpdate();
  await doHousekeeping(api, 'apply-retention');
  expect(all.length).toBeGreaterThan(3);
  expect(await kept()).toEqual([positions[0]]);
  await tx.rollback();
  await doHousekeeping(api, 'apply-retention');
  expect(await kept()).toEqual([]);
});

it('gives up what a webhook was not sent yet, and the webhook goes on behind it', async () => {
  tryWebhooksAgainAfter(10);
  let isBroken = true;
  receiver.answer((response) => response.writeHead(isBroken ? 500 : 204).end());
  const put = (id: string, enabled: boolean) =>
    api.send('PUT', `/api/webhooks/${id}`, {
      body: { url: receiver.url, events: ['message.*'], enabled },
    });
  await put('failing', true);
  await put('behind', false);
  const ledger = async (id: string) =>
    (await api.send('GET', `/api/webhooks/${id}/deliveries`)).json;
  const [old] = await say(1);
  await until('it has failed', async () => (await ledger('failing'))[0]?.attempts > 0);
  await ageUpTo(old);
  await doHousekeeping(api, 'apply-retention');
  isBroken = false;
  const [dropped] = await until('it was given up', async () => {
    const rows = await ledger('failing');
    return rows[0].status === 'failed' && rows;
  });
  expect(dropped.lastError).toContain('no longer kept');
  const before = receiver.received.length;
  await put('behind', true);
  await say(1);
  await until('both got the next', () => receiver.received.length === before + 2);
  const statuses = async (id: string) =>
    (await ledger(id)).map(({ status }: { status: string }) => status);
  await until('the ledgers know', async () => {
    const [failing, behind] = [await statuses('failing'), await statuses('behind')];
    return `${failing} ${behind}` === 'delivered,failed delivered';
  });
});
