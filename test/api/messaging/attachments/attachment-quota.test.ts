import fs from 'node:fs';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { upload } from '../../../support/builders/messaging/attachments.ts';
import { newConversation, newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { removeDeleted } from '../../../support/remove-deleted.ts';

let api: TestApi;
let kate: Person;
beforeEach(async () => {
  api = await startApi({ attachmentQuotaMb: 1 });
  kate = await newPerson(api, 'KateMcCallister');
});
afterEach(() => api.stop());

const kilobytes = (count: number) => Buffer.alloc(count * 1024, 'x');
const storedFiles = (): number =>
  fs
    .readdirSync(api.attachmentsDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).length;

it('refuses what one contact may not keep any more, says what to do, and keeps nothing of it', async () => {
  const kevin = await newPerson(api, 'Kevin');
  const first = await upload(kate, kilobytes(640));
  expect(first.status).toBe(200);
  const { status, json } = await upload(kate, kilobytes(385));
  expect([status, json.type]).toEqual([413, 'invalid_request']);
  expect(json.message).toMatch(/^You have 0\.6 MB of uploaded files, of at most 1 MB: /);
  expect(json.message).toContain('DELETE /v1/attachments/:id');
  expect((await kate.send('GET', '/v1/attachments')).json.data).toEqual([first.json]);
  await removeDeleted(api);
  expect(storedFiles()).toBe(1);
  expect((await upload(kevin, kilobytes(1024))).status).toBe(200);
  // To the byte.
  expect((await upload(kate, kilobytes(384))).status).toBe(200);
  expect((await upload(kate, 'x')).status).toBe(413);
  // Files that lie elsewhere are kept elsewhere.
  const body = { file_url: 'https://example.com/large.bin' };
  expect((await kate.send('POST', '/v1/attachments', { body })).status).toBe(200);
});

it('counts what messages carry, until it is deleted', async () => {
  const conversation_id = await newConversation(api, kate, await newPerson(api, 'Kevin'));
  const { id } = (await upload(kate, kilobytes(900))).json;
  const body = { conversation_id, message: 'Hi', attachments: [id] };
  const { json: message } = await kate.send('POST', '/v1/messages', { body });
  expect((await upload(kate, kilobytes(900))).status).toBe(413);
  expect((await kate.send('DELETE', `/v1/messages/${message.id}`)).status).toBe(200);
  const next = await upload(kate, kilobytes(900));
  expect(next.status).toBe(200);
  await kate.send('DELETE', `/v1/attachments/${next.json.id}`);
  expect((await upload(kate, kilobytes(900))).status).toBe(200);
});

it('counts nothing in groups that the contact has left, where it could delete nothing', async () => {
  const kevin = await newPerson(api, 'Kevin');
  const body = { name: 'Home', contacts: [kate.id, kevin.id] };
  const { json: group } = await kevin.send('POST', '/v1/groups', { body });
  const { id } = (await upload(kate, kilobytes(900))).json;
  const message = { conversation_id: group.conversation_id, message: 'Hi', attachments: [id] };
  expect((await kate.send('POST', '/v1/messages', { body: message })).status).toBe(200);
  expect((await upload(kate, kilobytes(900))).status).toBe(413);
  const change = (person: Person, contacts: string[]) =>
    person.send('PUT', `/v1/groups/${group.id}`, { body: { contacts } });
  expect((await change(kate, [kevin.id])).status).toBe(200);
  expect((await kate.send('DELETE', `/v1/attachments/${id}`)).status).toBe(404);
  expect((await upload(kate, kilobytes(200))).status).toBe(200);
  // The rest still does, and once it is back, so does what lies there.
  expect((await upload(kate, kilobytes(900))).status).toBe(413);
  expect((await change(kevin, [kate.id, kevin.id])).status).toBe(200);
  expect((await upload(kate, kilobytes(100))).status).toBe(413);
});

it('holds when many files come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(kate, kilobytes(300))));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 413, 413, 413, 413, 413]);
  const rows = await api.database.knex('attachments').whereNull('removed_at').select('id');
  expect(rows.length).toBe(3);
});

it('gives the first answer to a repeated upload that filled it', async () => {
  const headers = { 'idempotency-key': 'one' };
  const first = await upload(kate, kilobytes(1024), { headers });
  const again = await upload(kate, kilobytes(1024), { headers });
  expect([again.status, again.json]).toEqual([200, first.json]);
  const other = await upload(kate, 'y', { headers: { 'idempotency-key': 'two' } });
  expect(other.status).toBe(413);
});

it('with 0 there is none', async () => {
  const unbounded = await startApi({ attachmentQuotaMb: 0 });
  try {
    const person = await newPerson(unbounded, 'Kate');
    expect((await upload(person, kilobytes(2048))).status).toBe(200);
    expect((await upload(person, kilobytes(2048))).status).toBe(200);
  } finally {
    await unbounded.stop();
  }
});
