import { sendMessage } from '../../../../commands/messages/send-message.ts';
import type { Tx } from '../../../../db/connect.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { newConversation, newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
let kate: Person;
let conversation: string;
beforeAll(async () => {
  api = await startApi();
  kate = await newPerson(api, 'KateMcCallister');
  conversation = await newConversation(api, kate, await newPerson(api, 'Kevin'));
});
afterAll(() => api.stop());

/** Somebody of an organization for which somebody else holds the lock until `release`. */
async function heldUp(name: string) {
  const organizationId = await api.newOrganization(name);
  const marv = await newPerson(api, 'Marv', organizationId);
  const to = await newConversation(api, marv, await newPerson(api, 'Harry', organizationId));
  const tx: Tx = await api.database.knex.transaction();
  await tx('messaging_heads').where({ organization_id: organizationId }).forUpdate();
  return { marv, to, release: () => tx.rollback() };
}

const say = (person: Person, to: string, message: string) =>
  sendMessage(api.database, {
    caller: { organizationId: person.organizationId, contact: person },
    requestId: undefined,
    body: { conversation_id: to, message },
    now: new Date(),
    publicUrl: api.address,
  });

const isWaited = async (): Promise<boolean> => {
  const { rows } = await api.database.knex.raw(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
};

it('sends what comes together with messages of an organization whose lock is held, before these', async () => {
  const { marv, to, release } = await heldUp('together');
  const order: string[] = [];
  const stuck = ['1', '2', '3', '4', '5'].map((message) =>
    say(marv, to, message).then(() => order.push(message)),
  );
  await say(kate, conversation, 'Free').then(() => order.push('Free'));
  order.push('released');
  await release();
  await Promise.all(stuck);
  expect(order.slice(0, 2)).toEqual(['Free', 'released']);
  expect(order.slice(2).toSorted()).toEqual(['1', '2', '3', '4', '5']);
});

it('answers a contact while many of another organization wait one after the other', async () => {
  const { marv, to, release } = await heldUp('after');
  const post = (message: string) =>
    marv.send('POST', '/v1/messages', { body: { conversation_id: to, message } });
  const stuck: ReturnType<typeof post>[] = [];
  for (const message of ['1', '2', '3', '4', '5']) {
    stuck.push(post(message));
    await until('it waits for the lock', isWaited);
  }
  const body = { conversation_id: conversation, message: 'Free' };
  expect((await kate.send('POST', '/v1/messages', { body })).status).toBe(200);
  await release();
  for (const answer of await Promise.all(stuck)) expect(answer.status).toBe(200);
  const { data } = (await marv.send('GET', '/v1/messages')).json;
  expect(data).toHaveLength(5);
});
