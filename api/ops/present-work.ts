import type { Static } from '@sinclair/typebox';
import type { WorkHistory } from '../../db/views/work-history.ts';
import type { WorkRow } from '../../db/views/work-list.ts';
import type { workHistorySchema } from '../schemas/work.ts';

/** A piece of work as lists show it. */
export function presentWork({ organizationId, progress, ...row }: WorkRow) {
  return {
    ...row,
    owner: organizationId === null ? 'installation' : 'organization',
    progress: progress === null ? null : (JSON.parse(progress) as unknown),
  };
}

type Step = Static<typeof workHistorySchema>['history'][number];
type Happening = Omit<Step, 'at' | 'startedAt'> & { at: Date; startedAt?: string };

/** A piece of work with everything that happened to it, in the order of time. */
export function presentHistory(history: WorkHistory) {
  const steps = [
    ...ownSteps(history.work),
    ...attemptSteps(history),
    ...interventionSteps(history),
  ];
  steps.sort((a, b) => a.at.getTime() - b.at.getTime());
  return { ...presentWork(history.work), history: steps };
}

/** What the row itself tells: how it began, and how far its present attempt is. */
function ownSteps(work: WorkRow): Happening[] {
  const { createdAt, dispatchedAt, startedAt, finishedAt, attempt, state } = work;
  const steps: Happening[] = [{ at: createdAt, what: 'requested' }];
  // Before an attempt begins, the row still tells when the one before it began.
  const isCurrent = state !== 'QUEUED';
  if (dispatchedAt) steps.push({ at: dispatchedAt, what: 'dispatched', attempt });
  if (startedAt && isCurrent) steps.push({ at: startedAt, what: 'started', attempt });
  if (finishedAt) steps.push({ at: finishedAt, what: state.toLowerCase() });
  return steps;
}

function attemptSteps({ attempts }: WorkHistory): Happening[] {
  return attempts.map(({ attempt, outcome, error, startedAt, endedAt }) => ({
    at: endedAt,
    what: `attempt ${outcome.toLowerCase()}`,
    attempt,
    error,
    ...(startedAt && { startedAt: startedAt.toISOString() }),
  }));
}

function interventionSteps({ interventions }: WorkHistory): Happening[] {
  return interventions.map(({ type, principal, at }) => ({
    at,
    what: type === 'WorkRetryRequested' ? 'retry requested' : 'cancel requested',
    principal,
  }));
}
