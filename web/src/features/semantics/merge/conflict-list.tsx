import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { visibleRows } from '../../../lib/visible-rows.ts';
import { mergeTexts } from '../../../texts/semantics/merge.ts';
import { useBranchNames } from '../names.ts';
import type { Decided } from './decisions.ts';

type Names = { namespace: string; branch: string };

type ConflictListProps = {
  names: Names;
  decided: readonly Decided[];
  /** Number of all, also of those that are not read yet. */
  conflictCount: number;
  isLoading: boolean;
  current: string | undefined;
  nameOf: (concept: string | undefined) => string;
  onDecideOpen: (take: 'namespace' | 'branch') => void;
};

const rowHeight = 52;

/** Above this number, all that are open can be decided alike. */
const maxSingly = 40;

/** All conflicts with their decisions, of which only the visible ones exist. */
export function ConflictList(props: ConflictListProps) {
  const { decided, conflictCount, isLoading, current } = props;
  const list = useRef<HTMLUListElement>(null);
  const virtual = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: decided.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    getScrollElement: () => list.current?.closest<HTMLElement>('.merge-side') ?? null,
    getItemKey: (index) => decided[index]?.key ?? index,
  });
  const at = decided.findIndex(({ key }) => key === current);
  const { scrollToIndex } = virtual;
  useEffect(() => {
    if (at >= 0) scrollToIndex(at, { align: 'auto' });
  }, [at, scrollToIndex]);
  const done = decided.filter(({ state }) => state === 'decided').length;
  const { items, above, below } = visibleRows(virtual);
  return (
    <div className="merge-conflicts">
      {decided.length > 0 && <h2>{mergeTexts.conflicts(done, conflictCount)}</h2>}
      <Alike {...props} open={decided.length - done} />
      <ul ref={list} style={{ paddingTop: above, paddingBottom: below }}>
        {items.map(({ index, key }) => {
          const each = decided[index];
          return (
            each && (
              <li key={key} aria-setsize={decided.length} aria-posinset={index + 1}>
                <ConflictLine {...props} each={each} />
              </li>
            )
          );
        })}
      </ul>
      {isLoading && (
        <p className="tiny faint merge-more" role="status">
          {mergeTexts.firstOf(decided.length, conflictCount)}
        </p>
      )}
    </div>
  );
}

/** Decides all that are open alike, where one by one would take too long. */
function Alike({ names, decided, open, onDecideOpen }: ConflictListProps & { open: number }) {
  const { ontology, title } = useBranchNames(names.namespace, names.branch);
  if (decided.length <= maxSingly || open === 0) return null;
  return (
    <div className="merge-alike">
      <span className="tiny faint">{mergeTexts.allOpen(open)}</span>
      <Button compact onClick={() => onDecideOpen('namespace')}>
        {mergeTexts.take(ontology)}
      </Button>
      <Button compact onClick={() => onDecideOpen('branch')}>
        {mergeTexts.take(title)}
      </Button>
    </div>
  );
}

function ConflictLine({ names, each, current, nameOf }: ConflictListProps & { each: Decided }) {
  const { conflict, key, state } = each;
  const isCurrent = key === current;
  return (
    <Link
      className="merge-line"
      to="/semantics/$namespace/branches/$branch/merge"
      params={names}
      search={{ at: key }}
      replace
      resetScroll={false}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <span className={`merge-mark ${isCurrent && state !== 'decided' ? 'now' : state}`}>
        {state === 'decided' && <IconCheck size={12} stroke={3} aria-hidden />}
      </span>
      <span className="merge-what">
        <span className="ellipsis">{nameOf(conflict.concept)}</span>
        <span className="mono tiny faint ellipsis">
          {conflict.field === '*' ? mergeTexts.whole : conflict.field}
        </span>
      </span>
      <span className={`tiny nowrap ${state === 'decided' ? 'faint' : 'merge-open'}`}>
        {wordOf(each, names, isCurrent)}
      </span>
    </Link>
  );
}

function wordOf({ state, decision }: Decided, names: Names, isCurrent: boolean): string {
  if (state === 'changed') return mergeTexts.states.changed;
  if (state === 'open' || decision === undefined) {
    return isCurrent ? mergeTexts.states.now : mergeTexts.states.open;
  }
  if (decision.take === 'value') return mergeTexts.edited;
  return names[decision.take];
}
