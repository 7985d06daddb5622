import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTrail } from '../../lib/trail.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import type { Access } from '../access/queries.ts';
import type { InboxShow } from './place.ts';
import { todoQuery } from './queries.ts';
import type { Todo } from './queries.ts';

export const isReturned = ({ info }: Access): boolean => info.changeRequestedAt !== undefined;

type InboxHeadProps = {
  show: InboxShow;
  requests: readonly Access[];
  /** Open requests, as far as they are known. */
  total: number | undefined;
};

/** The title with the number of decisions that wait, as the navigation has it, and of the rest, and the lists with theirs. */
export function InboxHead({ show, requests, total }: InboxHeadProps) {
  useTrail(inboxTexts.title);
  const heading = useRef<HTMLHeadingElement>(null);
  const todo = useQuery(todoQuery).data;
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const returned = requests.filter(isReturned).length;
  const open = total ?? todo?.counts.access;
  return (
    <>
      <div className="inbox-head">
        <h1 ref={heading} tabIndex={-1}>
          {inboxTexts.title}
        </h1>
        {open !== undefined && (
          <span className="small faint">
            {inboxTexts.toDo(open + (todo?.counts.changes ?? 0), othersOf(todo))}
          </span>
        )}
      </div>
      <Lists
        show={show}
        choices={[
          { name: inboxTexts.waiting, count: open === undefined ? open : open - returned },
          { name: inboxTexts.tests, count: todo && testsOf(todo), show: 'tests' },
          { name: inboxTexts.changes, count: todo?.counts.changes, show: 'changes' },
          { name: inboxTexts.due, count: todo?.counts.due, show: 'due' },
          { name: inboxTexts.returned, count: returned, show: 'returned' },
        ]}
      />
    </>
  );
}

const testsOf = ({ counts }: Todo): number => counts.tests + counts.drift;

const othersOf = (todo: Todo | undefined): number => (todo ? testsOf(todo) + todo.counts.due : 0);

type Choice = { name: string; count: number | undefined; show?: InboxShow };

/** The lists that can be shown. Requests that were sent back wait for others, so that they are listed only if there are any. */
function Lists({ show, choices }: { show: InboxShow; choices: readonly Choice[] }) {
  const navigate = useNavigate();
  const offered = choices.filter(
    (each) => each.show !== 'returned' || show === 'returned' || each.count !== 0,
  );
  return (
    <div className="pills inbox-which" role="group" aria-label={inboxTexts.which}>
      {offered.map((each) => (
        <button
          key={each.name}
          type="button"
          className="pill"
          aria-pressed={show === each.show}
          onClick={() => void navigate({ to: '/inbox', search: { show: each.show } })}
        >
          {each.name} {each.count}
        </button>
      ))}
    </div>
  );
}
