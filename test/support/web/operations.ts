import { workKinds } from '../../../domain/work/kinds.ts';
import { newId } from '../../../lib/ids.ts';
import type { TestApi } from '../http/api.ts';

type Work = {
  id?: string;
  kind?: string;
  job?: string;
  key?: string;
  state?: string;
  payload?: object;
  error?: string;
  subjectId?: string;
  dueAt?: Date;
  createdAt?: Date;
};

/** Stores a piece of work as if it had been requested before; its job is one that workers know. */
export async function storeWork(
  { database, organizationId }: TestApi,
  { kind = 'mail', job = 'send-test-mail', state = 'FAILED', ...work }: Work = {},
): Promise<string> {
  const id = work.id ?? newId();
  const hasEnded = state !== 'QUEUED' && state !== 'RUNNING';
  const at = work.createdAt ?? new Date();
  await database.knex('work').insert({
    id,
    organization_id: organizationId,
    kind,
    job,
    key: work.key ?? id,
    subject_id: work.subjectId ?? null,
    payload: work.payload ?? { to: 'ada@example.com' },
    state,
    attempt: hasEnded ? 2 : 1,
    // The next attempt has a higher one than those that are stored.
    fence: 2,
    available_at: work.dueAt ?? at,
    created_at: at,
    last_error: work.error ?? null,
    finished_at: hasEnded ? at : null,
    lease_until: state === 'RUNNING' ? new Date(Date.now() + 600_000) : null,
  });
  if (state === 'FAILED') await storeAttempts(database.knex, id, work.error ?? 'no reason');
  return id;
}

/** Two attempts that failed, each with an error of its own. */
async function storeAttempts(knex: TestApi['database']['knex'], id: string, error: string) {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await knex('work_attempts').insert(
    [1, 2].map((attempt) => ({
      work_id: id,
      fence: attempt,
      attempt,
      outcome: attempt === 1 ? 'RETRIED' : 'FAILED',
      error: attempt === 1 ? `first: ${error}` : error,
      started_at: minutesAgo(10 - attempt),
      ended_at: minutesAgo(9 - attempt),
    })),
  );
}

/** Stores living processes, which tests run without: a worker for all kinds, and a clock. */
export async function storeProcesses({ database }: TestApi, kinds = workKinds): Promise<void> {
  const row = (role: string, pid: number) => ({
    id: newId(),
    role,
    host: 'vm',
    pid,
    kinds: role === 'worker' ? [...kinds] : [],
    started_at: new Date(),
    // Alive for as long as the test takes.
    seen_at: new Date(Date.now() + 3_600_000),
    metrics: '[]',
  });
  await database.knex('processes').delete();
  await database.knex('processes').insert([row('worker', 1), row('clock', 2)]);
}

/** Rows of one statement, which has an end in time also on a busy machine. */
const chunk = 10_000;

/** Stores so many pieces of failed mail; each error names one of 50 receivers. */
export async function storeManyWorks(
  { database, organizationId }: TestApi,
  count: number,
): Promise<void> {
  for (let first = 1; first <= count; first += chunk) {
    await database.knex.raw(
      `insert into work (id, organization_id, kind, job, key, payload, state, attempt, available_at, created_at, finished_at, last_error)
       select gen_random_uuid(), ?, 'mail', 'send-test-mail', gen_random_uuid()::text, '{"to":"ada@example.com"}', 'FAILED', 2,
         now(), now() - n * interval '1 second', now(), 'receiver ' || n % 50 || ' of 50: connection refused'
       from generate_series(?::int, ?::int) n`,
      [organizationId, first, Math.min(first + chunk - 1, count)],
    );
  }
  await database.knex.raw('analyze work');
}
