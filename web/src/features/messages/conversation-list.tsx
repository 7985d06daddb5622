import { IconBellOff, IconPin, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Avatar } from '../../components/data/avatar.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { useKeys } from '../../lib/keys.ts';
import { useTrail } from '../../lib/trail.ts';
import { useTypedWords } from '../../lib/use-typed-words.ts';
import { countText } from '../../lib/numbers.ts';
import { messageTexts } from '../../texts/messages/messages.ts';
import { conversationsQuery } from './queries.ts';
import { listPart, shownOf } from './search.ts';
import type { MessageSearch } from './search.ts';
import type { Conversation, Shown } from './types.ts';

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
                <Row
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

type ListHeadProps = {
  /** Nothing but the list is open: its title is that of the page. */
  isPage: boolean;
  search: MessageSearch;
  onNew: () => void;
  onSearch: (search: MessageSearch) => void;
};

function ListHead({ isPage, search, onNew, onSearch }: ListHeadProps) {
  const latest = useRef({ search, onSearch });
  useEffect(() => void (latest.current = { search, onSearch }));
  const [typed, type] = useTypedWords(
    search.q ?? '',
    useCallback((q: string) => {
      const { search: known, onSearch: go } = latest.current;
      go({ ...known, q: q === '' ? undefined : q } as MessageSearch);
    }, []),
  );
  const shown = shownOf(search);
  return (
    <>
      <div className="inbox-head">
        {isPage ? <PageTitle /> : <span className="talk-title">{messageTexts.title}</span>}
        <Button compact className="push" aria-label={messageTexts.newConversation} onClick={onNew}>
          <IconPlus size={15} stroke={1.75} aria-hidden />
          {messageTexts.newShort}
        </Button>
      </div>
      <div className="inbox-which talk-filter">
        <input
          className="input"
          type="search"
          data-search
          aria-label={messageTexts.filter}
          placeholder={messageTexts.filter}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
        <div className="pills" role="group" aria-label={messageTexts.which}>
          {(['active', 'archived'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="pill"
              aria-pressed={shown === each}
              onClick={() => onSearch(withShown(search, each))}
            >
              {messageTexts.shown[each]}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

function PageTitle() {
  useTrail(messageTexts.title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {messageTexts.title}
    </h1>
  );
}

function withShown({ q }: MessageSearch, show: Shown): MessageSearch {
  return { ...(q !== undefined && { q }), ...(show === 'archived' && { show }) };
}

type RowProps = { conversation: Conversation; isCurrent: boolean; search: MessageSearch };

function Row({ conversation, isCurrent, search }: RowProps) {
  const { id, name, groupId, unreadCount, isPinned, isMuted, lastActiveAt } = conversation;
  const isUnread = unreadCount > 0 && !isCurrent;
  return (
    <li className={isCurrent ? 'inbox-item talk-item current' : 'inbox-item talk-item'}>
      <Avatar name={name} square={groupId !== null} />
      <Link
        to="/messages/{-$conversation}"
        params={{ conversation: id }}
        search={listPart(search)}
        resetScroll={false}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="row tight">
          <span className={isUnread ? 'talk-unread ellipsis' : 'medium ellipsis'}>{name}</span>
          {isPinned && <IconPin size={13} aria-label={messageTexts.pinned} />}
          {isMuted && <IconBellOff size={13} aria-label={messageTexts.muted} />}
          <span className="tiny faint push nowrap">
            <RelativeTime at={lastActiveAt} />
          </span>
        </span>
        <span className="row tight">
          <span className={isUnread ? 'ellipsis medium' : 'ellipsis soft'}>
            {lastText(conversation)}
          </span>
          {isUnread && (
            <span className="talk-count push" title={messageTexts.unread(unreadCount)}>
              {countText(unreadCount)}
              <span className="hidden"> {messageTexts.unread(unreadCount)}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** The last message in one line. Between two it needs no name but the own one. */
function lastText({ lastMessage, contactId }: Conversation): string {
  if (lastMessage === null) return messageTexts.nothingSaid;
  const { text, authorId, authorName, attachmentCount } = lastMessage;
  const said = text.trim() === '' ? messageTexts.files(attachmentCount) : text;
  if (contactId === null) return `${authorName}: ${said}`;
  return authorId === contactId ? said : `${messageTexts.you}: ${said}`;
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
