import { randomUUID } from 'node:crypto';
import { beginUpload } from '../../../commands/messages/upload-attachment.ts';
import { transact } from '../../../db/transact.ts';
import { jobs } from '../../../jobs/index.ts';
import { removeDeletedMessages } from '../../../jobs/housekeeping/remove-deleted-messages.ts';
import type { ObjectStorage } from '../../../lib/object-storage/object-storage.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { attachToNewMessage, upload } from '../../support/builders/messaging/attachments.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import { removeDeleted } from '../../support/remove-deleted.ts';

let api: TestApi;
let kate: Person;
let kevin: Person;
beforeEach(async () => {
  api = await startApi();
  kate = await newPerson(api, 'KateMcCallister');
  kevin = await newPerson(api, 'Kevin');
});
afterEach(() => api.stop());

const run = (storage?: ObjectStorage, kill?: number) =>
  removeDeleted(api, {
    ...(storage && { storage }),
    ...(kill !== undefined && { kill }),
  });

const count = async (table: string) => Number((await api.database.knex(table).count())[0]?.count);
async function isStored(key: string | null): Promise<boolean> {
  const found = await api.storage.get(key ?? '');
  found?.stream.destroy();
  return found !== undefined;
}

async function deleteConversation(id: string): Promise<void> {
  await api.database.knex('conversations').where({ id }).update({ deleted_at: new Date() });
  await api.database.knex('conversation_members').where({ conversation_id: id }).delete();
}

async function addMessages(
  conversationId: string,
  contactId: string,
  count: number,
): Promise<void> {
  await api.database.knex.raw(
    `insert into messages (organization_id, id, position, conversation_id, contact_id, message, created_at)
     select ?, 'm' || n, n + 1000000, ?, ?, 'text', now() from generate_series(1, ?) n`,
    [api.organizationId, conversationId, contactId, count],
  );
}

it('is registered', () => {
  expect(jobs).toContain(removeDeletedMessages);
});

it('removes messages of deleted conversations with files, reactions and what events tell, and nothing else', async () => {
  const { knex } = api.database;
  const [gone, kept] = [
    await newConversation(api, kate, kevin),
    await newConversation(api, kate, await newPerson(api, 'Buzz')),
  ];
  const files = await Promise.all(['a', 'b', 'c'].map((text) => upload(kate, text)));
  const [first, second] = files.map(({ json }) => json.id);
  const deleted = await attachToNewMessage(api, kate, gone, [
    first,
    { file_url: 'https://example.com/x' },
  ]);
  const staying = await attachToNewMessage(api, kate, kept, [second]);
  await knex('message_reactions').insert({
    organization_id: api.organizationId,
    message_id: deleted.id,
    name: 'x',
    contact_id: kevin.id,
  });
  await addMessages(gone, kevin.id, 2_500);
  await deleteConversation(gone);
  await run();
  expect(await knex('messages').pluck('id')).toEqual([staying.id]);
  expect(await knex('conversations').pluck('id')).toEqual([kept]);
  expect(await count('message_reactions')).toBe(0);
  expect(await isStored(deleted.attachments[0]?.storageKey ?? null)).toBe(false);
  expect(await isStored(staying.attachments[0]?.storageKey ?? null)).toBe(true);
  expect(await count('attachments')).toBe(2);
  const events = await knex('messaging_events').whereIn('subject_id', [
    gone,
    deleted.id,
    ...deleted.attachments.map(({ id }) => id),
  ]);
  expect(events.length).toBeGreaterThan(4);
  for (const { data, subject_id: id } of events) {
    // Clients of the stream ask to which of their conversations it belonged.
    const where = id === deleted.id && { conversation_id: gone };
    expect(data).toBe(JSON.stringify({ id, ...where, deleted: true }));
  }
  const [{ data }] = await knex('messaging_events').where({ subject_id: staying.id });
  expect(JSON.parse(data)).toMatchObject({ message: 'Hi' });
});

