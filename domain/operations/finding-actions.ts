import type { Need } from './need.ts';

/** What a page offers beside a need: a name, and the request that does it, if there is one. */
export type FindingAction = {
  name:
    | 'free-disk'
    | 'start-process'
    | 'start-worker'
    | 'check-clock'
    | 'check-process'
    | 'synchronize-clock'
    | 'configure-redis'
    | 'resume-kind'
    | 'show-work'
    | 'retry-work'
    | 'show-notifications'
    | 'show-deliveries'
    | 'decide-removals'
    | 'show-schedules';
  /** Method and path of the request. */
  method: 'POST' | 'GET' | null;
  path: string | null;
};

type Make = (need: Need) => FindingAction;

const advised =
  (name: FindingAction['name']): Make =>
  () => ({ name, method: null, path: null });

const sends =
  (name: FindingAction['name'], method: 'POST' | 'GET', pathOf: (need: Need) => string): Make =>
  (need) => ({ name, method, path: pathOf(need) });

const idOf = ({ subject }: Need): string => encodeURIComponent(subject?.id ?? '');
const waiting = ({ kind }: Need): string => `/api/ops/work?kind=${kind}&state=QUEUED`;
const deliveries = (need: Need): string => `/api/webhooks/${idOf(need)}/deliveries`;

/** The action for each code of needs. */
export const findingActions: Readonly<Record<Need['code'], Make>> = {
  database_refuses_writes: advised('free-disk'),
  no_process: advised('start-process'),
  process_lost: advised('check-process'),
  clock_skewed: advised('synchronize-clock'),
  redis_evicts: advised('configure-redis'),
  kind_paused: sends('resume-kind', 'POST', ({ kind }) => `/api/ops/kinds/${kind}/resume`),
  kind_without_worker: sends('start-worker', 'GET', waiting),
  dispatch_late: sends('check-clock', 'GET', waiting),
  work_unclaimed: sends('start-worker', 'GET', waiting),
  leases_expired: sends(
    'show-work',
    'GET',
    ({ kind }) => `/api/ops/work?kind=${kind}&state=RUNNING`,
  ),
  leases_lost: sends('show-work', 'GET', ({ workId }) => `/api/ops/work/${workId}`),
  feed_late: advised('check-clock'),
  work_failed: sends('retry-work', 'GET', ({ kind }) => `/api/ops/work?kind=${kind}&state=FAILED`),
  work_struggling: sends('show-work', 'GET', ({ workId }) => `/api/ops/work/${workId}`),
  notifications_failed: sends(
    'show-notifications',
    'GET',
    () => '/api/notifications?status=failed',
  ),
  webhook_paused: sends('show-deliveries', 'GET', deliveries),
  webhook_failing: sends('show-deliveries', 'GET', deliveries),
  schedule_overdue: sends('show-schedules', 'GET', () => '/api/ops/schedules'),
  removals_stopped: sends('decide-removals', 'GET', ({ subject }) => {
    const integration = encodeURIComponent(subject?.parentId ?? '');
    return `/api/integrations/${integration}/runs/${subject?.id}`;
  }),
};
