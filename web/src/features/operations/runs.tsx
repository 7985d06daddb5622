import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { overviewTexts } from '../../texts/operations/overview.ts';
import { latestRunsQuery } from './queries.ts';
import type { Integration } from './queries.ts';

const maxRuns = 6;
const allIntegrations: string = '/operate/integrations';

type Run = NonNullable<Integration['latestRun']>;
type Ran = Integration & { latestRun: Run };

const newestFirst = (integrations: readonly Integration[]): readonly Ran[] =>
  integrations
    .filter((each): each is Ran => each.latestRun !== null)
    .toSorted((a, b) => b.latestRun.startedAt.localeCompare(a.latestRun.startedAt))
    .slice(0, maxRuns);

/** The latest run of each integration, the newest first. */
export function Runs() {
  const integrations = useQuery(latestRunsQuery);
  return (
    <section className="card">
      <header>
        <h2>{overviewTexts.runs}</h2>
        <Link className="link small push" to={allIntegrations}>
          {overviewTexts.allIntegrations}
        </Link>
      </header>
      <Loaded query={integrations} skeleton={<SkeletonLines lines={3} />}>
        {(data) => {
          const ran = newestFirst(data);
          if (ran.length === 0) return <p className="inside small soft">{overviewTexts.noRuns}</p>;
          return (
            <ul>
              {ran.map((integration) => (
                <Line key={integration.externalId} integration={integration} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}

function causeOf({
  trigger,
  requestedByName,
  assetsCreated,
  status,
  assetsProcessed,
}: Run): string {
  const { bySchedule, byPerson, found, new: created } = overviewTexts;
  if (status === 'SUCCESS') {
    return assetsCreated === 0
      ? found(assetsProcessed)
      : `${found(assetsProcessed)}, ${created(assetsCreated)}`;
  }
  return trigger === 'schedule' ? bySchedule : byPerson(requestedByName ?? '–');
}

function Line({ integration }: { integration: Ran }) {
  const { externalId, name, sourceTitle, latestRun } = integration;
  const state = latestRun.removalPlan === undefined ? latestRun.status : 'fuse';
  const href = `/operate/integrations/${encodeURIComponent(externalId)}/runs/${latestRun.ingestionRunId}`;
  return (
    <li className="process">
      {state === 'fuse' ? (
        <StatusBadge of="run" value={state}>
          {overviewTexts.stopped}
        </StatusBadge>
      ) : (
        <StatusBadge of="run" value={state} />
      )}
      <div>
        <Link className="hover-link medium" to={href}>
          {name}
        </Link>
        <div className="tiny faint ellipsis">
          {sourceTitle}, {causeOf(latestRun)}
        </div>
      </div>
      <span className="tiny faint push nowrap">
        <RelativeTime at={latestRun.startedAt} />
      </span>
    </li>
  );
}
