import { useDraft } from '../../../lib/drafts.ts';
import type { Choice, Conflict } from '../queries.ts';
import { decidedOf } from './decisions.ts';
import type { Decided, Decision, Decisions } from './decisions.ts';

/** The conflicts with what is decided; choices that are not saved survive a reload in this browser. */
export function useDecisions(
  page: string,
  conflicts: readonly Conflict[],
  saved: readonly Choice[],
) {
  const [own, change, forget] = useDraft<Decisions>(page, {});
  const decided = decidedOf(conflicts, saved, own);
  const decide = ({ conflict, key }: Decided, decision: Omit<Decision, 'seen'> | undefined) =>
    change({
      ...own,
      [key]: decision === undefined ? null : { ...decision, seen: conflict.mark ?? '' },
    });
  /** Decides all that are open alike. */
  const decideOpen = (take: 'namespace' | 'branch') =>
    change({
      ...own,
      ...Object.fromEntries(
        decided.flatMap(({ conflict, key, state }) =>
          state === 'decided' ? [] : [[key, { take, seen: conflict.mark ?? '' }] as const],
        ),
      ),
    });
  const clear = () => {
    change({});
    forget();
  };
  return { decided, decide, decideOpen, clear, isUnsaved: Object.keys(own).length > 0 };
}
