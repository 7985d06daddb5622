import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { pipelineTexts } from '../../../texts/lineage.ts';
import { pipelineGraphQuery, pipelineRunsQuery } from './pipeline-queries.ts';

/** The newest runs of the jobs around a product or node; nothing without one. */
export function RunTable({ node }: { node: string }) {
  const { data: graph } = useQuery(pipelineGraphQuery(node));
  return graph?.nodes.some(({ type }) => type === 'job') ? <Runs node={node} /> : null;
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
                  {found.map(({ runId, jobId, name, state, startedAt, endedAt, reportedAt }) => (
                    <tr key={`${jobId} ${runId}`}>
                      <td title={runId}>{name}</td>
                      <td>
                        <StatusBadge of="pipelineRun" value={state} />
                      </td>
                      <td>{startedAt && <RelativeTime at={startedAt} />}</td>
                      <td>{endedAt && <RelativeTime at={endedAt} />}</td>
                      <td>
                        <RelativeTime at={reportedAt} />
                      </td>
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
