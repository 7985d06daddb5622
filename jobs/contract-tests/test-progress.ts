import { updateWorkProgress } from '../../db/tables/work/claims.ts';
import type { JobContext } from '../define-job.ts';
import type { TestProgress } from './run-state.ts';

const atMostEveryMs = 1_000;

/** Stores the progress of a test. */
export type StoredProgress = {
  report: (progress: TestProgress) => void;
  /** Resolves when nothing more will be written. */
  settled: () => Promise<void>;
};

/** Stores at most one progress a second, always the newest; a very short run stores none. */
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
      // The job notices a lost lease or a cancellation by its signal and by its closing write.
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
