import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useKeys } from '../../../lib/keys.ts';
import { mergeTexts } from '../../../texts/semantics/merge.ts';
import type { Decided, Decision } from './decisions.ts';

type MergeKeys = {
  names: { namespace: string; branch: string };
  decided: readonly Decided[];
  open: Decided | undefined;
  decide: (open: Decided, decision: Omit<Decision, 'seen'> | undefined) => void;
};

/** 1 and 2 take a side, e writes the result, j and k move. Returns what moves by a number of conflicts. */
export function useMergeKeys({ names, decided, open, decide }: MergeKeys): (by: number) => void {
  const navigate = useNavigate();
  const move = (by: number) => {
    const at = decided.findIndex(({ key }) => key === open?.key);
    const target = decided[Math.min(decided.length - 1, Math.max(0, at + by))];
    if (target === undefined) return;
    void navigate({
      to: '/semantics/$namespace/branches/$branch/merge',
      params: names,
      search: { at: target.key },
      replace: true,
      resetScroll: false,
    });
  };
  const take = (side: 'namespace' | 'branch') => {
    if (open !== undefined) decide(open, { take: side });
  };
  const latest = useRef({ move, take });
  useEffect(() => void (latest.current = { move, take }));
  useKeys(
    useMemo(() => {
      const words = mergeTexts.keys;
      const [next, previous] = [() => latest.current.move(1), () => latest.current.move(-1)];
      return [
        { keys: '1', does: words.namespace, run: () => latest.current.take('namespace') },
        { keys: '2', does: words.branch, run: () => latest.current.take('branch') },
        { keys: 'e', does: words.edit, run: editResult },
        { keys: 'j', does: words.next, run: next },
        { keys: 'k', does: words.previous, run: previous },
        { keys: 'ArrowDown', does: words.next, run: next },
        { keys: 'ArrowUp', does: words.previous, run: previous },
      ];
    }, []),
  );
  return move;
}

function editResult(): void {
  document.querySelector<HTMLTextAreaElement>('[data-merge-result]')?.focus();
}
