import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { moreConflictsQuery } from '../queries.ts';
import type { Conflict, Rehearsal } from '../queries.ts';

type Names = { namespace: string; branch: string };

export type AllConflicts = Pick<Rehearsal, 'conflicts' | 'impact'> & {
  /** True while conflicts are missing: the server lists at most 1,000 at once. */
  isLoading: boolean;
  error: Error | null;
};

/** All conflicts of a rehearsal. Those behind its first 1,000 are read one part after the other. */
export function useConflicts({ namespace, branch }: Names, rehearsal: Rehearsal): AllConflicts {
  const more = useInfiniteQuery(moreConflictsQuery(namespace, branch, rehearsal));
  const { hasNextPage, isFetching, isError, fetchNextPage } = more;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const pages = more.data?.pages;
  const { conflicts, impact } = rehearsal;
  const all = useMemo(
    () => ({
      conflicts: [...conflicts, ...(pages ?? []).flatMap((page): Conflict[] => page.conflicts)],
      impact: [...impact, ...(pages ?? []).flatMap((page) => page.impact)],
    }),
    [conflicts, impact, pages],
  );
  const isLoading = all.conflicts.length < rehearsal.conflictCount && !isError;
  return { ...all, isLoading, error: more.error };
}
