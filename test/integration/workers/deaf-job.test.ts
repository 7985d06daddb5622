import { cancelWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import { scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench, policy } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';
import { until } from '../../support/until.ts';

let bench: Workbench;

const deaf = scriptedJob('deaf', 'access-timers', () => new Promise<never>(() => undefined));

beforeAll(async () => {
  // Otherwise the time limit of an attempt would end them, too.
  policy('access-timers', { timeoutMs: 3_600_000 });
  bench = await createWorkbench();
  bench.startWorker([deaf], { leaseMs: 1_500 });
  await bench.startDispatcher();
});
afterAll(async () => {
  await bench.close();
  jest.restoreAllMocks();
});

test('a job that never hears of its end gives its slot back after a lease', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => bench.request(deaf, `${n}`)));
  const running = async () => {
    const rows = await Promise.all(ids.map((id) => bench.row(id)));
    return rows.filter(({ state }) => state === 'RUNNING').map(({ id }) => id);
  };
  // The kind has four slots; the fifth piece of work gets one only when one is given back.
  const first = await until('four run', async () => {
    const found = await running();
    return found.length === 4 && found;
  });
  for (const id of first) {
    await transact(bench.database, (tx) => cancelWork(tx, bench.organizationId, id));
  }
  for (const id of first) await bench.untilState(id, 'CANCELLED');
  const last = ids.filter((id) => !first.includes(id));
  await until('the fifth runs', async () => (await running()).join() === last.join());
  for (const id of last) {
    await transact(bench.database, (tx) => cancelWork(tx, bench.organizationId, id));
    await bench.untilState(id, 'CANCELLED');
  }
});
