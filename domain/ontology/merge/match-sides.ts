import type { Sides } from './merge-values.ts';
import { pairEntries } from '../model/same-value.ts';

/** One entry on all sides that have it. */
export type Matched<Of> = Partial<Sides<Of>> & {
  /** The key in conflicts: its identity in the base, else in the namespace, else in the branch. */
  key: string;
};

type Entry = { identity: string; name: string };

/**
 * Matches the entries of three lists: by identity, then by name when a side added or removed an id. Entries of
 * the namespace come in its order, each entry that only the branch has follows its predecessor there, and
 * entries that only the base has come last.
 */
export function matchSides<Of extends Entry>(lists: Sides<readonly Of[]>): Matched<Of>[] {
  const ours = pairEntries(lists.base, lists.namespace);
  const theirs = pairEntries(lists.base, lists.branch);
  const news = pairEntries(ours.added, theirs.added);
  const toBase = new Map([...ours.pairs, ...theirs.pairs].map(({ from, to }) => [to, from]));
  const fromBase = new Map(theirs.pairs.map(({ from, to }) => [from, to]));
  const partners = new Map(news.pairs.map(({ from, to }) => [from, to]));

  const inNamespace = new Set<Of>();
  const matches = lists.namespace.map((namespace): Matched<Of> => {
    const base = toBase.get(namespace);
    const branch = base ? fromBase.get(base) : partners.get(namespace);
    if (branch) inNamespace.add(branch);
    return matched({ base, namespace, branch });
  });
  const placed = insertAlone(matches, lists.branch, (branch) =>
    inNamespace.has(branch) ? undefined : matched({ base: toBase.get(branch), branch }),
  );
  const seen = new Set(placed.map(({ base }) => base));
  const removedOnBoth = lists.base.filter((base) => !seen.has(base));
  return [...placed, ...removedOnBoth.map((base) => matched({ base }))];
}

type Found<Of> = { [Side in keyof Sides<Of>]?: Of | undefined };

function matched<Of extends Entry>({ base, namespace, branch }: Found<Of>): Matched<Of> {
  return {
    key: (base ?? namespace ?? branch)?.identity ?? '',
    ...(base && { base }),
    ...(namespace && { namespace }),
    ...(branch && { branch }),
  };
}

/**
 * Inserts entries that only the branch has after their predecessor in the branch; at the end if there is none.
 */
function insertAlone<Of>(
  matches: readonly Matched<Of>[],
  branch: readonly Of[],
  aloneOf: (entry: Of) => Matched<Of> | undefined,
): Matched<Of>[] {
  const followers = new Map<Of | undefined, Matched<Of>[]>();
  let before: Of | undefined;
  for (const entry of branch) {
    const alone = aloneOf(entry);
    if (!alone) before = entry;
    else noteFollower(followers, before, alone);
  }
  const placed = matches.flatMap((match) => [
    match,
    ...((match.branch && followers.get(match.branch)) ?? []),
  ]);
  return [...placed, ...(followers.get(undefined) ?? [])];
}

function noteFollower<Key, Of>(followers: Map<Key, Of[]>, before: Key, follower: Of): void {
  const list = followers.get(before);
  if (list) list.push(follower);
  else followers.set(before, [follower]);
}
