import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { documentHref } from '../../../lib/address/document-href.ts';
import { pipelineTexts } from '../../../texts/lineage.ts';
import { Edge } from './lineage-graph.tsx';
import { layOut, nodeSize } from './lineage-layout.ts';
import { meaningOf, nodeTarget } from './node-target.ts';
import type { PipelineGraph, PipelineNode } from './pipeline-queries.ts';

type DrawingProps = {
  graph: PipelineGraph;
  expanded: readonly string[];
  onExpand: (id: string) => void;
};

const refOf = (id: string) => ({ kind: 'pipeline', id });

/** Datasets and jobs from left to right, as data flows. The table says the same. */
export function PipelineDrawing({ graph, expanded, onExpand }: DrawingProps) {
  const { placed, edges, width, height } = useMemo(() => {
    const nodes = graph.nodes.map((each) => ({ ...refOf(each.id), node: each }));
    return layOut({
      nodes,
      edges: graph.edges.map(({ from, to }) => ({ from: refOf(from), to: refOf(to) })),
    });
  }, [graph]);
  const region = useRef<HTMLDivElement>(null);
  const here = placed.find(({ node }) => node.node.distance === 0);
  const [x, y] = [here?.x ?? 0, here?.y ?? 0];
  // A large graph begins with its start in the middle.
  useEffect(() => {
    const { current } = region;
    current?.scrollTo({
      left: x - (current.clientWidth - nodeSize.width) / 2,
      top: y - (current.clientHeight - nodeSize.height) / 2,
    });
  }, [x, y]);
  return (
    <div
      ref={region}
      className="card graph concept-graph"
      role="region"
      tabIndex={0}
      aria-label={pipelineTexts.describe(graph.nodes.length)}
    >
      <div className="graph-canvas" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {edges.map((edge) => (
            <Edge key={edge.id} places={edge.places} />
          ))}
        </svg>
        <ul>
          {placed.map(({ node: { node }, x: left, y: top }) => (
            <li
              key={node.id}
              className={node.distance === 0 ? 'here' : undefined}
              style={{ transform: `translate(${left}px, ${top}px)`, ...nodeSize }}
            >
              <Inside node={node} />
              {hiddenOf(node) > 0 && !expanded.includes(node.id) && (
                <More node={node} onExpand={onExpand} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const hiddenOf = (node: PipelineNode): number => node.hiddenUpstream + node.hiddenDownstream;

function More({ node, onExpand }: Pick<DrawingProps, 'onExpand'> & { node: PipelineNode }) {
  return (
    <button
      type="button"
      className="graph-more"
      aria-label={pipelineTexts.expand(node.name)}
      onClick={() => onExpand(node.id)}
    >
      <IconPlus size={14} aria-hidden />
    </button>
  );
}

function Inside({ node }: { node: PipelineNode }) {
  const target = nodeTarget(node);
  const hidden = hiddenOf(node);
  const about = hidden > 0 ? pipelineTexts.more(hidden) : (meaningOf(node) ?? node.namespace);
  const content = (
    <>
      <span className="ellipsis medium" title={node.name}>
        {node.name}
      </span>
      <span className="ellipsis tiny faint" title={meaningOf(node) ?? node.namespace}>
        {pipelineTexts.types[node.type]} · {about}
      </span>
    </>
  );
  if (target === undefined) return <span className="graph-plain">{content}</span>;
  return <Link to={documentHref(target.collection, target.id)}>{content}</Link>;
}
