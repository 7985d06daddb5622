import { startLiveness } from '../../../workers/liveness.ts';
import type { LivenessOptions } from '../../../workers/liveness.ts';
import { scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

const job = scriptedJob('quick', 'mail');
const longAgo = performance.now() - 60_000;
let bench: Workbench;

beforeAll(async () => {
  bench = await createWorkbench();
  await bench.request(job);
});
afterAll(() => bench.close());

const dispatchedAgo = (seconds: number) =>
  bench.database.knex('work').update({ dispatched_at: new Date(Date.now() - seconds * 1_000) });

/** Runs some passes, each of which is woken; answers with what the process was ended, if it was. */
async function look(
  change: Partial<Omit<LivenessOptions, 'database' | 'exit'>> = {},
  passes = 4,
): Promise<number[]> {
  const exits: number[] = [];
  let asked = 0;
  const slots: LivenessOptions['runner']['slots'] =
    change.runner?.slots ?? (() => [{ kind: 'mail', free: 4, lastClaimAt: longAgo }]);
  const liveness = startLiveness({
    database: bench.database,
    redisAnswers: () => Promise.resolve(true),
    log: quietLog,
    ...change,
    runner: {
      slots: () => {
        asked += 1;
        return slots();
      },
    },
    exit: (code) => exits.push(code),
  });
  await until('it has looked', () => {
    liveness.wake();
    return asked >= passes;
  });
  await liveness.stop();
  return exits;
}

test('a process that neglects its work ends, at the second look', async () => {
  await dispatchedAgo(20);
  expect(await look({}, 1)).toEqual([]);
  expect((await look({}, 2))[0]).toBe(1);
});

test('work that was rung just now is nobody’s fault', async () => {
  await dispatchedAgo(10);
  expect(await look()).toEqual([]);
});

test('a process whose slots are taken, or that claimed just now, lives', async () => {
  await dispatchedAgo(20);
  const busy = () => [{ kind: 'mail' as const, free: 0, lastClaimAt: longAgo }];
  expect(await look({ runner: { slots: busy } })).toEqual([]);
  const fresh = () => [{ kind: 'mail' as const, free: 4, lastClaimAt: performance.now() }];
  expect(await look({ runner: { slots: fresh } })).toEqual([]);
});

test('work of kinds that it does not do is not its fault', async () => {
  await dispatchedAgo(20);
  const other = () => [{ kind: 'webhooks' as const, free: 4, lastClaimAt: longAgo }];
  expect(await look({ runner: { slots: other } })).toEqual([]);
});

test('while Redis is away, and when it has just come back, it lives', async () => {
  await dispatchedAgo(20);
  expect(await look({ redisAnswers: () => Promise.resolve(false) })).toEqual([]);
  let asked = 0;
  expect(await look({ redisAnswers: () => Promise.resolve(asked++ === 2) }, 5)).toEqual([]);
});
