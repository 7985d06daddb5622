import type { WorkState } from './kinds.ts';

/** The facts about a piece of work: its row, its unsuccessful attempts, and interventions by people. */
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

/** One step in the history of a piece of work. */
export type WorkStep = {
  at: Date;
  what: string;
  attempt?: number;
  startedAt?: Date;
  error?: string | null;
  principal?: string;
};

/** The complete history of a piece of work, in chronological order. */
export function listWorkSteps({ work, attempts, interventions }: WorkFacts): WorkStep[] {
  const [requested, ...later] = ownSteps(work);
  // The order of steps in the same instant: an attempt ends before the work.
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

/** The steps from the row itself: its request, and its current attempt. */
function ownSteps(work: WorkFacts['work']): WorkStep[] {
  const { createdAt, dispatchedAt, startedAt, finishedAt, attempt, state } = work;
  const steps: WorkStep[] = [{ at: createdAt, what: 'requested' }];
  if (dispatchedAt) steps.push({ at: dispatchedAt, what: 'dispatched', attempt });
  // Until an attempt starts, the row still has the start time of the previous one.
  const hasBegun = state !== 'QUEUED';
  if (startedAt && hasBegun) steps.push({ at: startedAt, what: 'started', attempt });
  if (finishedAt) steps.push({ at: finishedAt, what: state.toLowerCase() });
  return steps;
}

/** An attempt of a piece of work; `endedAt` is null while it runs. */
export type ListedAttempt = {
  attempt: number;
  outcome: 'RUNNING' | 'RETRIED' | 'DONE' | 'FAILED' | 'CANCELLED';
  error: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  seconds: number | null;
};

/** The attempts that have started, newest first. */
export function listAttempts({ work, attempts }: WorkFacts, now: Date): ListedAttempt[] {
  const ended = attempts.map((each): Omit<ListedAttempt, 'seconds'> => ({
    attempt: each.attempt,
    outcome: each.outcome,
    error: each.error,
    startedAt: each.startedAt,
    endedAt: each.endedAt,
  }));
  const { state, attempt, startedAt, finishedAt } = work;
  // Only attempts without success have rows of their own.
  const isOwn = state === 'RUNNING' || state === 'DONE';
  const current = isOwn
    ? [{ attempt, outcome: state, error: null, startedAt, endedAt: finishedAt }]
    : [];
  return [...ended, ...current].toReversed().map((each) => ({
    ...each,
    seconds:
      each.startedAt &&
      Math.max(0, ((each.endedAt ?? now).getTime() - each.startedAt.getTime()) / 1000),
  }));
}
