import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import '../../components/controls/list-filters.css';
import { FeedTabs } from '../../features/events/feed-tabs.tsx';
import { useReadOnly } from '../../features/session/read-only.ts';
import { webhooksQuery } from '../../features/webhooks/queries.ts';
import { WebhookDialog } from '../../features/webhooks/webhook-form.tsx';
import { WebhookTable } from '../../features/webhooks/webhook-table.tsx';
import { useCopySource } from '../../lib/copy-source.ts';
import { webhookTexts } from '../../texts/operate/webhooks.ts';
import { pageNames } from '../../texts/shell.ts';

const route = getRouteApi('/framed/operate/webhooks');

/** All webhooks; `?new` opens the form of another one. */
export function WebhooksPage() {
  const { new: isNew } = route.useSearch();
  const webhooks = useQuery(webhooksQuery);
  const navigate = useNavigate();
  const refused = useReadOnly();
  useCopySource('/api/webhooks');
  const show = (search: { new?: true }) => void navigate({ to: '/operate/webhooks', search });
  const add = (
    <WhyNot tone="primary" refused={refused} onClick={() => show({ new: true })}>
      {webhookTexts.new}
    </WhyNot>
  );
  return (
    <Page
      title={pageNames.events}
      lead={<span className="small">{webhookTexts.lead}</span>}
      actions={add}
    >
      <FeedTabs current="webhooks" />
      <Loaded query={webhooks} skeleton={<Skeleton height={240} />}>
        {(all) =>
          all.length === 0 ? (
            <div className="card">
              <EmptyState sort="nothing-yet" title={webhookTexts.none}>
                {webhookTexts.noneHint}
              </EmptyState>
            </div>
          ) : (
            <WebhookTable webhooks={all} />
          )
        }
      </Loaded>
      {isNew === true && (
        <WebhookDialog
          onClose={() => show({})}
          onCreated={(id) => void navigate({ to: '/operate/webhooks/$id/{-$tab}', params: { id } })}
        />
      )}
    </Page>
  );
}
