import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { listKeyTexts } from '../../texts/operate/lists.ts';
import { useRowKeys } from '../../lib/hooks/use-row-keys.ts';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { Count } from '../../components/data/values.tsx';
import { webhookTexts } from '../../texts/operate/webhooks.ts';
import { eventsText, hostOf, stateSince } from './facts.ts';
import type { ListedWebhook } from './queries.ts';

/** All webhooks with their state and what waits. */
export function WebhookTable({ webhooks }: { webhooks: readonly ListedWebhook[] }) {
  useRowKeys('.feed-table .row-link', listKeyTexts);
  return (
    <div className="card sideways" role="region" aria-label={webhookTexts.title} tabIndex={0}>
      <table className="feed-table">
        <thead>
          <tr>
            <th scope="col">{webhookTexts.name}</th>
            <th scope="col" className="wide-only">
              {webhookTexts.events}
            </th>
            <th scope="col">{webhookTexts.state}</th>
            <th scope="col" className="number">
              {webhookTexts.waiting}
            </th>
            <th scope="col" className="number wide-only">
              {webhookTexts.delivered}
            </th>
            <th scope="col" className="number wide-only">
              {webhookTexts.failed}
            </th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ webhook }: { webhook: ListedWebhook }) {
  const { id, url, events, status, deliveries, unreadable } = webhook;
  const since = stateSince(webhook);
  const failed = deliveries?.failed ?? 0;
  return (
    <tr>
      <td>
        <Link className="row-link" to="/operate/webhooks/$id/{-$tab}" params={{ id }}>
          {id}
        </Link>
        <div className="tiny faint">{hostOf(url)}</div>
        {unreadable !== undefined && (
          <p className="tiny field-problem">{webhookTexts.unreadable}</p>
        )}
      </td>
      <td className="wide-only small soft">{eventsText(events)}</td>
      <td>
        <StatusBadge of="webhook" value={status} />
        {since !== undefined && (
          <div className="tiny faint">
            <RelativeTime at={since} />
          </div>
        )}
      </td>
      <td className="number">
        <Count value={deliveries?.pending ?? 0} />
      </td>
      <td className="number wide-only">
        <Count value={deliveries?.delivered ?? 0} />
      </td>
      <td className="number wide-only">
        <span className={failed > 0 ? 'field-problem small' : undefined}>
          <Count value={failed} />
        </span>
      </td>
    </tr>
  );
}
