import TestSequencer from '@jest/test-sequencer';

/** The groups that take longest, as measured, the longest first. */
const longest = [
  'integration/local-1',
  'api/small-2',
  'api/requests-1',
  'integration/small-1',
  'integration/contract-tests-1',
  'integration/local-2',
  'api/events-1',
  'integration/workers-1',
  'integration/contract-tests-2',
  'integration/database-1',
  'api/contract-tests-1',
  'api/documents-1',
  'integration/connectors-1',
  'api/small-1',
  'api/organization-2',
  'api/operations-1',
  'api/organization-1',
  'api/small-3',
  'integration/code-generation-1',
  'api/documents-2',
  'api/semantics-1',
  'api/access-1',
  'unit/code-generation-2',
  'unit/small-4',
  'api/messaging-1',
  'unit/code-generation-1',
  'api/ingestion-1',
  'api/messaging-2',
  'unit/small-3',
  'unit/code-generation-3',
  'unit/contract-tests-1',
  'unit/ontology-1',
  'unit/lib-1',
  'unit/odcs-1',
  'integration/database-2',
  'unit/small-2',
];

/** Rank by the list; all other files come behind. */
function rank({ path }) {
  const at = longest.findIndex((name) => path.endsWith(`/.groups/${name}.test.ts`));
  return at < 0 ? longest.length : at;
}

/**
 * Begins with the longest groups, so that no worker is left alone with one at the end; the others follow in the order of Jest, which
 * is by size of the file and knows nothing of the files that a group requires.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }

  /** A file for each project, though all have one id: else the last would replace the times and failures of the others. */
  _getCachePath(context) {
    return `${super._getCachePath(context)}-${context.config.displayName.name}`;
  }
}
