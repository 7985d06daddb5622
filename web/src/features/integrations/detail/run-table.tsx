import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListFooter } from '../../../components/data/list-footer.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { Badge } from '../../../components/data/status-badge.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { durationText } from '../../../lib/durations.ts';
import { integrationTexts } from '../../../texts/operate/integrations.ts';
import { runTexts } from '../../../texts/operate/runs.ts';
import { statusWords } from '../../../texts/status-words.ts';
import { runsQuery } from '../queries.ts';
import type { IntegrationRun } from '../queries.ts';
import { changesSentence, changesText, runStatus } from '../run-facts.ts';
import { runStates } from './runs-search.ts';
import type { RunState } from './runs-search.ts';
import { withoutEscapes } from '../../../lib/text/without-escapes.ts';

type RunTableProps = {
  id: string;
  state: RunState | undefined;
  onState: (state: RunState | undefined) => void;
};

/** The runs of an integration, newest first. */
export function RunTable({ id, state, onState }: RunTableProps) {
  const query = useInfiniteQuery(runsQuery(id, state));
  const runs = query.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <section className="stack" aria-label={integrationTexts.runs}>
      <div className="list-filters">
        <select
          className="input"
          aria-label={integrationTexts.runState}
          value={state ?? ''}
          onChange={({ target }) => onState(runStates.find((each) => each === target.value))}
        >
          <option value="">{integrationTexts.allRuns}</option>
          {runStates.map((each) => (
            <option key={each} value={each}>
              {statusWords.run[each]?.word}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={query} skeleton={<SkeletonLines lines={6} />}>
        {() =>
          runs.length === 0 ? (
            <NoRuns id={id} isFiltered={state !== undefined} onClear={() => onState(undefined)} />
          ) : (
            <>
              <Runs runs={runs} />
              <ListFooter count={runs.length} query={query} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

type NoRunsProps = { id: string; isFiltered: boolean; onClear: () => void };

function NoRuns({ id, isFiltered, onClear }: NoRunsProps) {
  return (
    <div className="card">
      {isFiltered ? (
        <EmptyState sort="filtered-away" onClear={onClear} />
      ) : (
        <EmptyState
          sort="nothing-yet"
          title={integrationTexts.noRuns}
          action={
            <Link
              className="button"
              to="/operate/integrations/$id/edit"
              params={{ id }}
              search={{ step: 'plan' }}
            >
              {integrationTexts.plan}
            </Link>
          }
        >
          {integrationTexts.noRunsDetail}
        </EmptyState>
      )}
    </div>
  );
}

function Runs({ runs }: { runs: readonly IntegrationRun[] }) {
  const { state, began, took, by, result, runs: title } = integrationTexts;
  return (
    <div className="card sideways" role="region" aria-label={title} tabIndex={0}>
      <table className="run-table">
        <thead>
          <tr>
            <th scope="col">{began}</th>
            <th scope="col">{state}</th>
            <th scope="col" className="wide-only">
              {by}
            </th>
            <th scope="col" className="number wide-only">
              {took}
            </th>
            <th scope="col">{result}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Row key={run.ingestionRunId} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ run }: { run: IntegrationRun }) {
  const { ingestionRunId, integrationExternalId: id, startedAt, durationSeconds, kind } = run;
  const { trigger, requestedByName } = run;
  return (
    <tr>
      <td>
        <Link
          className="hover-link medium nowrap"
          to="/operate/integrations/$id/runs/$run"
          params={{ id, run: ingestionRunId }}
        >
          <RelativeTime at={startedAt} />
        </Link>
        {kind === 'undo' && <div className="tiny faint">{integrationTexts.undo}</div>}
      </td>
      <td>
        <Badge status={runStatus(run)} />
      </td>
      <td className="wide-only soft">
        {trigger === 'schedule' ? runTexts.theSchedule : runTexts.person(requestedByName)}
      </td>
      <td className="number wide-only">
        {durationSeconds === null ? '–' : durationText(durationSeconds)}
      </td>
      <td>
        <span className="run-counts" title={changesSentence(run)}>
          {changesText(run)}
        </span>
        {run.status === 'FAILED' && run.removalPlan === undefined && (
          <div className="tiny faint run-message">{withoutEscapes(run.message)}</div>
        )}
      </td>
    </tr>
  );
}
