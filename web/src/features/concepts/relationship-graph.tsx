import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { documentHref } from '../../lib/address/document-href.ts';
import { conceptTexts, conceptTypeName } from '../../texts/semantics/concepts.ts';
import { Edge } from '../products/lineage/lineage-graph.tsx';
import { layOut, nodeSize } from '../products/lineage/lineage-layout.ts';
import type { Neighbours } from './queries.ts';

type Node = Neighbours['nodes'][number];
type GraphProps = {
  graph: Neighbours;
  expanded: readonly string[];
  onExpand: (id: string) => void;
};

const refOf = (key: string) => ({ kind: 'concept', id: key });

/** Concepts from left to right, as their relationships lead. The table says the same. */
export function RelationshipGraph({ graph, expanded, onExpand }: GraphProps) {
  const [middle] = graph.nodes;
  const { placed, edges, width, height } = useMemo(() => {
    const nodes = graph.nodes.map((concept) => ({ ...refOf(concept.key), concept }));
    return layOut({
      nodes,
      edges: graph.edges.map(({ from, to }) => ({ from: refOf(from), to: refOf(to) })),
    });
  }, [graph]);
  const region = useCentered(placed.find(({ node }) => node.id === middle?.key));
  return (
    <div
      ref={region}
      className="card graph concept-graph"
      role="region"
      tabIndex={0}
      aria-label={conceptTexts.describeGraph(graph.nodes.length)}
    >
      <div className="graph-canvas" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {edges.map((edge, index) => (
            <Edge key={`${edge.id} ${index}`} places={edge.places} />
          ))}
        </svg>
        <ul>
          {placed.map(({ node, x: left, y: top }) => (
            <li
              key={node.id}
              className={node.id === middle?.key ? 'here' : undefined}
              style={{ transform: `translate(${left}px, ${top}px)`, ...nodeSize }}
            >
              <Inside graph={graph} node={node.concept} />
              {canExpand(node.concept, middle, expanded) && (
                <More name={node.concept.name} onPress={() => onExpand(node.concept.id)} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** A large graph begins with the concept itself in the middle. */
function useCentered(here: { x: number; y: number } | undefined) {
  const region = useRef<HTMLDivElement>(null);
  const [x, y] = [here?.x ?? 0, here?.y ?? 0];
  useEffect(() => {
    const { current } = region;
    current?.scrollTo({
      left: x - (current.clientWidth - nodeSize.width) / 2,
      top: y - (current.clientHeight - nodeSize.height) / 2,
    });
  }, [x, y]);
  return region;
}

/** Built-in concepts, and those of other namespaces, have no neighbors here. */
function canExpand(node: Node, middle: Node | undefined, expanded: readonly string[]): boolean {
  const isOwn = node.namespace === middle?.namespace && node.type !== 'unknown';
  return isOwn && node.key !== middle?.key && !expanded.includes(node.id);
}

/** The names of the relationships that connect a node with the concept in the middle, or else with others. */
function namesAt({ edges }: Neighbours, key: string, middle: string | undefined): string {
  const own = edges.filter(({ from, to }) => from === key || to === key);
  const direct = own.filter(({ from, to }) => from === middle || to === middle);
  const names = (direct.length > 0 ? direct : own).map(({ name }) => name);
  return [...new Set(names)].join(', ');
}

function More({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className="graph-more"
      aria-label={conceptTexts.expand(name)}
      onClick={onPress}
    >
      <IconPlus size={14} aria-hidden />
    </button>
  );
}

function Inside({ graph, node }: { graph: Neighbours; node: Node }) {
  const middle = graph.nodes[0]?.key;
  const isHere = node.key === middle;
  const names = isHere ? '' : namesAt(graph, node.key, middle);
  const below = names || conceptTypeName(node.type);
  const content = (
    <>
      <span className="ellipsis medium">{node.name}</span>
      <span className="ellipsis tiny faint">{below}</span>
    </>
  );
  if (node.namespace === null) return <span className="graph-plain">{content}</span>;
  return (
    <Link
      to={documentHref('concepts', `${node.namespace}/${node.id}`)}
      aria-current={isHere ? 'page' : undefined}
    >
      {content}
    </Link>
  );
}
