import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { useKeys } from '../../lib/keys.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { DueLines } from './due-lines.tsx';
import { InboxHead } from './inbox-head.tsx';
import type { InboxShow } from './place.ts';
import { inboxQuery, openRequests, todoQuery } from './queries.ts';
import type { Todo } from './queries.ts';
import { TestLines } from './test-lines.tsx';

/** What waits besides requests: each line leads to the page on which it is mended. */
export function TodoInbox({ show }: { show: InboxShow }) {
  const todo = useQuery(todoQuery);
  const requests = useInfiniteQuery(inboxQuery).data;
  const listed = useMemo(() => openRequests(requests), [requests]);
  useLineKeys();
  return (
    <div className="full-width inbox is-todo">
      <section className="inbox-list" aria-label={inboxTexts.list}>
        <InboxHead show={show} {...listed} />
        <Loaded query={todo}>
          {(loaded) => (show === 'due' ? <Due todo={loaded} /> : <Tests todo={loaded} />)}
        </Loaded>
      </section>
    </div>
  );
}

function Tests({ todo }: { todo: Todo }) {
  const { tests, drift, counts } = todo;
  if (tests.length + drift.length === 0) {
    return (
      <EmptyState sort="nothing-yet" title={inboxTexts.noTests}>
        {inboxTexts.noTestsDetail}
      </EmptyState>
    );
  }
  return (
    <>
      <TestLines tests={tests} drift={drift} />
      <More shown={tests.length + drift.length} total={counts.tests + counts.drift} />
    </>
  );
}

function Due({ todo: { due, counts } }: { todo: Todo }) {
  if (due.length === 0) {
    return (
      <EmptyState sort="nothing-yet" title={inboxTexts.noDue}>
        {inboxTexts.noDueDetail}
      </EmptyState>
    );
  }
  return (
    <>
      <DueLines due={due} />
      <More shown={due.length} total={counts.due} />
    </>
  );
}

function More({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null;
  return <p className="tiny faint inbox-more">{inboxTexts.firstOf(shown, total)}</p>;
}

/** J and K move the focus over the lines; Enter opens one. */
function useLineKeys(): void {
  useKeys(
    useMemo(() => {
      const { nextLine, previousLine } = inboxTexts.keys;
      return [
        { keys: 'j', does: nextLine, run: () => focusLine(1) },
        { keys: 'k', does: previousLine, run: () => focusLine(-1) },
        { keys: 'ArrowDown', does: nextLine, run: () => focusLine(1) },
        { keys: 'ArrowUp', does: previousLine, run: () => focusLine(-1) },
      ];
    }, []),
  );
}

function focusLine(by: number): void {
  const lines = [...document.querySelectorAll<HTMLElement>('.todo-line > a')];
  const at = lines.findIndex((line) => line === document.activeElement);
  lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.focus();
}
