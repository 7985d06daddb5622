/** Kinds of entries of a sandbox. */
export const entryKinds = ['event', 'report', 'read'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What the address of a sandbox holds: which entries are shown, and the open one. */
export type SandboxSearch = { kind?: EntryKind; entry?: string };

export function readSandboxSearch(search: Record<string, unknown>): SandboxSearch {
  const kind = entryKinds.find((each) => each === search['kind']);
  const entry = search['entry'];
  return {
    ...(kind !== undefined && { kind }),
    ...(typeof entry === 'string' && { entry }),
  };
}
