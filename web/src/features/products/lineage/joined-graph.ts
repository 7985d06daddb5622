import type { PipelineGraph, PipelineNode } from './pipeline-queries.ts';

/** Several graphs as one. A node's hidden neighbors are those of the graph that shows most of them. */
export function joinedGraph(graphs: readonly PipelineGraph[]): PipelineGraph {
  const nodes = new Map<string, PipelineNode>();
  const edges = new Map<string, PipelineGraph['edges'][number]>();
  for (const graph of graphs) {
    for (const node of graph.nodes) {
      const known = nodes.get(node.id);
      nodes.set(node.id, {
        ...(known ?? node),
        hiddenUpstream: Math.min(known?.hiddenUpstream ?? Infinity, node.hiddenUpstream),
        hiddenDownstream: Math.min(known?.hiddenDownstream ?? Infinity, node.hiddenDownstream),
      });
    }
    for (const edge of graph.edges) edges.set(`${edge.from} ${edge.to}`, edge);
  }
  const truncated = graphs.some((graph) => graph.truncated);
  return { nodes: [...nodes.values()], edges: [...edges.values()], truncated };
}
