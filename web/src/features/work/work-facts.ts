import { relativeTime } from '../../lib/dates.ts';
import { statusWord } from '../../texts/status-words.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import { jobName } from '../../texts/operations/job-names.ts';
import { workTexts } from '../../texts/operations/work.ts';
import type { Work } from './queries.ts';

/** The name of a piece of work: that of its subject, or what its job does. */
export const nameOfWork = ({ subjectName, job }: Pick<Work, 'subjectName' | 'job'>): string =>
  subjectName ?? jobName(job);

type Stated = Pick<
  Work,
  | 'state'
  | 'attempt'
  | 'maxAttempts'
  | 'availableAt'
  | 'leaseUntil'
  | 'cancelRequestedAt'
  | 'lastError'
>;

/** The state of a piece of work with what comes next: "Tried again soon: attempt 2 of 5, again within a minute". */
export function stateOfWork(work: Stated, now: Date): Described {
  if (work.state === 'QUEUED') return stateOfWaiting(work, now);
  if (work.state === 'RUNNING') return stateOfRunning(work, now);
  return { status: statusWord('work', work.state) };
}

type Described = { status: StatusWord; next?: string };

/** What comes within a minute is not "just now" yet. */
const timeOf = (at: Date, now: Date): string =>
  at.getTime() - now.getTime() < 60_000 ? workTexts.soon : relativeTime(at, now);

function stateOfWaiting(work: Stated, now: Date): Described {
  const { attempt, maxAttempts, availableAt, lastError } = work;
  const at = new Date(availableAt);
  if (attempt > 1 && lastError !== null) {
    const time = workTexts.again(timeOf(at, now));
    const next = `${workTexts.attempt(attempt, maxAttempts)}, ${time}`;
    return { status: statusWord('work', 'RETRYING'), next };
  }
  const status = statusWord('work', 'QUEUED');
  return at > now ? { status, next: workTexts.starts(timeOf(at, now)) } : { status };
}

function stateOfRunning(work: Stated, now: Date): Described {
  const { attempt, maxAttempts, leaseUntil, cancelRequestedAt } = work;
  const status = statusWord('work', 'RUNNING');
  if (cancelRequestedAt !== null) return { status, next: workTexts.cancelling };
  if (leaseUntil !== null && new Date(leaseUntil) < now) {
    return { status: { tone: 'bad', word: workTexts.expired, icon: 'alert' } };
  }
  return attempt > 1 ? { status, next: workTexts.attempt(attempt, maxAttempts) } : { status };
}

const canRetry = new Set(['FAILED', 'CANCELLED', 'QUEUED']);
const canCancel = new Set(['QUEUED', 'RUNNING']);

/** Whether the state of work allows an action; the server decides again. */
export const allows = (action: 'retry' | 'cancel', state: string): boolean =>
  (action === 'retry' ? canRetry : canCancel).has(state);

/** Work that waits can be started now, which is a retry; as a bulk action only what has ended is retried. */
export const allowsInBulk = (action: 'retry' | 'cancel', state: string): boolean =>
  allows(action, state) && !(action === 'retry' && state === 'QUEUED');

type Subject = Pick<Work, 'kind' | 'subjectId' | 'subjectName'>;

const pages: Readonly<Record<string, (id: string) => string>> = {
  'contract-tests': (id) => `/datacontracts/${id}`,
  'scheduled-tests': (id) => `/datacontracts/${id}`,
  'code-generation': (id) => `/datacontracts/${id}`,
  'custom-generation': (id) => `/datacontracts/${id}`,
  ingestion: (id) => `/operate/integrations/${id}`,
  'access-timers': (id) => `/access/${id}`,
  'ontology-merges': (id) => `/semantics/${id}`,
};

/** The page of the subject, where its kind tells which. */
export function subjectPage({ kind, subjectId, subjectName }: Subject): string | undefined {
  if (subjectId === null || subjectName === null) return undefined;
  return pages[kind]?.(encodeURIComponent(subjectId));
}
