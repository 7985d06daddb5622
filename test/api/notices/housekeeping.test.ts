import { access, createTestClock, startAccessApi } from '../../support/builders/access.ts';
import { doHousekeeping } from '../../support/builders/housekeeping.ts';
import { noticesOf, settleNotices, signInAs, titlesOf } from '../../support/builders/notices.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

const clock = createTestClock('2026-03-10T12:00:00.000Z');
let api: TestApi;
let workers: TestWorkers;
beforeAll(async () => {
  api = await startAccessApi(clock);
  workers = startWorkers(api, {}, { clock });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const put = (id: string, info: object, change = {}) =>
  api.send('PUT', `/api/access/${id}`, {
    body: access(id, { status: 'approved', ...info }, change),
  });
const endings = async (email: string) =>
  (await titlesOf(api, await signInAs(api, email))).filter((title) => title.includes('ends-soon'));

it('consumers are told once for each of 30, 7 and 1 days before the end of an access', async () => {
  await put('far', { endDate: '2026-05-01' });
  await put('soon', { endDate: '2026-04-05' });
  await put('asked', { endDate: '2026-04-05', status: 'requested' });
  const consumer = { userId: 'Mia@example.com' };
  await put('own', { endDate: '2026-03-15' }, { consumer });
  await settleNotices(api);
  for (const day of ['2026-03-10', '2026-03-10', '2026-03-11']) {
    clock.set(`${day}T12:00:00.000Z`);
    await doHousekeeping(api, 'notice-ending-access', clock.now());
  }
  expect(await endings('marketing-member@example.com')).toEqual(['access-ends-soon team soon']);
  expect(await endings('mia@example.com')).toEqual(['access-ends-soon team own']);
  expect(await endings('checkout-owner@example.com')).toEqual([]);
  for (const day of ['2026-03-29', '2026-04-03', '2026-04-05']) {
    clock.set(`${day}T12:00:00.000Z`);
    await doHousekeeping(api, 'notice-ending-access', clock.now());
  }
  const headers = await signInAs(api, 'marketing-member@example.com');
  const { notices } = await noticesOf(api, headers);
  const told = notices.filter(({ kind }) => kind === 'access-ends-soon');
  // The access far began to end soon on April 1.
  expect(told.map(({ subjectId }) => subjectId)).toEqual(['soon', 'far', 'soon', 'soon']);
  expect(told[0]?.details).toMatchObject({ date: '2026-04-05', dataProductName: 'Product shop' });
});

it('retention deletes notices after 90 days with their marks, and keeps the newest 1,000', async () => {
  const { knex } = api.database;
  const email = 'marketing-member@example.com';
  await knex('notices').delete();
  const row = (position: number, at: Date, recipient = `person:${email}`) => ({
    organization_id: api.organizationId,
    recipient,
    position,
    id: `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`,
    kind: 'document-changed',
    reason: 'follow',
    subject_kind: 'team',
    subject_id: 'checkout',
    principal: 'system',
    details: '{}',
    at,
  });
  const now = clock.now();
  const old = new Date(now.getTime() - 91 * 24 * 3_600_000);
  await knex('notices').insert([
    ...Array.from({ length: 3 }, (_, n) => row(n + 1, old)),
    ...Array.from({ length: 1_002 }, (_, n) => row(n + 10, now)),
    row(5_000, now, 'person:other@example.com'),
  ]);
  const reader = { organization_id: api.organizationId, reader: `person:${email}` };
  await knex('notice_reads').insert([
    { ...reader, position: 1, read_at: old },
    { ...reader, position: 500, read_at: now },
  ]);
  await doHousekeeping(api, 'apply-retention', now);
  const kept = await knex('notices')
    .where({ recipient: `person:${email}` })
    .orderBy('position');
  expect(kept.map(({ position }) => position)).toEqual(
    Array.from({ length: 1_000 }, (_, n) => n + 12),
  );
  expect(await knex('notices').where({ recipient: 'person:other@example.com' })).toHaveLength(1);
  expect(await knex('notice_reads').select('position')).toEqual([{ position: 500 }]);
});
