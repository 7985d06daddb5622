import { transact } from '../../db/transact.ts';
import type { JobContext } from '../../jobs/define-job.ts';
import { removeDeletedMessages } from '../../jobs/housekeeping/remove-deleted-messages.ts';
import { systemClock } from '../../lib/clock.ts';
import type { ObjectStorage } from '../../lib/object-storage/object-storage.ts';
import type { TestApi } from './http/api.ts';
import { quietLog } from './servers/database.ts';
import { jobSettings } from './sources/job-settings.ts';

/** One run of the job that removes deleted data; `kill` selects the step at which it ends, as if its process were killed. */
export async function removeDeleted(
  { database, storage: ownStorage }: Pick<TestApi, 'database' | 'storage'>,
  { storage = ownStorage, kill = Infinity }: { storage?: ObjectStorage; kill?: number } = {},
): Promise<void> {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps > kill) throw new Error('killed');
  };
  const context = {
    database,
    signal: new AbortController().signal,
    clock: systemClock,
    log: quietLog,
    settings: {
      ...jobSettings,
      storage: {
        ...storage,
        remove: async (key: string) => {
          step();
          await storage.remove(key);
        },
      },
    },
    fenced: async (write) => {
      step();
      return transact(database, write);
    },
  } as Partial<JobContext> as JobContext;
  await removeDeletedMessages.run(context, {});
}
