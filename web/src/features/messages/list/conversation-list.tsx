import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { useKeys } from '../../../lib/keys.ts';
import { messageTexts } from '../../../texts/messages/messages.ts';
import { ListHead } from './conversation-list-head.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { conversationsQuery } from '../queries.ts';
import { listPart, shownOf } from '../search.ts';
import type { MessageSearch } from '../search.ts';
import type { Conversation, Shown } from '../types.ts';

type ConversationListProps = {
  current: string | undefined;
  search: MessageSearch;
  onNew: () => void;
};

/** The conversations with their last messages and unread counts. */
export function ConversationList({ current, search, onNew }: ConversationListProps) {
  const show = shownOf(search);
  const words = search.q ?? '';
  const query = useInfiniteQuery({ ...conversationsQuery(show, words), retry: false });
  const listed = useMemo(
    () => query.data?.pages.flatMap(({ conversations }) => conversations) ?? [],
    [query.data],
  );
  const navigate = useNavigate();
  const goTo = (next: MessageSearch) =>
    void navigate({ to: '.', search: listPart(next), replace: true, resetScroll: false });
  useMoves(listed, current, search);
  return (
    <>
      <ListHead isPage={current === undefined} search={search} onNew={onNew} onSearch={goTo} />
      <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
        {() => (
          <>
            <ul className="inbox-rows" aria-label={messageTexts.list}>
              {listed.map((each) => (
                <ConversationRow
                  key={each.id}
                  conversation={each}
                  isCurrent={each.id === current}
                  search={search}
                />
              ))}
            </ul>
            {listed.length === 0 && <Empty show={show} words={words} onClear={() => goTo({})} />}
            {query.hasNextPage && (
              <Button
                compact
                className="talk-more"
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {messageTexts.more}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

type EmptyProps = { show: Shown; words: string; onClear: () => void };

function Empty({ show, words, onClear }: EmptyProps) {
  if (words !== '') return <EmptyState sort="filtered-away" onClear={onClear} />;
  const isArchive = show === 'archived';
  return (
    <EmptyState
      sort="nothing-yet"
      title={isArchive ? messageTexts.emptyArchivedTitle : messageTexts.emptyTitle}
    >
      {isArchive ? messageTexts.emptyArchived : messageTexts.empty}
    </EmptyState>
  );
}

/** Moves through the conversations by keys. */
function useMoves(
  listed: readonly Conversation[],
  current: string | undefined,
  search: MessageSearch,
): void {
  const navigate = useNavigate();
  const ids = listed.map(({ id }) => id);
  const move = (by: number) => {
    const next = ids[Math.min(ids.length - 1, Math.max(0, ids.indexOf(current ?? '') + by))];
    if (next === undefined) return;
    const to = { to: '/messages/{-$conversation}', params: { conversation: next } } as const;
    void navigate({ ...to, search: listPart(search), replace: true, resetScroll: false });
  };
  const latest = useRef(move);
  useEffect(() => void (latest.current = move));
  useKeys(
    useMemo(
      () => [
        { keys: 'j', does: messageTexts.keys.next, run: () => latest.current(1) },
        { keys: 'k', does: messageTexts.keys.previous, run: () => latest.current(-1) },
      ],
      [],
    ),
  );
}
