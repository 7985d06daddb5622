import { updateWorkProgress } from '../../db/tables/work-claims.ts';
import type { JobContext } from '../define-job.ts';
import type { TestProgress } from './run-checks.ts';

const atMostEveryMs = 1_000;

/** How far a test is, as it is stored. */
export type StoredProgress = {
  report: (progress: TestProgress) => void;
  /** Afterwards nothing more is written. */
  settled: () => Promise<void>;
};

/** Stores at most one progress a second, the newest one; a run of a moment stores none. */
export function createProgress(context: JobContext): StoredProgress {
  let newest: TestProgress | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const write = (): void => {
    timer = undefined;
    const progress = newest;
    if (progress === undefined) return;
    newest = undefined;
    writing = context
      .fenced((tx) => updateWorkProgress(tx, context.work.id, progress))
      // A lost lease or a cancellation reaches the job by its signal and by its closing write.
      .catch((error: unknown) => context.log.debug({ err: error }, 'progress not stored'));
  };
  return {
    report: (progress) => {
      newest = progress;
      timer ??= setTimeout(write, atMostEveryMs);
    },
    settled: async () => {
      clearTimeout(timer);
      newest = undefined;
      await writing;
    },
  };
}
