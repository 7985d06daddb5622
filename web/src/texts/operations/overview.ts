import { counted, countText } from '../../lib/numbers.ts';

/** Words of the home of operators. */
export const overviewTexts = {
  needs: (count: number) => {
    if (count === 0) return 'Nothing needs a human';
    return count === 1 ? '1 thing needs a human' : `${countText(count)} things need a human`;
  },
  list: 'What needs a human, the most harmful first',
  allWell: 'All is well.',
  allWellDetail:
    'Work starts on time, nothing failed for good in the last 24 hours, and no process is missing.',
  live: (ago: string) => `Live, checked ${ago}`,
  notLive: (ago: string) => `Not live, checked ${ago}`,
  since: 'Since ',
  resolved: 'Resolved itself',
  severities: { critical: 'Critical', warning: 'Warning', notice: 'Resolved itself' },
  actions: {
    show: (count: number | null) => (count === null ? 'Show them' : `Show the ${countText(count)}`),
    showIt: 'Show it',
    lookAt: (count: number | null) =>
      count === null ? 'Look at them' : `Look at the ${countText(count)}`,
    decide: 'Decide',
    resume: 'Resume',
    deliveries: 'Deliveries',
    sendTest: 'Send test',
    testSent: (name: string) => `A test event is on its way to ${name}.`,
    schedules: 'Show schedules',
    mails: 'Show mails',
  },
  /** What helps, where the advice of the API names requests. */
  advice: {
    kind_paused: 'Resume it when the cause is gone: what waits starts at once.',
    notifications_failed: 'Fix the cause, then send them again.',
    webhook_paused: 'Fix the receiver, send a test event, then resume the webhook.',
    webhook_failing:
      'Its events wait and are tried again for three days. Fix the receiver; a test event tries it now.',
    removals_stopped:
      'Look at the assets. If they are gone, accept their removal; otherwise correct the source or its filters, and run it again.',
  } as Readonly<Record<string, string>>,
  tiles: {
    label: 'Numbers of the installation',
    oldest: 'Oldest work waiting',
    waiting: 'Waiting',
    start: 'Commit to job start',
    feed: 'Feed behind',
    webhooks: 'Webhook attempts failed',
    database: 'Database',
  },
  range: 'Time',
  ranges: { '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
  numbers: 'Show numbers',
  numbersTime: 'From',
  noHistory: 'History is collected each minute, and begins here.',
  work: 'Work',
  lastDay: 'last 24 hours',
  failed: (count: number) => `${countText(count)} failed`,
  allWork: 'All work',
  columns: {
    kind: 'Kind',
    waiting: 'Waiting',
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    oldest: 'Oldest waits',
    outcome: 'Outcome',
  },
  paused: 'Paused',
  outcome: (done: number, failed: number) => `${countText(done)} done, ${countText(failed)} failed`,
  processes: 'Processes',
  build: (version: string, commit: string | null) =>
    commit === null ? version : `${version} (${commit.slice(0, 7)})`,
  alive: (alive: number, all: number) => `${countText(alive)} of ${countText(all)} alive`,
  seen: (ago: string) => `seen ${ago} ago`,
  silent: (time: string) => `silent for ${time}`,
  noProcesses: 'No worker and no clock has reported yet.',
  allKinds: 'all kinds',
  allKindsBut: (names: string) => `all kinds but ${names}`,
  started: 'started ',
  runs: 'Runs',
  allIntegrations: 'All integrations',
  noRuns: 'No integration has run yet.',
  stopped: 'Stopped',
  bySchedule: 'by schedule',
  byPerson: (name: string) => `by ${name}`,
  found: (count: number) => counted(count, 'asset'),
  new: (count: number) => `${countText(count)} new`,
} as const;
