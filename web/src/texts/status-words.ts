/** What a state means: the color and icon of its badge. */
export type Tone = 'ok' | 'warn' | 'bad' | 'run' | 'idle';

/** Names of icons of states; `components/status-icon.tsx` has the drawings. */
export type StatusIconName =
  | 'check'
  | 'alert'
  | 'x'
  | 'running'
  | 'none'
  | 'waits'
  | 'clock'
  | 'lock'
  | 'flame';

export type StatusWord = { tone: Tone; word: string; icon: StatusIconName };

const ok = (word: string): StatusWord => ({ tone: 'ok', word, icon: 'check' });
const warn = (word: string, icon: StatusIconName = 'alert'): StatusWord => ({
  tone: 'warn',
  word,
  icon,
});
const bad = (word: string, icon: StatusIconName = 'x'): StatusWord => ({ tone: 'bad', word, icon });
const run = (word: string, icon: StatusIconName = 'running'): StatusWord => ({
  tone: 'run',
  word,
  icon,
});
const idle = (word: string): StatusWord => ({ tone: 'idle', word, icon: 'none' });

/** The words for the states of the API: by what has the state, then by its value. */
const words = {
  test: {
    passed: ok('Passed'),
    warning: warn('Warning'),
    failed: bad('Failed'),
    error: bad('Could not be tested'),
    unknown: idle('Not checked'),
    QUEUED: run('Queued', 'clock'),
    RUNNING: run('Running'),
    none: idle('Never tested'),
  },
  pattern: {
    broken: bad('Broken'),
    flaky: warn('Flaky'),
    passing: ok('Passing'),
  },
  access: {
    requested: run('Requested', 'waits'),
    upcoming: run('Begins later', 'clock'),
    active: ok('Active'),
    expired: idle('Ended'),
    rejected: bad('Declined'),
  },
  provisioning: {
    provisioning: run('Being granted'),
    provisioned: ok('Granted'),
    'provisioning-failed': bad('Provisioning failed'),
    deprovisioning: run('Being taken back'),
    deprovisioned: idle('Taken back'),
    'deprovisioning-failed': bad('Taking back failed'),
    overdue: warn('No report yet'),
  },
  pipelineRun: {
    START: run('Running'),
    RUNNING: run('Running'),
    COMPLETE: ok('Done'),
    FAIL: bad('Failed'),
    ABORT: idle('Aborted'),
    OTHER: idle('Other'),
  },
  run: {
    RUNNING: run('Running'),
    SUCCESS: ok('Done'),
    FAILED: bad('Failed'),
    CANCELLED: idle('Cancelled'),
    fuse: bad('Stopped by the fuse', 'flame'),
  },
  work: {
    QUEUED: run('Queued', 'clock'),
    RUNNING: run('Running'),
    RETRYING: warn('Tried again soon', 'clock'),
    DONE: ok('Done'),
    FAILED: bad('Failed'),
    CANCELLED: idle('Cancelled'),
  },
  change: {
    major: bad('Major'),
    breaking: bad('Breaking'),
    minor: warn('Minor'),
    structural: warn('Structural'),
    additive: ok('Additive'),
    patch: idle('Patch'),
    none: idle('No change'),
  },
  proposal: {
    open: run('Open', 'waits'),
    accepted: ok('Accepted'),
    declined: bad('Declined'),
    withdrawn: idle('Withdrawn'),
  },
  branch: { conflicted: bad('In conflict'), open: run('Open'), merged: ok('Merged') },
  webhook: {
    working: ok('Working'),
    active: ok('Working'),
    paused: warn('Paused'),
    failing: warn('Failing'),
    disabled: idle('Switched off'),
  },
  delivery: {
    pending: run('Waiting', 'clock'),
    retrying: warn('Tried again soon', 'clock'),
    delivered: ok('Delivered'),
    failed: bad('Given up'),
  },
  replay: {
    running: run('Running'),
    sending: run('Sending'),
    done: ok('Done'),
    cancelled: idle('Cancelled'),
  },
  reader: {
    active: ok('Reading'),
    behind: warn('Behind', 'clock'),
    silent: warn('Silent', 'clock'),
    failing: warn('Failing'),
    paused: warn('Paused'),
    disabled: idle('Switched off'),
  },
  alert: { open: bad('Open'), resolved: idle('Ended') },
  mail: {
    queued: run('Queued', 'clock'),
    sending: run('Sending'),
    sent: ok('Sent'),
    failed: bad('Failed'),
  },
  channel: { on: ok('On'), off: idle('Off') },
  integration: { on: ok('Schedule on'), off: idle('Schedule off'), request: idle('On request') },
  connector: { following: ok('Following'), behind: warn('Behind', 'clock'), silent: bad('Silent') },
  key: {
    working: ok('Working'),
    expiring: warn('Ends soon', 'clock'),
    expired: idle('Ended'),
    revoked: idle('Revoked'),
  },
  document: {
    active: ok('Active'),
    draft: idle('Draft'),
    proposed: idle('Proposed'),
    'in development': run('In development'),
    production: ok('Active'),
    deprecated: warn('Deprecated'),
    retired: idle('Retired'),
  },
} as const satisfies Record<string, Readonly<Record<string, StatusWord>>>;

/** What has a state. */
export type StatusSubject = keyof typeof words;

export const statusWords: Readonly<Record<StatusSubject, Readonly<Record<string, StatusWord>>>> =
  words;

/** The word of a state; one that the table does not know shows as idle with its own name. */
export function statusWord(of: StatusSubject, value: string): StatusWord {
  const known = statusWords[of];
  return (Object.hasOwn(known, value) ? known[value] : undefined) ?? idle(value);
}
