import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { listKeyTexts } from '../../texts/operate/lists.ts';
import { useRowKeys } from '../../lib/hooks/use-row-keys.ts';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { SubjectLink } from '../../components/data/subject-link.tsx';
import { useNow } from '../../lib/now.ts';
import { eventName } from '../../texts/event-names.ts';
import { deliveryTexts } from '../../texts/operate/webhooks.ts';
import type { Delivery } from './queries.ts';
import type { WebhookSearch } from './webhook-search.ts';

type DeliveryTableProps = {
  webhookId: string;
  deliveries: readonly Delivery[];
  search: WebhookSearch;
};

/** Deliveries with what the receiver answered last. */
export function DeliveryTable({ webhookId, deliveries, search }: DeliveryTableProps) {
  useRowKeys('.feed-table .row-link', listKeyTexts);
  return (
    <div className="card sideways" role="region" aria-label={deliveryTexts.title} tabIndex={0}>
      <table className="feed-table">
        <thead>
          <tr>
            <th scope="col">{deliveryTexts.event}</th>
            <th scope="col" className="wide-only">
              {deliveryTexts.subject}
            </th>
            <th scope="col">{deliveryTexts.state}</th>
            <th scope="col" className="wide-only">
              {deliveryTexts.answer}
            </th>
            <th scope="col">{deliveryTexts.at}</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <Row key={delivery.id} webhookId={webhookId} delivery={delivery} search={search} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<DeliveryTableProps, 'deliveries'> & { delivery: Delivery };

function Row({ webhookId, delivery, search }: RowProps) {
  const { id, eventType, isTest, subject, subjectKind, subjectName } = delivery;
  return (
    <tr>
      <td>
        <Link
          className="row-link"
          to="/operate/webhooks/$id/{-$tab}"
          params={{ id: webhookId }}
          search={{ ...search, delivery: id }}
          resetScroll={false}
        >
          {isTest ? deliveryTexts.test : eventName(eventType)}
        </Link>
      </td>
      <td className="wide-only">
        {!isTest && <SubjectLink kind={subjectKind} id={subject} name={subjectName} />}
      </td>
      <td>
        <DeliveryState delivery={delivery} />
      </td>
      <td className="wide-only small">
        <Answer delivery={delivery} />
      </td>
      <td className="soft nowrap">
        <RelativeTime at={delivery.lastAttemptAt ?? delivery.createdAt} />
      </td>
    </tr>
  );
}

/** The state with the attempts, and the time of the next one. */
export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { status, attempts, nextAttemptAt } = delivery;
  const isRetrying = status === 'pending' && attempts > 0;
  return (
    <>
      <StatusBadge of="delivery" value={isRetrying ? 'retrying' : status} />
      {(isRetrying || attempts > 1) && (
        <div className="tiny faint">
          {deliveryTexts.attempts(attempts)}
          {isRetrying && nextAttemptAt !== null && (
            <>
              , <NextAttempt at={nextAttemptAt} />
            </>
          )}
        </div>
      )}
    </>
  );
}

const soonMs = 60_000;

function NextAttempt({ at }: { at: string }) {
  const isSoon = new Date(at).getTime() - useNow().getTime() < soonMs;
  if (isSoon) return deliveryTexts.nextSoon;
  return (
    <>
      {deliveryTexts.next} <RelativeTime at={at} />
    </>
  );
}

function Answer({ delivery }: { delivery: Delivery }) {
  const { lastStatus, lastError, lastDurationMs } = delivery;
  if (lastStatus === null && lastError === null) {
    return <span className="faint">{deliveryTexts.waiting}</span>;
  }
  return (
    <>
      <span>{lastError ?? deliveryTexts.httpStatus(lastStatus ?? 0)} </span>
      {lastDurationMs !== null && (
        <span className="faint nowrap">{deliveryTexts.took(lastDurationMs)}</span>
      )}
    </>
  );
}
