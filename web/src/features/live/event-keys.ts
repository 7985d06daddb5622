import type { QueryKey } from '@tanstack/react-query';

/** An event of the feed, as far as pages need it. */
export type LiveEvent = { type: string; subject: string };

/** Reads that an event makes stale: those whose keys begin so. `undefined` matches any member of a key. */
export type StaleKey = readonly (string | undefined)[];

type Rule = { noun: string; keys: (subject: string) => readonly StaleKey[] };

/** Parts of a branch that follow its namespace. */
const branchParts = ['rehearsal', 'changes', 'choices'];

/** The namespace of `namespace/branch`. */
const namespaceOf = (subject: string): string => subject.split('/')[0] ?? subject;

/** By the beginning of the type; the first rule that fits counts. */
const rules: readonly Rule[] = [
  {
    noun: 'Access',
    keys: (id) => [
      ['access', id],
      ['access', 'list'],
      ['access', 'status'],
      ['access', 'consumer-counts'],
      ['todo'],
    ],
  },
  {
    noun: 'TestResults',
    keys: () => [
      ...['trend', 'results', 'check-history', 'model'].map((part) => [
        'datacontracts',
        undefined,
        part,
      ]),
      ['dataproducts', undefined, 'quality'],
      ['todo'],
    ],
  },
  {
    noun: 'DataProduct',
    keys: (id) => [
      ['dataproducts', id],
      ['dataproducts', 'list'],
    ],
  },
  {
    noun: 'ChangeRequest',
    keys: (id) => [['change-requests', id], ['change-requests', 'list'], ['todo']],
  },
  { noun: 'OutputPort', keys: (id) => [['dataproducts', id]] },
  { noun: 'DataContract', keys: (id) => [['datacontracts', id]] },
  {
    noun: 'Team',
    keys: (id) => [
      ['teams', id],
      ['teams', 'list'],
    ],
  },
  { noun: 'Definition', keys: (id) => [['definitions', id]] },
  { noun: 'Tag', keys: (id) => [['tags', id]] },
  {
    // The form of a concept keeps what it began with: its save says what has changed meanwhile.
    noun: 'SemanticNamespace',
    keys: (id) => [
      ['namespaces', 'list'],
      ...['document', 'revisions', 'branches'].map((part) => ['namespaces', id, part]),
      ...branchParts.map((part) => ['namespaces', id, 'branch', undefined, part]),
      ['concepts', 'list'],
      ['concepts', id],
      ['todo'],
    ],
  },
  {
    noun: 'SemanticBranch',
    keys: (id) => [
      ['namespaces', namespaceOf(id), 'branches'],
      ...branchParts.map((part) => ['namespaces', namespaceOf(id), 'branch', undefined, part]),
      ['todo'],
    ],
  },
  {
    noun: 'AssetDrift',
    keys: (id) => [['assets', id, 'drift'], ['dataproducts', undefined, 'drift'], ['todo']],
  },
  { noun: 'SourceSystem', keys: (id) => [['sourcesystems', id]] },
];

/** The events that pages follow. Assets themselves are left out: an ingestion changes hundreds of thousands, and no page lists them. */
export const followedTypes = rules.map(({ noun }) => `${noun}*`).join(',');

/** The reads that these events make stale, each once. */
export function staleKeysOf(events: readonly LiveEvent[]): StaleKey[] {
  const keys = new Map<string, StaleKey>();
  for (const { type, subject } of events) {
    const name = type.slice(type.lastIndexOf('.') + 1);
    const rule = rules.find(({ noun }) => name.startsWith(noun));
    for (const key of rule?.keys(subject) ?? []) keys.set(JSON.stringify(key), key);
  }
  return [...keys.values()];
}

/** True if the key begins with the stale one. */
export function isStale(key: QueryKey, stale: StaleKey): boolean {
  return stale.every((member, at) => member === undefined || member === key[at]);
}
