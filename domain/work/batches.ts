import type { WorkState } from './kinds.ts';

export type BatchAction = 'retry' | 'cancel';

/** `refused`: the state of the work did not allow it. */
export type BatchOutcome = 'waiting' | 'done' | 'refused' | 'failed';

/** States in which work can be retried or cancelled. */
export const statesOf: Readonly<Record<BatchAction, readonly WorkState[]>> = {
  retry: ['FAILED', 'CANCELLED', 'QUEUED'],
  cancel: ['QUEUED', 'RUNNING'],
};

/** Pieces of work of one batch at most. */
export const maxBatchRows = 100_000;