it('removes reactions of deleted contacts, those that somebody has locked another time, and no others', async () => {
  const { knex } = api.database;
  const conversation = await newConversation(api, kate, await newPerson(api, 'Buzz'));
  await addMessages(conversation, kate.id, 1_500);
  for (const { id } of [kate, kevin]) {
    await knex.raw(
      `insert into message_reactions (organization_id, message_id, name, contact_id)
       select organization_id, id, 'x', ? from messages`,
      [id],
    );
  }
  await kevin.send('DELETE', `/v1/contacts/${kevin.id}`);
  expect(await count('message_reactions')).toBe(3_000);
  await transact(api.database, async (tx) => {
    const mine = { contact_id: kevin.id, message_id: 'm700' };
    await tx('message_reactions').where(mine).forUpdate().select('n');
    await run();
    expect(await count('message_reactions')).toBe(1_501);
  });
  await run();
  expect(await knex('message_reactions').distinct('contact_id')).toEqual([{ contact_id: kate.id }]);
  expect(await count('message_reactions')).toBe(1_500);
});

it('removes files of deleted attachments, and uploads that did not end within a day', async () => {
  const { knex } = api.database;
  const { id } = (await upload(kate, 'x')).json;
  const { storage_key: key } = await knex('attachments').where({ id }).first();
  await kate.send('DELETE', `/v1/attachments/${id}`);
  expect(await isStored(key)).toBe(true);
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  const caller = { organizationId: api.organizationId, contact: kate };
  const begin = (now: Date) =>
    beginUpload(
      api.database,
      { caller, requestId: undefined, now, publicUrl: 'x', quotaBytes: Infinity },
      'x',
    );
  const [old, young] = [await begin(hours(25)), await begin(hours(23))];
  async function* content() {
    yield Buffer.from(randomUUID());
  }
  for (const { storageKey } of [old, young]) await api.storage.put(storageKey, content());
  await run();
  expect(await isStored(key)).toBe(false);
  expect(await isStored(old.storageKey)).toBe(false);
  expect(await isStored(young.storageKey)).toBe(true);
  expect(await knex('attachments').pluck('id')).toEqual([young.attachment.id]);
});

it('leaves neither files nor rows, wherever its process is killed', async () => {
  const conversation = await newConversation(api, kate, kevin);
  const keys: (string | null)[] = [];
  for (const text of ['a', 'b', 'c']) {
    const { id } = (await upload(kate, text)).json;
    const { attachments } = await attachToNewMessage(api, kate, conversation, [id]);
    keys.push(attachments[0]?.storageKey ?? null);
  }
  await addMessages(conversation, kevin.id, 1_200);
  await deleteConversation(conversation);
  for (let step = 0; step < 9; step++) {
    await expect(run(api.storage, step % 5)).rejects.toThrow('killed');
    // What has no row has no file any more.
    const known = await api.database.knex('attachments').pluck('storage_key');
    for (const key of keys) if (!known.includes(key)) expect(await isStored(key)).toBe(false);
  }
  await run();
  for (const table of ['messages', 'attachments', 'conversations', 'conversation_members']) {
    expect([table, await count(table)]).toEqual([table, 0]);
  }
  for (const key of keys) expect(await isStored(key)).toBe(false);
});

it('goes on another time when the storage fails, and loses track of nothing', async () => {
  const { id } = (await upload(kate, 'x')).json;
  await kate.send('DELETE', `/v1/attachments/${id}`);
  const broken = { ...api.storage, remove: () => Promise.reject(new Error('no answer')) };
  await expect(run(broken)).rejects.toThrow('no answer');
  expect(await count('attachments')).toBe(1);
  await run();
  expect(await count('attachments')).toBe(0);
});

it('removes all others when the storage refuses to give up some, which come last from then on', async () => {
  const { knex } = api.database;
  for (let index = 0; index < 60; index++) {
    const { id } = (await upload(kate, 'x')).json;
    await kate.send('DELETE', `/v1/attachments/${id}`);
  }
  const byAge = () => knex('attachments').orderBy('removed_at').pluck('storage_key');
  const refused = new Set<string>((await byAge()).slice(0, 50));
  const stubborn = {
    ...api.storage,
    remove: (key: string) =>
      refused.has(key) ? Promise.reject(new Error('AccessDenied')) : api.storage.remove(key),
  };
  await expect(run(stubborn)).rejects.toThrow('AccessDenied');
  expect(new Set(await byAge())).toEqual(refused);
  // One that is deleted later does not wait behind them.
  const { id } = (await upload(kate, 'x')).json;
  await kate.send('DELETE', `/v1/attachments/${id}`);
  await expect(run(stubborn)).rejects.toThrow('AccessDenied');
  expect(new Set(await byAge())).toEqual(refused);
  await run();
  expect(await count('attachments')).toBe(0);
});
