import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Tabs } from '../../components/controls/tabs.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { Page } from '../../components/page.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import '../../components/controls/list-filters.css';
import { DeliveryList } from '../../features/webhooks/delivery-list.tsx';
import { webhookQuery } from '../../features/webhooks/queries.ts';
import type { Webhook } from '../../features/webhooks/queries.ts';
import { ReplayList } from '../../features/webhooks/replay-list.tsx';
import { WebhookActions } from '../../features/webhooks/webhook-actions.tsx';
import { WebhookAside } from '../../features/webhooks/webhook-aside.tsx';
import { useCopySource } from '../../lib/copy-source.ts';
import { webhookTexts } from '../../texts/operate/webhooks.ts';
import { pageNames } from '../../texts/shell.ts';

const route = getRouteApi('/framed/operate/webhooks/$id/{-$tab}');
const above = [
  { name: pageNames.events, href: '/operate/events' },
  { name: webhookTexts.title, href: '/operate/webhooks' },
];

/** One webhook: its deliveries and replays. */
export function WebhookPage() {
  const { id } = route.useParams();
  const webhook = useQuery(webhookQuery(id));
  if (webhook.data !== undefined) return <KnownWebhook webhook={webhook.data} />;
  return (
    <Page title={id} above={above}>
      {webhook.error === null ? (
        <SkeletonLines lines={8} />
      ) : (
        <ErrorState error={webhook.error} onRetry={() => void webhook.refetch()} />
      )}
    </Page>
  );
}

function KnownWebhook({ webhook }: { webhook: Webhook }) {
  const { id, status } = webhook;
  const { tab } = route.useParams();
  const search = route.useSearch();
  const page = `/operate/webhooks/${encodeURIComponent(id)}`;
  const isReplays = tab === 'replays';
  useCopySource(`/api/webhooks/${encodeURIComponent(id)}`);
  return (
    <Page
      title={id}
      above={above}
      beside={<StatusBadge of="webhook" value={status} />}
      actions={<WebhookActions webhook={webhook} />}
    >
      <Tabs
        label={webhookTexts.tabsLabel}
        tabs={[
          { name: webhookTexts.tabs.deliveries, href: page, isCurrent: !isReplays },
          { name: webhookTexts.tabs.replays, href: `${page}/replays`, isCurrent: isReplays },
        ]}
      />
      <div className="with-aside">
        <div className="stack">
          <StateNote webhook={webhook} />
          {isReplays ? (
            <ReplayList webhookId={id} />
          ) : (
            <DeliveryList webhook={webhook} search={search} />
          )}
        </div>
        <WebhookAside webhook={webhook} />
      </div>
    </Page>
  );
}

/** Why a webhook sends nothing, or fails. */
function StateNote({ webhook: { status, pausedReason } }: { webhook: Webhook }) {
  const notes: Readonly<Record<string, string>> = {
    paused: webhookTexts.pausedNote(pausedReason ?? ''),
    disabled: webhookTexts.disabledNote,
    failing: webhookTexts.failingNote,
  };
  const note = notes[status];
  if (note === undefined) return null;
  return <p className={status === 'disabled' ? 'note' : 'note warn'}>{note}</p>;
}
