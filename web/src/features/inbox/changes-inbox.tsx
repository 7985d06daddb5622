import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { Avatar } from '../../components/data/avatar.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { useKeys } from '../../lib/keys.ts';
import { changeTexts } from '../../texts/studio/changes.ts';
import { OpenChange } from '../changes/open-change.tsx';
import { changeListQuery } from '../changes/queries.ts';
import type { ListedChange } from '../changes/queries.ts';
import { InboxHead } from './inbox-head.tsx';
import type { InboxPlace } from './place.ts';
import { inboxQuery, openRequests } from './queries.ts';

/** Proposed changes: those that the person may decide, those that the person has proposed, and one of them beside the lists. */
export function ChangesInbox({ place: { id } }: { place: InboxPlace }) {
  const decide = useQuery(changeListQuery('decide'));
  const own = useQuery(changeListQuery('proposer'));
  const requests = useInfiniteQuery(inboxQuery).data;
  const head = useMemo(() => openRequests(requests), [requests]);
  const waiting = decide.data ?? [];
  const proposed = (own.data ?? []).filter(
    (each) => !waiting.some((other) => other.id === each.id),
  );
  const goNext = useMoves([...waiting, ...proposed], id);
  const isEmpty = waiting.length + proposed.length === 0 && own.data !== undefined;
  return (
    <div className={id === undefined ? 'full-width inbox' : 'full-width inbox has-detail'}>
      <section className="inbox-list" aria-label={changeTexts.list}>
        <InboxHead show="changes" {...head} />
        <Loaded query={decide}>
          {() => (
            <>
              <ChangeLines title={changeTexts.forYou} changes={waiting} current={id} />
              <ChangeLines title={changeTexts.yours} changes={proposed} current={id} />
              {isEmpty && (
                <EmptyState sort="nothing-yet" title={changeTexts.emptyTitle}>
                  {changeTexts.empty}
                </EmptyState>
              )}
            </>
          )}
        </Loaded>
      </section>
      <section className="inbox-detail" aria-label={changeTexts.detail}>
        <Link className="button compact inbox-back" to="/inbox" search={{ show: 'changes' }}>
          {changeTexts.back}
        </Link>
        {id !== undefined && <OpenChange key={id} id={id} onNext={goNext} />}
      </section>
    </div>
  );
}

type ChangeLinesProps = {
  title: string;
  changes: readonly ListedChange[];
  current: string | undefined;
};

function ChangeLines({ title, changes, current }: ChangeLinesProps) {
  if (changes.length === 0) return null;
  return (
    <>
      <h2 className="tiny faint inbox-more">{title}</h2>
      <ul aria-label={title}>
        {changes.map((change) => (
          <ChangeLine key={change.id} change={change} isCurrent={change.id === current} />
        ))}
      </ul>
    </>
  );
}

/** A proposed change with its document, its title and its proposer. */
export function ChangeLine({ change, isCurrent }: { change: ListedChange; isCurrent: boolean }) {
  const { id, title, documentName, proposedByName, createdAt, status } = change;
  const who = proposedByName ?? changeTexts.somebody;
  return (
    <li className={isCurrent ? 'inbox-item current change-item' : 'inbox-item change-item'}>
      <Avatar name={who} />
      <Link
        to="/inbox"
        search={{ show: 'changes', id }}
        resetScroll={false}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="row">
          <span className="medium ellipsis">{documentName}</span>
          <span className="tiny faint push nowrap">
            <RelativeTime at={createdAt} />
          </span>
        </span>
        <span className="ellipsis">{title}</span>
        <span className="row">
          <span className="ellipsis soft">{who}</span>
          {status !== 'open' && (
            <span className="push">
              <StatusBadge of="proposal" value={status} bare />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Opens the first change on wide screens, and moves by keys; answers with the move to the next one. */
function useMoves(changes: readonly ListedChange[], id: string | undefined): () => void {
  const navigate = useNavigate();
  const ids = changes.map((each) => each.id);
  const at = ids.indexOf(id ?? '');
  const goTo = (next: string | undefined) =>
    void navigate({
      to: '/inbox',
      search: { show: 'changes', ...(next !== undefined && { id: next }) },
      replace: true,
      resetScroll: false,
    });
  const first = ids[0];
  useEffect(() => {
    const isWide = matchMedia('(min-width: 761px)').matches;
    if (id === undefined && first !== undefined && isWide) goTo(first);
  });
  const move = (by: number) => {
    const target = ids[Math.min(ids.length - 1, Math.max(0, at + by))];
    if (target !== undefined) goTo(target);
  };
  const latest = useRef(move);
  useEffect(() => void (latest.current = move));
  useKeys(
    useMemo(() => {
      const { next, previous } = changeTexts.keys;
      return [
        { keys: 'j', does: next, run: () => latest.current(1) },
        { keys: 'k', does: previous, run: () => latest.current(-1) },
        { keys: 'ArrowDown', does: next, run: () => latest.current(1) },
        { keys: 'ArrowUp', does: previous, run: () => latest.current(-1) },
      ];
    }, []),
  );
  return () => goTo(changes.find((each) => each.status === 'open' && each.id !== id)?.id ?? id);
}
