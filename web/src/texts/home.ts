import { shortName } from '../lib/text/plain-text.ts';

/** Words of the marketplace. */
export const homeTexts = {
  title: 'Find data you can rely on',
  lead: 'Every result shows whether its data keeps what its contract promises.',
  placeholder: 'Orders, postcode, customer e-mail, late parcels…',
  searchLabel: 'Search the catalog',
  exampleOf: 'of',
  yourAccess: 'Your access',
  accessOfAll: 'Access of all teams',
  allAccess: (count: number) => `All ${count}`,
  waitingFor: (team: string) => `Waiting for ${team}`,
  endsIn: (days: number) =>
    days === 0 ? 'Ends today' : days === 1 ? 'Ends tomorrow' : `Ends in ${days} days`,
  requestedBy: (person: string) => `by ${person}`,
  renew: 'Renew',
  filters: 'Filters',
  filtersWith: (count: number) => (count === 0 ? 'Filters' : `Filters ${count}`),
  showResults: (count: number) => (count === 1 ? 'Show 1 result' : `Show ${count} results`),
  results: 'Results',
  everything: 'Everything in the catalog',
  resultsFor: (words: string) => `Results for “${words}”`,
  sort: 'Sort',
  sorts: { relevance: 'Best match', starred: 'Starred first', changed: 'Recently changed' },
  showMore: 'Show more',
  shown: (shown: number, total: string) => `1–${shown} of ${total}`,
  insteadOf: (words: string) => `Nothing matches “${words}”. These results are for`,
  noMatch: (words: string) => `Nothing matches “${words}”.`,
  fewerWords: 'Try fewer or shorter words.',
  emptyTitle: 'The catalog is empty',
  emptyHint:
    'Teams publish data products and contracts through the API or from a pipeline, and they appear here at once.',
  emptyNext: 'Open the API explorer',
  consumers: (count: number) => (count === 1 ? '1 consumer' : `${count} consumers`),
  changed: 'changed',
  neverTested: 'Not tested yet',
  checksPass: (count: number) => (count === 1 ? '1 check passes' : `${count} checks pass`),
  checksFail: (failed: number, all: number) => `${failed} of ${all} checks fail`,
  tested: 'tested',
  mine: 'Mine',
  starred: 'Starred',
  stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
  starsOfPeople: 'Only people have stars. You signed in with an API key.',
  starredByYou: 'Starred by you',
  barsAre: 'Bars: tests of the last 30 days',
  saveSearch: 'Save search',
  saveName: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  savedSearches: 'Saved searches',
  saved: (name: string) => `Saved: ${name}`,
  deleteSaved: (name: string) => `Delete the saved search ${name}`,
  deletedSaved: (name: string) => `Deleted: ${name}`,
  newSince: (count: number) => `${count} new`,
  youHaveAccess: 'You have access',
} as const;

/** Headings of the facets, in the order of the page. */
export const facetNames = {
  kind: 'Kind',
  team: 'Team',
  domain: 'Domain',
  quality: 'Checks',
  port: 'Port',
  classification: 'Classification',
  certification: 'Certification',
  status: 'Status',
  tag: 'Tag',
  concept: 'Concept',
} as const;

const matches: Readonly<Record<string, string>> = {
  tag: 'Tag',
  field: 'Field',
  port: 'Port',
  contract: 'Contract',
  id: 'Id',
};

type Match = { field: string; excerpt: string; contract?: { name: string } };

/**
 * Where a result matches and with what. Nothing for its name, which one sees, and for the description, which is shown: these need
 * no words.
 */
export function matchReason(match: Match | null): { name: string; text: string } | undefined {
  if (match === null || match.field === 'description') return undefined;
  const { field, excerpt, contract } = match;
  const name = matches[field];
  const text = contract === undefined ? excerpt : `${shortName(contract.name)} › ${excerpt}`;
  return name === undefined ? undefined : { name, text };
}
