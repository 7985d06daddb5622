import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Tabs } from '../../components/controls/tabs.tsx';
import { TeamLink } from '../../components/data/links.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { IntegrationActions } from '../../features/integrations/detail/integration-actions.tsx';
import { IntegrationSettings } from '../../features/integrations/detail/integration-settings.tsx';
import { RunTable } from '../../features/integrations/detail/run-table.tsx';
import type { RunState } from '../../features/integrations/detail/runs-search.ts';
import '../../features/integrations/integrations.css';
import { integrationQuery } from '../../features/integrations/queries.ts';
import type { EditableIntegration } from '../../features/integrations/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { cronSentence } from '../../texts/contracts/cron-sentence.ts';
import { integrationTexts } from '../../texts/operate/integrations.ts';

const route = getRouteApi('/framed/operate/integrations/$id/{-$tab}');
const above = [{ name: integrationTexts.title, href: '/operate/integrations' }];

/** An integration with its runs and its settings. */
export function IntegrationPage() {
  const { id } = route.useParams();
  const query = useQuery(integrationQuery(id));
  useCopySource(`/api/integrations/${encodeURIComponent(id)}`);
  if (query.data === undefined) {
    return (
      <Page title={integrationTexts.title} above={above}>
        <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  const { data: integration, etag } = query.data;
  return (
    <Page
      title={integration.name}
      above={above}
      beside={<Beside integration={integration} />}
      lead={<Lead integration={integration} />}
      actions={<IntegrationActions integration={integration} etag={etag} />}
    >
      <Parts integration={integration} />
    </Page>
  );
}

type PartProps = { integration: EditableIntegration };

function Beside({ integration: { externalId, schedule, enabled } }: PartProps) {
  const state = enabled ? 'on' : 'off';
  return (
    <>
      <StatusBadge of="integration" value={schedule === null ? 'request' : state} />
      <IdChip id={externalId} />
    </>
  );
}

function Lead({ integration }: PartProps) {
  const { sourceTitle, owningTeamExternalId, owningTeamName, schedule, scheduleTimezone } =
    integration;
  const { enabled, nextRunAt } = integration;
  return (
    <>
      {sourceTitle} ·{' '}
      {owningTeamExternalId === null ? (
        integrationTexts.noOwner
      ) : (
        <TeamLink id={owningTeamExternalId} name={owningTeamName} />
      )}
      {schedule !== null && (
        <>
          {' '}
          · {integrationTexts.scheduleSentence(cronSentence(schedule), scheduleTimezone)}
          {enabled && nextRunAt !== null && (
            <>
              , {integrationTexts.next.toLowerCase()} <RelativeTime at={nextRunAt} />
            </>
          )}
        </>
      )}
    </>
  );
}

function Parts({ integration }: PartProps) {
  const { tab } = route.useParams();
  const { status } = route.useSearch();
  const navigate = useNavigate();
  const id = integration.externalId;
  const href = `/operate/integrations/${encodeURIComponent(id)}`;
  const isSettings = tab === 'settings';
  const show = (state: RunState | undefined) =>
    void navigate({
      to: '/operate/integrations/$id/{-$tab}',
      params: { id },
      search: state === undefined ? {} : { status: state },
    });
  return (
    <>
      <Tabs
        label={integrationTexts.parts}
        tabs={[
          { name: integrationTexts.runs, href, isCurrent: !isSettings },
          {
            name: integrationTexts.settings,
            href: `${href}/settings`,
            isCurrent: isSettings,
          },
        ]}
      />
      {isSettings ? (
        <IntegrationSettings integration={integration} />
      ) : (
        <RunTable id={id} state={status} onState={show} />
      )}
    </>
  );
}
