/** The conflict that is open. */
export type MergeSearch = { at?: string };

/** Reads the address of a merge. */
export function readMergeSearch(search: Record<string, unknown>): MergeSearch {
  const { at } = search;
  return typeof at === 'string' && at !== '' ? { at } : {};
}
