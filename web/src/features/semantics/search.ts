import { readWords } from '../concepts/search.ts';

/** The tabs of an ontology. */
export const tabNames = ['concepts', 'branches', 'history', 'git', 'exchange'] as const;

/** What the address of an ontology may hold. */
export type NamespaceSearch = {
  tab?: 'branches' | 'history' | 'git' | 'exchange';
  q?: string;
  type?: 'EntityType' | 'ValueType' | undefined;
  from?: number;
  to?: number;
  /** In the history: the audit trail in place of the revisions. */
  show?: 'audit';
};

const isTab = (value: unknown): value is NonNullable<NamespaceSearch['tab']> =>
  value !== 'concepts' && tabNames.some((name) => name === value);

const isRevision = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** Reads the address of an ontology. */
export function readNamespaceSearch(search: Record<string, unknown>): NamespaceSearch {
  const { tab, type, from, to, show } = search;
  return {
    ...(isTab(tab) && { tab }),
    ...readWords(search),
    ...((type === 'EntityType' || type === 'ValueType') && { type }),
    ...(isRevision(from) && { from }),
    ...(isRevision(to) && { to }),
    ...(show === 'audit' && { show }),
  };
}
