import { useCallback, useState } from 'react';
import type { Work } from './queries.ts';
import type { Selection } from './work-table.tsx';

/** The selected rows, each as it was last loaded: what has gone out of the list is no longer selected. */
export function useSelection(loaded: readonly Work[]): Selection & { clear: () => void } {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = new Map(loaded.filter(({ id }) => ids.has(id)).map((work) => [work.id, work]));
  const toggle = useCallback(
    ({ id }: Work) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  return {
    selected,
    toggle,
    toggleAll: (works) =>
      setIds(
        works.every(({ id }) => selected.has(id)) ? new Set() : new Set(works.map(({ id }) => id)),
      ),
    clear: () => setIds(new Set()),
  };
}
