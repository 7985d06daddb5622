import type { Db } from '../../../../db/connect.ts';
import { deleteProcess, upsertProcess } from '../../../../db/tables/work/processes.ts';
import { newId } from '../../../../lib/ids.ts';
import { undo } from './planted-servers.ts';
import type { Fault } from './planted-servers.ts';

/** Two processes on machines whose clocks are wrong: one two hours fast, the other a minute slow. */
export const skewedProcesses = (db: () => Db): Fault => ({
  fault: 'processes on machines whose clocks are wrong',
  check: 'processes',
  plant: async () => {
    const fast = { id: newId(), role: 'api', host: 'fast-host', pid: 7, kinds: [] } as const;
    const slow = { id: newId(), role: 'worker', host: 'slow-host', pid: 8, kinds: [] } as const;
    await upsertProcess(db(), fast, '[]', 7_200_000);
    undo.push(() => deleteProcess(db(), fast.id));
    await upsertProcess(db(), slow, '[]', -60_000);
    undo.push(() => deleteProcess(db(), slow.id));
    return {};
  },
  found:
    'the clock of the machine of the api fast-host:7 is 7200.0 s ahead of Postgres; the clock of the machine of the worker slow-host:8 is 60.0 s behind Postgres',
  advice: 'Synchronize it by NTP',
});
