import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { useKeys } from '../../lib/keys.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import type { Access } from '../access/queries.ts';
import { ChangesInbox } from './changes-inbox.tsx';
import { useBulkDecision } from './bulk.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkPanel } from './bulk-panel.tsx';
import { InboxHead, isReturned } from './inbox-head.tsx';
import type { InboxPlace, InboxShow } from './place.ts';
import { InboxList } from './inbox-list.tsx';
import { OpenRequest } from './open-request.tsx';
import { inboxQuery, openRequests } from './queries.ts';
import { TodoInbox } from './todo-inbox.tsx';

/** What waits for the person: requests, of which one is open beside the list, failing tests, and accesses that are due. */
export function Inbox({ place }: { place: InboxPlace }) {
  if (place.show === 'changes') return <ChangesInbox place={place} />;
  const isTodo = place.show === 'tests' || place.show === 'due';
  return isTodo ? <TodoInbox show={place.show} /> : <RequestInbox place={place} />;
}

function RequestInbox({ place }: { place: InboxPlace }) {
  const query = useInfiniteQuery(inboxQuery);
  const { requests, total } = useMemo(() => openRequests(query.data), [query.data]);
  const listed = requests.filter((each) => isReturned(each) === (place.show === 'returned'));
  const { selected, toggle, clear } = useSelection(listed);
  const open = useOpen(place, listed, toggle);
  const bulk = useBulkDecision();
  const chosen = listed.filter(({ id }) => selected.has(id ?? ''));
  const isDetail = place.id !== undefined || bulk.bulk !== undefined;
  return (
    <div className={isDetail ? 'full-width inbox has-detail' : 'full-width inbox'}>
      <section className="inbox-list" aria-label={inboxTexts.list}>
        <InboxHead show={place.show} requests={requests} total={total} />
        <Loaded query={query}>
          {() => (
            <>
              <InboxList
                requests={listed}
                current={open.id}
                show={place.show}
                selected={selected}
                onSelect={toggle}
                more={query}
              />
              {listed.length === 0 && <Empty show={place.show} />}
              {listed.length > 0 && <Shown shown={requests.length} total={total ?? 0} />}
            </>
          )}
        </Loaded>
        {chosen.length > 0 && bulk.bulk === undefined && (
          <BulkBar
            count={chosen.length}
            onClear={clear}
            onDecide={(d) => void bulk.run(chosen, d)}
          />
        )}
        <KeyLine />
      </section>
      <section className="inbox-detail" aria-label={inboxTexts.detail}>
        <Detail place={place} bulk={bulk} onNext={open.next} onBulkEnd={clear} />
      </section>
    </div>
  );
}

function Shown({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null;
  return <p className="tiny faint inbox-more">{inboxTexts.firstOf(shown, total)}</p>;
}

type DetailProps = {
  place: InboxPlace;
  bulk: ReturnType<typeof useBulkDecision>;
  onNext: () => void;
  onBulkEnd: () => void;
};

/** The open request, or the outcome of a bulk decision. */
function Detail({ place: { id, show }, bulk, onNext, onBulkEnd }: DetailProps) {
  if (bulk.bulk !== undefined) {
    const end = () => {
      bulk.close();
      onBulkEnd();
      onNext();
    };
    return (
      <div className="inbox-inside">
        <BulkPanel bulk={bulk.bulk} onStop={bulk.stop} onClose={end} />
      </div>
    );
  }
  return (
    <>
      <Link className="button compact inbox-back" to="/inbox" search={{ show }}>
        {inboxTexts.back}
      </Link>
      {id !== undefined && <OpenRequest key={id} id={id} onNext={onNext} />}
    </>
  );
}

function Empty({ show }: { show: InboxShow }) {
  return (
    <EmptyState sort="nothing-yet" title={inboxTexts.emptyTitle}>
      {show === 'returned' ? inboxTexts.emptyReturned : inboxTexts.empty}
    </EmptyState>
  );
}

function KeyLine() {
  return (
    <p className="tiny faint row inbox-keys wide-only" aria-hidden>
      <kbd>J</kbd> <kbd>K</kbd> {inboxTexts.move} <kbd>X</kbd> {inboxTexts.select}
      <span className="push">
        <kbd>?</kbd> {inboxTexts.allKeys}
      </span>
    </p>
  );
}

/** The selected requests; those that are not listed any more are not selected. */
function useSelection(listed: readonly Access[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(
    () => new Set(listed.flatMap(({ id }) => (id && ids.has(id) ? [id] : []))),
    [listed, ids],
  );
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setIds(next);
  };
  return { selected, toggle, clear: () => setIds(new Set()) };
}

/** The open request, and the keys that move to another one and select it. */
function useOpen(place: InboxPlace, listed: readonly Access[], toggle: (id: string) => void) {
  const navigate = useNavigate();
  const ids = listed.map(({ id }) => id ?? '');
  const { id } = place;
  const at = ids.indexOf(id ?? '');
  const first = ids[0];
  const goTo = (next: string | undefined) =>
    void navigate({
      to: '/inbox',
      search: { show: place.show, ...(next !== undefined && { id: next }) },
      replace: true,
      resetScroll: false,
    });
  useEffect(() => {
    // Beside the list one request is always open, and stays open when the list changes.
    const isWide = matchMedia('(min-width: 761px)').matches;
    if (id === undefined && first !== undefined && isWide) goTo(first);
  });
  const move = (by: number) => {
    const target = ids[Math.min(ids.length - 1, Math.max(0, at + by))];
    if (target !== undefined) goTo(target);
  };
  const keys = useRef({ move, toggle: () => id && toggle(id) });
  useEffect(() => {
    keys.current = { move, toggle: () => id && toggle(id) };
  });
  useKeys(
    useMemo(() => {
      const [next, previous] = [() => keys.current.move(1), () => keys.current.move(-1)];
      const words = inboxTexts.keys;
      return [
        { keys: 'j', does: words.next, run: next },
        { keys: 'k', does: words.previous, run: previous },
        { keys: 'ArrowDown', does: words.next, run: next },
        { keys: 'ArrowUp', does: words.previous, run: previous },
        { keys: 'x', does: words.select, run: () => keys.current.toggle() },
      ];
    }, []),
  );
  return { id, next: () => goTo(ids[at + 1] ?? ids.find((other) => other !== id)) };
}
