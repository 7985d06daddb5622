import { requestWork } from '../../../db/tables/work/work.ts';
import { claimWork } from '../../../db/tables/work/claims.ts';
import { transact } from '../../../db/transact.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { systemClock } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { answerCall } from '../../../local/cli/main.ts';
import { giveUpWork } from '../../../workers/give-up-work.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function call(words: string): Promise<{ code: number; out: string; error: string }> {
  const env = { DATABASE_URL: api.url };
  return answerCall(words.split(' '), { env, rootDir: process.cwd(), clock: systemClock });
}

const json = async (words: string) => JSON.parse((await call(`${words} --json`)).out);

function request(organizationId: OrganizationId | undefined): Promise<string> {
  const now = new Date();
  return transact(api.database, (tx) =>
    requestWork(tx, {
      organizationId,
      kind: 'housekeeping',
      job: 'apply-retention',
      key: newId(),
      subjectId: 'subject',
      payload: {},
      dueAt: now,
      now,
    }),
  );
}

async function fail(id: string, error: string): Promise<void> {
  const limits = { maxAttempts: 1, leaseMs: 60_000, timeoutMs: 60_000 };
  const work = await claimWork(api.database.knex, { id, attempt: 1 }, limits);
  if (!work) throw new Error('not claimed');
  const subject = { work, job: undefined, now: new Date() };
  await transact(api.database, (tx) => giveUpWork(tx, subject, { outcome: 'FAILED', error }));
}

test('failed work is found, explained, tried again and ended, whoever owns it', async () => {
  const id = await request(undefined);
  const other = await request(api.organizationId);
  await fail(id, 'disk\nfull');
  const listed = await call('work list --state FAILED');
  expect(listed.code).toBe(0);
  expect(listed.out).toMatch(/housekeeping +1 +1 +0 +0 +1 +0/);
  expect(listed.out).toMatch(
    new RegExp(`${id} +installation +housekeeping +subject +FAILED +1 .* disk full`),
  );
  expect(listed.out).not.toContain(other);
  const found = await json('work list --kind housekeeping --error full');
  expect(found.work.map((work: { id: string }) => work.id)).toEqual([id]);
  const all = await call(`work list --subject subject --from 2020-01-01 --after ${newId()}`);
  expect(all.out).toMatch(new RegExp(`${other} +test +housekeeping`));
  expect((await json('work list --to 2020-01-01')).work).toEqual([]);

  const retried = await call(`work retry ${id}`);
  expect(retried.code).toBe(0);
  expect(retried.out).toMatch(/^housekeeping, apply-retention, about subject: QUEUED\n/);
  expect(retried.out).toMatch(
    /attempt failed \(1\) +\S+Z +disk\nfull[^]*retry requested +– +system/,
  );
  expect(await call(`work cancel ${id}`)).toMatchObject({ code: 0 });
  expect(await json(`work show ${id}`)).toMatchObject({ id, state: 'CANCELLED', attempt: 2 });
  expect(await json('work list --state CANCELLED')).toMatchObject({ work: [{ id }] });
});

test('what makes no sense is refused in words', async () => {
  const id = await request(undefined);
  const limits = { maxAttempts: 1, leaseMs: 60_000, timeoutMs: 60_000 };
  await claimWork(api.database.knex, { id, attempt: 1 }, limits);
  expect(await json(`work retry ${id}`)).toEqual({
    error: { code: 'invalid_transition', message: expect.stringMatching(/is running/) },
  });
  expect((await call(`work retry ${id}`)).code).toBe(1);
  expect((await json(`work show ${newId()}`)).error.code).toBe('not_found');
  expect((await json('work cancel x')).error.code).toBe('not_found');
  for (const words of ['--state LOST', '--from yesterday', '--after x'])
    expect((await call(`work list ${words}`)).code).toBe(2);
  expect((await call('work list --kind x')).error).toMatch(/--kind cannot be 'x'/);
});
