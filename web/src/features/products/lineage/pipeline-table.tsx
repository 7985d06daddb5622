import { DocLink } from '../../../components/data/links.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { pipelineTexts } from '../../../texts/lineage.ts';
import { meaningOf, nodeTarget } from './node-target.ts';
import type { PipelineGraph, PipelineNode } from './pipeline-queries.ts';

/** The data flows of a graph, and the nodes without one. */
export function PipelineTable({ graph }: { graph: PipelineGraph }) {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const connected = new Set(graph.edges.flatMap(({ from, to }) => [from, to]));
  const alone = graph.nodes.filter(({ id }) => !connected.has(id));
  const { columns } = pipelineTexts;
  return (
    <div className="card sideways" role="region" aria-label={pipelineTexts.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{columns.from}</th>
            <th>{columns.to}</th>
            <th>{columns.seen}</th>
          </tr>
        </thead>
        <tbody>
          {graph.edges.map(({ from, to, lastSeenOn }) => (
            <tr key={`${from} ${to}`}>
              <td>{<NodeName node={nodes.get(from)} />}</td>
              <td>{<NodeName node={nodes.get(to)} />}</td>
              <td>
                <RelativeTime at={`${lastSeenOn}T00:00:00Z`} />
              </td>
            </tr>
          ))}
          {alone.map((node) => (
            <tr key={node.id}>
              <td colSpan={3}>
                <NodeName node={node} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NodeName({ node }: { node: PipelineNode | undefined }) {
  if (node === undefined) return null;
  const target = nodeTarget(node);
  return (
    <>
      {target ? <DocLink {...target} name={node.name} /> : node.name}
      <span className="tiny faint">
        {' '}
        {[pipelineTexts.types[node.type], node.namespace, meaningOf(node)]
          .filter((part) => part !== undefined)
          .join(' · ')}
      </span>
    </>
  );
}
