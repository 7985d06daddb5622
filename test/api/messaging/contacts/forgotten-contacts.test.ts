import { transact } from '../../../../db/transact.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { newConversation, newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { emitEvent, eventMessage } from '../../../support/builders/messaging/messaging-events.ts';
import { removeDeleted } from '../../../support/remove-deleted.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.stop());

const avatarUrl = 'https://example.com/gone.png';

async function newPictured(username: string, organizationId = api.organizationId): Promise<Person> {
  const person = await newPerson(api, username, organizationId);
  await api.database.knex('contacts').where({ id: person.id }).update({ avatar_url: avatarUrl });
  return { ...person, avatarUrl };
}

async function leave(person: Person): Promise<void> {
  expect((await person.send('DELETE', `/v1/contacts/${person.id}`)).status).toBe(200);
}

type Stored = { position: number; subject_id: string; data: string };
const events = (): Promise<Stored[]> =>
  api.database.knex('messaging_events').orderBy('position').select('*');
const toldUpTo = async ({ id }: Person): Promise<number | null> =>
  (await api.database.knex('contacts').where({ id }).first('told_up_to')).told_up_to;
const holders = async ({ phoneNumber }: Person): Promise<number> =>
  (await events()).filter(({ data }) => data.includes(phoneNumber as string)).length;

it('takes phone number and picture of deleted contacts out of former events, and changes nothing else', async () => {
  const [gone, friend] = [await newPictured('Gone 🙂'), await newPictured('Friend')];
  const foreign = await newPictured('Gone', await api.newOrganization('foreign'));
  const body = { name: 'Both', contacts: [gone.id] };
  const { json: group } = await friend.send('POST', '/v1/groups', { body });
  for (const author of [gone, friend]) {
    const message = `"phone_number" is ${gone.phoneNumber}, not ${avatarUrl}`;
    const sent = { conversation_id: group.conversation_id, message };
    const { json } = await author.send('POST', '/v1/messages', { body: sent });
    await friend.send('PUT', `/v1/messages/${json.id}`, {
      body: { reactions: { __proto__x: ['Friend'] } },
    });
  }
  await leave(gone);
  const before = await events();
  await removeDeleted(api);

  const without = (data: string) => {
    const masked = (contact: any) =>
      contact.id === gone.id ? { ...contact, phone_number: null, avatar_url: null } : contact;
    const { contact, contacts, ...rest } = JSON.parse(data);
    return {
      ...rest,
      ...(contact && { contact: masked(contact) }),
      ...(contacts && { contacts: contacts.map(masked) }),
    };
  };
  const after = await events();
  expect(after.map(({ data }) => JSON.parse(data))).toEqual(
    before.map(({ data }) => without(data)),
  );
  // The members stay in their order, too.
  const keys = (data: string) => Object.keys(JSON.parse(data).contact ?? {});
  expect(after.map(({ data }) => keys(data))).toEqual(before.map(({ data }) => keys(data)));
  const changed = after.filter(({ data }, index) => data !== before[index]?.data);
  // Both events of its own message, and that of the group.
  expect(changed.length).toBe(3);
  const stored = JSON.stringify(after.map(({ data }) => JSON.parse(data)));
  expect(stored).toContain(friend.phoneNumber as string);
  expect(stored).toContain(foreign.phoneNumber as string);
  expect(await toldUpTo(gone)).toBeNull();

  await removeDeleted(api);
  expect(await events()).toEqual(after);
});

it('goes through events in batches, on from where a killed process was, and no further back than the contact goes', async () => {
  const friend = await newPerson(api, 'Friend');
  const { knex } = api.database;
  const gone = await newPerson(api, 'Gone');
  const conversation = await newConversation(api, gone, friend);
  const { organizationId } = api;
  await knex.raw(
    `insert into messaging_events (organization_id, position, id, type, subject_kind, subject_id, principal, data, at)
     select ?, 100000 + n, gen_random_uuid(), 'message.created', 'message', 'm' || n, 'x', ?::json, now() from generate_series(1, 3500) n`,
    [organizationId, JSON.stringify(eventMessage(gone, conversation))],
  );
  await knex('messaging_heads').update({ position: 200_000 });
  await leave(gone);
  expect(await holders(gone)).toBe(3_500);
  // The first run removes the conversation in two steps before.
  const places: (number | null)[] = [];
  for (const kill of [3, 1]) {
    await expect(removeDeleted(api, { kill })).rejects.toThrow('killed');
    places.push(await toldUpTo(gone));
  }
  const [one, two] = places as [number, number];
  expect(one).toBeGreaterThan(102_000);
  expect(two).toBeLessThan(one);
  expect(await holders(gone)).toBeGreaterThan(0);
  await removeDeleted(api);
  expect([await toldUpTo(gone), await holders(gone)]).toEqual([null, 0]);
  const late = await newPerson(api, 'Late');
  await leave(late);
  await expect(removeDeleted(api, { kill: 1 })).rejects.toThrow('killed');
  expect(await toldUpTo(late)).toBeNull();
});

it('waits for no writer: what one has locked is forgotten the next time', async () => {
  const [gone, friend] = [await newPerson(api, 'Gone'), await newPerson(api, 'Friend')];
  const positions: number[] = [];
  for (let n = 0; n < 4; n++) {
    const message = eventMessage(gone, 'x', { message: `${n}` });
    positions.push(await emitEvent(api, friend, 'message.created', message));
  }
  await leave(gone);
  await transact(api.database, async (tx) => {
    await tx('messaging_events').where({ position: positions[2] }).forUpdate().select('id');
    await removeDeleted(api);
    expect(await holders(gone)).toBe(1);
    expect(await toldUpTo(gone)).toBe(positions[2]);
  });
  await removeDeleted(api);
  expect([await toldUpTo(gone), await holders(gone)]).toEqual([null, 0]);
});
