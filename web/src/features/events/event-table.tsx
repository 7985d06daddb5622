import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { listKeyTexts } from '../../texts/operate/lists.ts';
import { useRowKeys } from '../../lib/hooks/use-row-keys.ts';
import { SubjectLink } from '../../components/data/subject-link.tsx';
import { eventKindName, eventName } from '../../texts/event-names.ts';
import { eventTexts } from '../../texts/operate/events.ts';
import type { EventSearch } from './event-search.ts';
import type { FeedEvent } from './queries.ts';

type EventTableProps = {
  events: readonly FeedEvent[];
  search: EventSearch;
  onAuthor: (principal: string) => void;
};

/** Events, newest first; each opens with all that is known of it. */
export function EventTable({ events, search, onAuthor }: EventTableProps) {
  useRowKeys('.feed-table .row-link', listKeyTexts);
  return (
    <div className="card sideways" role="region" aria-label={eventTexts.title} tabIndex={0}>
      <table className="feed-table">
        <thead>
          <tr>
            <th scope="col">{eventTexts.what}</th>
            <th scope="col">{eventTexts.subject}</th>
            <th scope="col" className="wide-only">
              {eventTexts.by}
            </th>
            <th scope="col" className="wide-only number">
              {eventTexts.place}
            </th>
            <th scope="col">{eventTexts.at}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <Row key={event.id} event={event} search={search} onAuthor={onAuthor} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<EventTableProps, 'events'> & { event: FeedEvent };

function Row({ event, search, onAuthor }: RowProps) {
  const { id, type, subject, subjectkind = '', subjectname, principal, principalname } = event;
  const author = principalname ?? principal;
  return (
    <tr>
      <td>
        <Link
          to="/operate/events"
          search={{ ...search, event: id }}
          className="row-link"
          resetScroll={false}
        >
          {eventName(type)}
        </Link>
      </td>
      <td>
        <SubjectLink kind={subjectkind} id={subject} name={subjectname} />
        <div className="tiny faint wide-only">{eventKindName(subjectkind)}</div>
      </td>
      <td className="wide-only">
        <button
          type="button"
          className="as-link"
          title={eventTexts.onlyBy(author)}
          onClick={() => onAuthor(principal)}
        >
          {author}
        </button>
      </td>
      <td className="wide-only number soft">{event.sequence ?? '–'}</td>
      <td className="soft nowrap">
        <RelativeTime at={event.time} />
      </td>
    </tr>
  );
}
