import { Link } from '@tanstack/react-router';
import { documentHref } from '../../../lib/address/document-href.ts';
import { useEffect, useMemo, useRef } from 'react';
import { lineageTexts } from '../../../texts/products.ts';
import { keyOf } from './lineage-columns.ts';
import { layOut, nodeSize } from './lineage-layout.ts';
import type { PlacedEdge, PlacedNode } from './lineage-layout.ts';
import type { Lineage } from '../queries.ts';

const collections = {
  'data-product': 'dataproducts',
  'source-system': 'sourcesystems',
  asset: 'assets',
} as const;

/** Products and systems from left to right, connected by contracts. The table says the same. */
export function LineageGraph({ lineage }: { lineage: Lineage }) {
  const { placed, edges, width, height } = useMemo(() => layOut(lineage), [lineage]);
  const region = useRef<HTMLDivElement>(null);
  const here = placed.find(({ node }) => node.distance === 0)?.x ?? 0;
  // A wide graph begins with the product itself in the middle.
  useEffect(() => {
    const { current } = region;
    current?.scrollTo({ left: here - (current.clientWidth - nodeSize.width) / 2 });
  }, [here]);
  return (
    <div
      ref={region}
      className="card graph"
      role="region"
      tabIndex={0}
      aria-label={lineageTexts.describe(lineage.nodes.length)}
    >
      <div className="graph-canvas" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {edges.map((edge) => (
            <Edge key={edge.id} places={edge.places} />
          ))}
        </svg>
        <ul>
          {placed.map((each) => (
            <Node key={keyOf(each.node)} {...each} />
          ))}
        </ul>
      </div>
    </div>
  );
}

/** A curve from node to node; it goes straight through the columns that it passes. */
export function Edge({ places: [first, ...rest] }: Pick<PlacedEdge, 'places'>) {
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return null;
  let path = `M${first.x + nodeSize.width} ${first.y}`;
  let from = first;
  for (const to of rest) {
    const start = from.x + nodeSize.width;
    const bend = Math.max(24, Math.abs(to.x - start) / 2);
    path += `C${start + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
    if (to !== last) path += `h${nodeSize.width}`;
    from = to;
  }
  return (
    <>
      <path d={path} />
      <circle cx={last.x} cy={last.y} r={3} />
    </>
  );
}

function Node({ node, x, y }: PlacedNode<Lineage['nodes'][number]>) {
  const isHere = node.distance === 0;
  const hidden = node.hiddenUpstream + node.hiddenDownstream;
  return (
    <li
      className={isHere ? 'here' : undefined}
      style={{
        transform: `translate(${x}px, ${y}px)`,
        width: nodeSize.width,
        height: nodeSize.height,
      }}
    >
      <Link
        to={documentHref(collections[node.kind], node.id)}
        aria-current={isHere ? 'page' : undefined}
      >
        <span className="ellipsis medium">{node.name ?? node.id}</span>
        <span className="ellipsis tiny faint">
          {node.ownerName ?? lineageTexts.kinds[node.kind]}
          {hidden > 0 && ` · ${lineageTexts.hidden(hidden)}`}
        </span>
      </Link>
    </li>
  );
}
