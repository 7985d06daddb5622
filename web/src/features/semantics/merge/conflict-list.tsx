import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { visibleRows } from '../../../lib/visible-rows.ts';
import { mergeTexts } from '../../../texts/merge.ts';
import type { ConceptChange } from '../queries.ts';
import type { Decided } from './decisions.ts';

type Names = { namespace: string; branch: string };

type ConflictListProps = {
  names: Names;
  decided: readonly Decided[];
  conflictCount: number;
  current: string | undefined;
  nameOf: (concept: string | undefined) => string;
  byItself: readonly ConceptChange[];
};

const rowHeight = 52;

/** All conflicts with their decisions, of which only the visible ones exist; under them what merges by itself. */
export function ConflictList(props: ConflictListProps) {
  const { decided, conflictCount, current, byItself } = props;
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
    <>
      {decided.length > 0 && <h2>{mergeTexts.conflicts(done, decided.length)}</h2>}
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
      {conflictCount > decided.length && (
        <p className="tiny faint merge-more">{mergeTexts.firstOf(decided.length, conflictCount)}</p>
      )}
      <ByItself changes={byItself} />
    </>
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

const fewChanges = 5;

/** Changes of the branch that nothing disagrees with. */
function ByItself({ changes }: { changes: readonly ConceptChange[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (changes.length === 0) return null;
  const shown = isOpen ? changes.slice(0, 200) : changes.slice(0, fewChanges);
  return (
    <>
      <h2>{mergeTexts.byItself(changes.length)}</h2>
      <ul>
        {shown.map(({ external_id: id, name, op, impact }) => (
          <li key={`${op} ${id}`} className="merge-line">
            <span className={`merge-op ${impact}`} aria-hidden>
              {mergeTexts.ops[op] ?? ''}
            </span>
            <span className="ellipsis">{name}</span>
            <span className="tiny faint">{impact}</span>
          </li>
        ))}
      </ul>
      {!isOpen && changes.length > fewChanges && (
        <button type="button" className="link merge-more" onClick={() => setIsOpen(true)}>
          {mergeTexts.moreByItself(changes.length - fewChanges)}
        </button>
      )}
    </>
  );
}
