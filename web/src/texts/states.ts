import { counted } from '../lib/numbers.ts';

/** Words of the states that every page can be in. */
export const stateTexts = {
  retry: 'Try again',
  offline: 'There is no connection.',
  asOf: (time: string) => `As of ${time}`,
  reload: 'Reload',
  goHome: 'Go to the marketplace',
  unreachable: 'The server does not answer',
  unreachableDetail: 'The connection was lost, or Concordat is being restarted.',
  unexpected: 'This part could not be loaded',
  broken: 'This page failed',
  brokenDetail:
    'What you typed is kept. Try again; if it fails again, tell the people who run Concordat what stands below.',
  requestId: 'Request',
  busyDetail: (seconds: number) =>
    seconds > 0
      ? `The server is busy. It can be asked again in ${seconds} s.`
      : 'The server was busy. Asking again…',
  forbidden: 'You may not see this',
  notFound: 'Gone, or never was',
  notFoundDetail: (what: string) =>
    `There is nothing at ${what}. It may have been deleted or renamed.`,
  deleted: (name: string, by: string | undefined) =>
    by === undefined ? `${name} was deleted` : `${by} deleted ${name}`,
  searchForIt: (what: string) => `Search for “${what}”`,
  conflict: 'Somebody changed this meanwhile',
  filteredAway: 'Nothing matches these filters',
  clearFilters: 'Clear filters',
  notAllowed: 'You may not see this',
  sessionOver: 'Your session is over',
  sessionOverDetail: 'Sign in again in this window. What you typed stays.',
  signedInAgain: 'I have signed in again',
  signInElsewhere: 'Sign in in another tab',
  onlyOwners: (page: string, organization: string) =>
    `${page} is a page for Owners of ${organization}.`,
  onlyOperators: (page: string) =>
    `${page} is a page for those who operate the whole installation: Owners of its first organization.`,
  whoCanHelp: 'Who can help',
  askThem: 'Ask for it',
  showMoreText: (count: number) => `Show more: ${counted(count, 'character')} left`,
} as const;

/** Words of the dialog for an edit that met another edit (412). */
export const conflictTexts = {
  title: 'Somebody saved while you wrote',
  detail: 'What you typed is kept. Choose for each field, or change yours.',
  base: 'Before',
  edit: (field: string) => `Your ${field.toLowerCase()}`,
  takeTheirs: 'Take theirs',
  takeMine: 'Keep yours',
  save: 'Save what is chosen',
  cancel: 'Back to the form',
  nothing: 'empty',
} as const;

/** Words of filters with counts. */
export const facetTexts = {
  moreValues: (count: number) => `${count} more`,
  fewerValues: 'Fewer',
} as const;
