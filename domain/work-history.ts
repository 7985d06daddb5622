import type { WorkState } from './work-kinds.ts';

/** What is known of a piece of work: its row, its unsuccessful attempts, and what people did about it. */
export type WorkFacts = {
  work: {
    state: WorkState;
    attempt: number;
    createdAt: Date;
    dispatchedAt: Date | null;
    startedAt: Date | null;
    finishedAt: Date | null;
  };
  attempts: readonly {
    attempt: number;
    outcome: 'RETRIED' | 'FAILED' | 'CANCELLED';
    error: string | null;
    startedAt: Date | null;
    endedAt: Date;
  }[];
  interventions: readonly {
    type: 'WorkRetryRequested' | 'WorkCancelRequested';
    principal: string;
    at: Date;
  }[];
};

/** One thing that happened to a piece of work. */
export type WorkStep = {
  at: Date;
  what: string;
  attempt?: number;
  startedAt?: Date;
  error?: string | null;
  principal?: string;
};

/** Everything that happened to a piece of work, in the order of time. */
export function tellWorkHistory({ work, attempts, interventions }: WorkFacts): WorkStep[] {
  const [requested, ...later] = ownSteps(work);
  // Of steps in the same instant this order holds: an attempt ends, and then the work.
  const steps = [
    ...(requested ? [requested] : []),
    ...attempts.map(({ attempt, outcome, error, startedAt, endedAt }) => ({
      at: endedAt,
      what: `attempt ${outcome.toLowerCase()}`,
      attempt,
      error,
      ...(startedAt && { startedAt }),
    })),
    ...interventions.map(({ type, principal, at }) => ({
      at,
      what: type === 'WorkRetryRequested' ? 'retry requested' : 'cancel requested',
      principal,
    })),
    ...later,
  ];
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** What the row itself tells: how it began, and how far its present attempt is. */
function ownSteps(work: WorkFacts['work']): WorkStep[] {
  const { createdAt, dispatchedAt, startedAt, finishedAt, attempt, state } = work;
  const steps: WorkStep[] = [{ at: createdAt, what: 'requested' }];
  if (dispatchedAt) steps.push({ at: dispatchedAt, what: 'dispatched', attempt });
  // Before an attempt begins, the row still tells when the one before it began.
  const hasBegun = state !== 'QUEUED';
  if (startedAt && hasBegun) steps.push({ at: startedAt, what: 'started', attempt });
  if (finishedAt) steps.push({ at: finishedAt, what: state.toLowerCase() });
  return steps;
}
