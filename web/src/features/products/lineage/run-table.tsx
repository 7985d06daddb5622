import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { pipelineTexts } from '../../../texts/lineage.ts';
import { durationText } from '../../../lib/durations.ts';
import { pipelineGraphQuery, pipelineRunsQuery } from './pipeline-queries.ts';
import type { PipelineRun } from './pipeline-queries.ts';

/** The newest runs of the jobs around a product or node; nothing without one. */
export function RunTable({ node }: { node: string }) {
  const { data: graph } = useQuery(pipelineGraphQuery(node));
  return graph?.nodes.some(({ type }) => type === 'job') ? <Runs node={node} /> : null;
}

/** How long a run took; runs without a reported start or end have no length. */
function lengthOf({ startedAt, endedAt }: PipelineRun): string {
  if (startedAt === null || endedAt === null) return '–';
  return durationText(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) / 1_000);
}

function Runs({ node }: { node: string }) {
  const runs = useQuery(pipelineRunsQuery(node));
  const { runColumns } = pipelineTexts;
  return (
    <Loaded query={runs}>
      {(found) =>
        found.length > 0 && (
          <section>
            <h2 className="part-title">{pipelineTexts.runs}</h2>
            <div
              className="card sideways"
              role="region"
              aria-label={pipelineTexts.runs}
              tabIndex={0}
            >
              <table>
                <thead>
                  <tr>
                    {Object.entries(runColumns).map(([key, name]) => (
                      <th key={key}>{name}</th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {found.map((run) => (
                    <tr key={`${run.jobId} ${run.runId}`}>
                      <td className="run-name">
                        {run.name} <span className="tiny faint mono">{run.runId}</span>
                      </td>
                      <td>
                        <StatusBadge of="pipelineRun" value={run.state} />
                      </td>
                      <td>
                        <RelativeTime at={run.startedAt ?? run.reportedAt} />
                      </td>
                      <td>{lengthOf(run)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        )
      }
    </Loaded>
  );
}
