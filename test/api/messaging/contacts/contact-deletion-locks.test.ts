import { deleteContact } from '../../../../commands/contacts/delete-contact.ts';
import { transactMessaging } from '../../../../db/tables/messaging/messaging-heads.ts';
import { transact } from '../../../../db/transact.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** Whether a statement of another connection waits for a row. */
async function someoneWaits(): Promise<boolean> {
  const { rows } = await api.database.knex.raw(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

function remove({ id, organizationId }: Person): Promise<void> {
  const noPerson = { teamId: undefined, email: undefined };
  const principal = { organizationId, name: 'system', scope: 'organization', ...noPerson } as const;
  return deleteContact(api.database, { principal, requestId: undefined, id, now: new Date() });
}

it('the deletion of a contact waits for notes of the use of its tokens, and holds nothing meanwhile that they need', async () => {
  const person = await newPerson(api, 'Noted');
  let removal: Promise<void> | undefined;
  await transact(api.database, async (tx) => {
    await tx('contact_tokens').where({ id: person.tokenId }).update({ last_used_at: new Date() });
    removal = remove(person);
    await until('the deletion waits', someoneWaits);
    await tx('contacts').where({ id: person.id }).forNoKeyUpdate().noWait().select('id');
    await tx('contacts').where({ id: person.id }).update({ last_active_at: new Date() });
  });
  await removal;
  const [{ deleted_at }] = await api.database.knex('contacts').where({ id: person.id });
  expect(deleted_at).not.toBeNull();
});

it('the deletion of a contact leaves its reactions to the job, whoever has locked them; nobody sees them any more', async () => {
  const [gone, friend] = [await newPerson(api, 'Reacting'), await newPerson(api, 'Friend')];
  const body = { name: 'Both', contacts: [gone.id] };
  const { json: group } = await friend.send('POST', '/v1/groups', { body });
  const sent = { conversation_id: group.conversation_id, message: 'x' };
  const { json: message } = await friend.send('POST', '/v1/messages', { body: sent });
  const path = `/v1/messages/${message.id}`;
  for (const person of [gone, friend]) {
    const change = { reactions: { laughing: [person.username] } };
    expect((await person.send('PUT', path, { body: change })).status).toBe(200);
  }
  await transact(api.database, async (tx) => {
    const locked = await tx('message_reactions').where({ contact_id: gone.id }).forUpdate();
    expect(locked).toHaveLength(1);
    await remove(gone);
  });
  const { json } = await friend.send('GET', path);
  expect(json.reactions).toEqual([{ laughing: ['Friend'] }]);
});

it('what a deadlock ended is done again', async () => {
  const [one, other] = [await newPerson(api, 'One'), await newPerson(api, 'Other')];
  const rename = (
    tx: Parameters<Parameters<typeof transact>[1]>[0],
    { id }: Person,
    name: string,
  ) => tx('contacts').where({ id }).update({ display_name: name });
  let attempts = 0;
  let work: Promise<void> | undefined;
  const byHand = transact(api.database, async (tx) => {
    // The others are the ones that give up.
    await tx.raw(`set local deadlock_timeout = '1min'`);
    await rename(tx, other, 'by hand');
    work = transactMessaging(api.database, api.organizationId, async (writer) => {
      attempts += 1;
      // The second attempt could take the row before the one that waited for it has woken.
      if (attempts > 1) await byHand;
      await rename(writer, one, 'by the writer');
      await rename(writer, other, 'by the writer');
    });
    await until('the writer waits', someoneWaits);
    await rename(tx, one, 'by hand');
  });
  await byHand;
  await work;
  expect(attempts).toBe(2);
  const rows = await api.database.knex('contacts').whereIn('id', [one.id, other.id]);
  expect(rows.map(({ display_name }) => display_name)).toEqual(['by the writer', 'by the writer']);
});
