import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { SubjectLink } from '../../components/data/subject-link.tsx';
import { DetailDrawer } from '../../components/dialogs/detail-drawer.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { JsonView } from '../../components/documents/json-view.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { exactTime } from '../../lib/dates.ts';
import { eventName, shortType } from '../../texts/event-names.ts';
import { eventTexts } from '../../texts/operate/events.ts';
import { useMe } from '../session/queries.ts';
import { eventDeliveriesQuery, eventQuery } from './queries.ts';
import type { EventDelivery, FeedEvent } from './queries.ts';

/** One event: what it is about, who caused it, its data, and, for those who operate, what became of it at webhooks. */
export function EventDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const event = useQuery(eventQuery(id));
  const operates = useMe()?.may.operate === true;
  const title = event.data === undefined ? eventTexts.title : eventName(event.data.type);
  return (
    <DetailDrawer title={title} onClose={onClose}>
      <Loaded query={event}>{(data) => <Facts event={data} />}</Loaded>
      {operates && <Deliveries id={id} />}
      {event.data !== undefined && (
        <section>
          <h3>{eventTexts.whole}</h3>
          <JsonView value={event.data} name={eventTexts.whole} />
        </section>
      )}
    </DetailDrawer>
  );
}

function Facts({ event }: { event: FeedEvent }) {
  const { id, type, subject, subjectkind = '', subjectname, principal, principalname } = event;
  return (
    <section className="stack">
      <dl className="details">
        <dt>{eventTexts.subject}</dt>
        <dd>
          <SubjectLink kind={subjectkind} id={subject} name={subjectname} />
        </dd>
        <dt>{eventTexts.by}</dt>
        <dd>{principalname ?? principal}</dd>
        <dt>{eventTexts.exactly}</dt>
        <dd>
          <RelativeTime at={event.time} />{' '}
          <span className="tiny faint">{exactTime(new Date(event.time))}</span>
        </dd>
        <dt>{eventTexts.place}</dt>
        <dd>{event.sequence ?? eventTexts.notYet}</dd>
        <dt>{eventTexts.type}</dt>
        <dd className="mono">{shortType(type)}</dd>
        <dt>{eventTexts.id}</dt>
        <dd>
          <IdChip id={id} />
        </dd>
      </dl>
      <div className="row wrap">
        <Link className="button compact" to="/operate/events" search={{ subject }}>
          {eventTexts.sameSubject}
        </Link>
        {subjectkind === 'access' && (
          <Link className="button compact" to="/develop/access/$id" params={{ id: subject }}>
            {eventTexts.inspect}
          </Link>
        )}
      </div>
    </section>
  );
}

function Deliveries({ id }: { id: string }) {
  const deliveries = useQuery(eventDeliveriesQuery(id));
  return (
    <section>
      <h3>{eventTexts.deliveries}</h3>
      <Loaded query={deliveries}>
        {(all) =>
          all.length === 0 ? (
            <p className="small soft">{eventTexts.noDeliveries}</p>
          ) : (
            <ul className="stack">
              {all.map((each) => (
                <Delivery key={`${each.webhookId} ${each.id}`} delivery={each} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function Delivery({ delivery }: { delivery: EventDelivery }) {
  const { webhookId, id, status, attempts, lastStatus, lastError } = delivery;
  const answer = lastError ?? (lastStatus === null ? undefined : `HTTP ${lastStatus}`);
  return (
    <li className="row wrap small">
      <Link
        className="link"
        to="/operate/webhooks/$id/{-$tab}"
        params={{ id: webhookId }}
        search={{ delivery: id }}
      >
        {webhookId}
      </Link>
      <StatusBadge of="delivery" value={status} />
      <span className="faint">
        {[attempts > 0 && eventTexts.attempts(attempts), answer].filter(Boolean).join(', ')}
      </span>
    </li>
  );
}
