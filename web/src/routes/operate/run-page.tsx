import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import type { Refused } from '../../components/states/why-not.tsx';
import '../../features/integrations/integrations.css';
import { integrationQuery } from '../../features/integrations/queries.ts';
import type { IntegrationRun } from '../../features/integrations/queries.ts';
import { originText, runStatus } from '../../features/integrations/run-facts.ts';
import { useLiveRun } from '../../features/integrations/run/follow.ts';
import { FuseDecision } from '../../features/integrations/run/fuse-decision.tsx';
import { runQuery } from '../../features/integrations/run/queries.ts';
import { RunActions } from '../../features/integrations/run/run-actions.tsx';
import { RunAssets } from '../../features/integrations/run/run-assets.tsx';
import { RunCounters } from '../../features/integrations/run/run-counters.tsx';
import { RunLog } from '../../features/integrations/run/run-log.tsx';
import { RunNotes } from '../../features/integrations/run/run-notes.tsx';
import { RunPhases } from '../../features/integrations/run/run-phases.tsx';
import type { RunSearch } from '../../features/integrations/run/run-search.ts';
import '../../features/integrations/run/run.css';
import { useCopySource } from '../../lib/copy-source.ts';
import { momentText } from '../../lib/durations.ts';
import { useNow } from '../../lib/now.ts';
import { integrationTexts } from '../../texts/operate/integrations.ts';
import { runTexts } from '../../texts/operate/runs.ts';

const route = getRouteApi('/framed/operate/integrations/$id/runs/$run');
/** In place of an id: the newest run. */
const latest = 'latest';
const list = { name: integrationTexts.title, href: '/operate/integrations' };

/** A run: what it does or did, its log, its assets, and what one decides about it. */
export function RunPage() {
  const { id, run: runId } = route.useParams();
  const query = useQuery(runQuery(id, runId));
  const integrationPath = `/operate/integrations/${encodeURIComponent(id)}`;
  useCopySource(`/api/integrations/${encodeURIComponent(id)}/runs/${runId}`);
  useLiveRun(id, runId, runId !== latest && query.data?.status === 'RUNNING');
  if (query.data === undefined) {
    return (
      <Page title={integrationTexts.runs} above={[list, { name: id, href: integrationPath }]}>
        <Loaded query={query} skeleton={<SkeletonLines lines={10} />}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  if (runId === latest) return <ToLatest run={query.data} />;
  return <Run key={runId} run={query.data} href={integrationPath} />;
}

/** Goes on to the address that stays. */
function ToLatest({ run }: { run: IntegrationRun }) {
  const { integrationExternalId: id, ingestionRunId } = run;
  useQueryClient().setQueryData(runQuery(id, ingestionRunId).queryKey, run);
  const search = route.useSearch();
  const to = '/operate/integrations/$id/runs/$run';
  return <Navigate to={to} params={{ id, run: ingestionRunId }} search={search} replace />;
}

/** Why the person may not change the integration, and which run is its newest. */
function useIntegration(id: string) {
  const found = useQuery(integrationQuery(id)).data?.data;
  const refused: Refused | undefined =
    found === undefined || found.mayEdit
      ? undefined
      : { because: runTexts.notAllowed(found.owningTeamName) };
  return { refused, newest: found?.latestRun ?? undefined };
}

function Run({ run, href }: { run: IntegrationRun; href: string }) {
  const now = useNow();
  const { refused, newest } = useIntegration(run.integrationExternalId);
  const moment = momentText(run.startedAt, now);
  const isOver =
    newest !== undefined &&
    newest.ingestionRunId !== run.ingestionRunId &&
    newest.startedAt > run.startedAt;
  return (
    <Page
      title={run.kind === 'undo' ? runTexts.undoTitle(moment) : runTexts.title(moment)}
      crumb={moment}
      above={[list, { name: run.integrationName, href }]}
      beside={<Badge status={runStatus(run)} />}
      lead={`${run.integrationName}, ${originText(run)}`}
      actions={<RunActions run={run} refused={refused} />}
    >
      <div className="stack loose run-view">
        <div className="stack">
          <RunNotes run={run} newest={isOver ? newest.ingestionRunId : undefined} />
          <RunPhases run={run} />
          <RunCounters run={run} />
        </div>
        {run.status === 'FAILED' && run.removalPlan !== undefined && (
          <FuseDecision run={run} plan={run.removalPlan} refused={refused} isOver={isOver} />
        )}
        <Parts run={run} />
      </div>
    </Page>
  );
}

function Parts({ run }: { run: IntegrationRun }) {
  const search = route.useSearch();
  const { id, run: runId } = route.useParams();
  const navigate = useNavigate();
  const show = (next: RunSearch, replace = false) =>
    void navigate({
      to: '/operate/integrations/$id/runs/$run',
      params: { id, run: runId },
      search: next,
      replace,
      resetScroll: false,
    });
  const isRunning = run.status === 'RUNNING';
  const isAssets = search.part === 'assets';
  const href = `/operate/integrations/${encodeURIComponent(id)}/runs/${runId}`;
  const { q, level } = search;
  const logFilter = { ...(q !== undefined && { q }), ...(level !== undefined && { level }) };
  return (
    <section>
      <Tabs
        label={runTexts.partsLabel}
        tabs={[
          { name: runTexts.log, href, search: {}, isCurrent: !isAssets },
          { name: runTexts.changes, href, search: { part: 'assets' }, isCurrent: isAssets },
        ]}
      />
      {isAssets ? (
        <RunAssets
          id={id}
          runId={runId}
          isRunning={isRunning}
          search={search}
          onSearch={(next, replace) => show({ ...next, part: 'assets' }, replace)}
        />
      ) : (
        <RunLog
          id={id}
          runId={runId}
          isRunning={isRunning}
          filter={logFilter}
          onFilter={(filter, replace) => {
            const { level: least, ...words } = filter;
            const isFiltered = least === 'warn' || least === 'error';
            show({ ...words, ...(isFiltered && { level: least }) }, replace);
          }}
        />
      )}
    </section>
  );
}
