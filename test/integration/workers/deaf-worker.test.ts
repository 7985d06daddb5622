import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cancelWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import { ensureBuilt } from '../../support/chaos/dist.ts';
import { hang, scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';
import { until } from '../../support/until.ts';

let bench: Workbench;

beforeAll(async () => {
  ensureBuilt();
  bench = await createWorkbench();
  await bench.startDispatcher();
});
afterAll(() => bench.close());

const deaf = scriptedJob('deaf', 'access-timers');
const other = scriptedJob('other', 'mail', hang);

/** A worker as it is delivered, with two jobs more. */
const program = `
  import { jobs } from './dist/jobs/index.js';
  import { Type } from '@sinclair/typebox';
  const payload = Type.Object({ text: Type.String() });
  const giveUp = () => Promise.resolve();
  jobs.push(
    { kind: 'access-timers', name: 'deaf', payload, giveUp, run: () => new Promise(() => undefined) },
    {
      kind: 'mail', name: 'other', payload, giveUp,
      run: ({ signal }) => new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
    },
  );
  await import('./dist/workers/main.js');`;

it('ends a worker whose work does not end, after its other work was put back', async () => {
  const worker = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: bench.url,
      REDIS_URL: bench.redis.url,
      LEASE_SECONDS: '2',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  }
  const ended = once(worker, 'close');
  try {
    const beside = await bench.request(other);
    const id = await bench.request(deaf);
    await bench.untilState(beside, 'RUNNING');
    await bench.untilState(id, 'RUNNING');
    await transact(bench.database, (tx) => cancelWork(tx, bench.organizationId, id));
    expect(await ended).toEqual([1, null]);
    expect(await bench.row(id)).toMatchObject({ state: 'CANCELLED' });
    expect(await bench.row(beside)).toMatchObject({
      state: 'QUEUED',
      attempt: 2,
      last_error: 'the worker process was stopped',
    });
    const lines = log.split('\n').filter((line) => line.includes('work continues although'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(id);
  } finally {
    worker.kill('SIGKILL');
    await until('it has ended', () => worker.exitCode !== null || worker.signalCode !== null);
  }
});
