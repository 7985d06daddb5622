import { counted, countText } from '../../lib/numbers.ts';

/** Words of a run of an integration. */
export const runTexts = {
  title: (moment: string) => `Run of ${moment}`,
  undoTitle: (moment: string) => `Undo of ${moment}`,
  undoOf: 'Takes back what ',
  theRun: (moment: string) => `the run of ${moment}`,
  thatRun: 'an earlier run',
  undoOfEnd: ' changed.',
  phases: {
    queued: 'Queued',
    connecting: 'Connecting',
    scanning: 'Scanning',
    removing: 'Removing',
    undoing: 'Undoing',
    ended: 'Ended',
  } as Readonly<Record<string, string>>,
  stopping: 'Stopping',
  noChange: 'no change',
  changesSentence: (created: string, updated: string, removed: string) =>
    `${created} added, ${updated} changed, ${removed} removed`,
  bySchedule: 'by schedule',
  by: (name: string | null) => `by ${name ?? 'somebody who was deleted'}`,
  theSchedule: 'Schedule',
  person: (name: string | null) => name ?? 'Deleted',
  phasesLabel: 'Phases',
  counters: 'Numbers of the run',
  seen: 'Seen',
  seenOf: (expected: string) => `of about ${expected}`,
  lookedAt: 'Looked at',
  lookedAtOf: (expected: string) => `of ${expected}`,
  created: 'New',
  putBack: 'Put back',
  updated: 'Changed',
  restored: 'Restored',
  unchanged: 'Same',
  removed: 'Removed',
  skipped: 'Left alone',
  perSecond: (rate: string) => `${rate} a second`,
  progress: 'Progress',
  cancel: 'Cancel run',
  cancelAsked: (at: string) => `Asked to stop at ${at}`,
  cancelled: (asked: string, stopped: string, by: string) =>
    `Cancelled: asked at ${asked}${by}, stopped at ${stopped}.`,
  cancelWaits: (asked: string, by: string) =>
    `Asked to stop at ${asked}${by}. The statement on the platform ends within seconds.`,
  cancelBy: (name: string | null) => (name === null ? '' : ` by ${name}`),
  again: 'Run again',
  undoRun: 'Undo run',
  notAllowed: (team: string | null) =>
    team === null
      ? 'You may read this. To run and change it you need the role Owner in the organization.'
      : `You may read this. To run and change it you need the role Owner or Steward in ${team}.`,
  undone: 'This run was undone.',
  theUndo: (moment: string) => `See the undo of ${moment}`,
  seeUndo: 'See the undo',
  paused: 'Ingestion is paused, so the run waits.',
  pausedSince: 'It was paused',
  pausedBy: (name: string | null) => (name === null ? '' : ` by ${name}`),
  noWorker: 'No running worker takes runs of integrations, so the run waits until one is started.',
  accepted: (count: number) => `Was allowed to remove ${counted(count, 'asset')} despite the fuse.`,
  newer: 'A newer run has ended since.',
  seeNewest: 'See the newest run',
  ended: 'The run has ended.',
  partsLabel: 'Parts of the run',
  log: 'Log',
  changes: 'Assets',
} as const;

/** Words of the decision about a fuse. */
export const fuseTexts = {
  title: (would: number, owned: number) =>
    `The run would remove ${countText(would)} of ${counted(owned, 'asset')}, so it removed none`,
  limits: (missing: number, percent: string, limitPercent: number, limitAssets: number) =>
    `${counted(missing, 'asset')} of the integration ${missing === 1 ? 'was' : 'were'} not found any more: ${percent} %. The fuse stops a run that removes more than ${countText(limitAssets)} and ${limitPercent} %.`,
  inUse: (count: number) =>
    count === 1
      ? '1 of them belongs to a data product and would stay.'
      : `${countText(count)} of them belong to data products and would stay.`,
  show: 'Assets to show',
  wouldGo: (count: number) => `Would go ${countText(count)}`,
  wouldStay: (count: number) => `Would stay ${countText(count)}`,
  decide: 'What should happen?',
  keep: (count: number) => `Keep all ${countText(count)}`,
  keepDetail: 'Nothing changes. A later run that still misses them stops again.',
  scope: 'Change what is scanned',
  scopeDetail: 'Assets that the filters leave out stay, and are not counted as missing.',
  remove: (count: number) => `Remove exactly these ${countText(count)}`,
  removeDetail:
    'The next run may remove these and no other. Assets that are found again meanwhile stay.',
  type: (count: number) => `Type ${count} to remove them with a run now`,
  doKeep: 'Keep all',
  doScope: 'Open the filters',
  doRemove: (count: number) => `Remove ${countText(count)}`,
  kept: (count: number) => `All ${countText(count)} are kept.`,
  over: 'A newer run has ended since, so this decision is over.',
} as const;

/** Words of the list of assets of a run. */
export const runAssetTexts = {
  label: 'Assets of the run',
  search: 'Search assets',
  all: 'All',
  created: 'New',
  updated: 'Changed',
  removed: 'Removed',
  leftAlone: 'Left alone',
  change: 'Change',
  usedBy: 'Used by',
  reasons: {
    fuse: 'Kept by the fuse',
    in_use: 'A data product uses it',
    changed: 'Changed since',
    gone: 'Removed since',
    back: 'Created again since',
    team_gone: 'Its team no longer exists',
  } as Readonly<Record<string, string>>,
  since: (name: string | null) => (name === null ? '' : `by ${name}, `),
  none: 'No asset has changed',
  noneDetail: 'The run found everything as it was before.',
  noneYet: 'Nothing yet',
  noneYetDetail: 'Assets appear here when the run has stored them.',
  shown: (shown: string, total: string) => `1–${shown} of ${total}`,
  more: 'Show more',
} as const;

/** Words of a log. */
export const logTexts = {
  label: 'Log',
  search: 'Search the log',
  level: 'Level',
  levels: { info: 'All levels', warn: 'Warnings and errors', error: 'Errors' },
  words: { info: 'Info', warn: 'Warning', error: 'Error' } as Readonly<Record<string, string>>,
  follow: 'Follow',
  earlier: 'Show earlier lines',
  shown: (shown: number, total: number) =>
    shown < total
      ? `The last ${countText(shown)} of ${counted(total, 'line')}`
      : counted(total, 'line'),
  none: 'No lines yet',
  noneDetail: 'The log begins when a worker takes the run.',
} as const;

/** Words of the undo of a run. */
export const undoTexts = {
  title: 'Undo this run',
  lead: 'A run of its own takes back what this run changed. It has a log, and can be undone itself.',
  created: (count: number) => `${counted(count, 'removed asset')} will be put back`,
  updated: (count: number) =>
    count === 1
      ? '1 changed asset gets its former version back'
      : `${countText(count)} changed assets get their former versions back`,
  removed: (count: number) => `${counted(count, 'new asset')} will be removed`,
  leftAlone: (count: number, text: string) => `${counted(count, 'asset')} left alone: ${text}`,
  next: (moment: string) =>
    `The schedule runs the integration again on ${moment}, which repeats what is still so on the platform. Turn the schedule off first if it should not.`,
  action: (count: number) => `Undo ${counted(count, 'change')}`,
  nothing: 'There is nothing to undo.',
  moved: 'Another number of assets would change now. Look at the plan again.',
} as const;
