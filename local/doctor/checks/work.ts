import { readServerFacts } from '../../../db/server-facts.ts';
import { listFailedKinds, summariseUnfinishedWork } from '../../../db/views/work/summary.ts';
import { failed, ok, warning } from '../check.ts';
import type { Check, Finding } from '../check.ts';
import { onDatabase } from '../on-database.ts';

const day = 24 * 3_600_000;
const overdueMs = 60_000;

type Unfinished = Awaited<ReturnType<typeof summariseUnfinishedWork>>[number];
type Failed = Awaited<ReturnType<typeof listFailedKinds>>[number];

/** Checks that background work is done: none waits for long, and none failed permanently in the last day. */
export const work: Check = {
  name: 'work',
  needs: ['schema'],
  run: async ({ databaseUrl = '' }) => {
    // The clock of Postgres, because a wrong local clock is reported by another check.
    const { now } = await readServerFacts(databaseUrl);
    const overdueSince = new Date(now.getTime() - overdueMs);
    return onDatabase(databaseUrl, async (db) =>
      judge(
        await summariseUnfinishedWork(db, undefined, overdueSince),
        await listFailedKinds(db, undefined, new Date(now.getTime() - day)),
      ),
    );
  },
};

function judge(unfinished: readonly Unfinished[], failures: readonly Failed[]): Finding {
  const overdue = unfinished.filter((kind) => kind.due > 0);
  if (overdue.length > 0) {
    const count = sum(overdue.map((kind) => kind.due));
    return failed(
      `${pieces(count)} due for more than 60 s (${kindsOf(overdue)}): no worker or clock runs?`,
      overdue.some((kind) => kind.oldestUndispatchedAt !== null)
        ? 'Start a clock process, and see its log: this work was not dispatched. bin/start runs a clock.'
        : 'Start a worker for these kinds (WORKER_QUEUES), and see its log. bin/start runs a worker for all kinds.',
    );
  }
  if (failures.length > 0) {
    return warning(
      `${pieces(sum(failures.map((kind) => kind.count)))} failed in the last day (${kindsOf(failures)})`,
      'npm run work -- list --state FAILED shows why; fix the cause, then npm run work -- retry <id>.',
    );
  }
  return ok('no overdue work, no failures in the last day');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function kindsOf(rows: readonly { kind: string }[]): string {
  return rows.map((row) => row.kind).join(', ');
}

function pieces(count: number): string {
  return count === 1 ? '1 piece of work' : `${count} pieces of work`;
}
