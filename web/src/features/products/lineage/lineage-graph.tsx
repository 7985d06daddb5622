import { Link } from '@tanstack/react-router';
import { documentHref } from '../../../lib/document-href.ts';
import { useMemo } from 'react';
import { lineageTexts } from '../../../texts/products.ts';
import { keyOf, layOut, nodeSize } from './lineage-layout.ts';
import type { PlacedNode } from './lineage-layout.ts';
import type { Lineage } from '../queries.ts';

const collections = {
  'data-product': 'dataproducts',
  'source-system': 'sourcesystems',
  asset: 'assets',
} as const;

/** Products and systems from left to right, connected by contracts. The table says the same. */
export function LineageGraph({ lineage }: { lineage: Lineage }) {
  const { placed, width, height } = useMemo(() => layOut(lineage), [lineage]);
  return (
    <div
      className="card graph"
      role="region"
      tabIndex={0}
      aria-label={lineageTexts.describe(lineage.nodes.length)}
    >
      <div className="graph-canvas" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {lineage.edges.map(({ from, to }) => (
            <Edge
              key={`${keyOf(from)} ${keyOf(to)}`}
              from={placed.get(keyOf(from))}
              to={placed.get(keyOf(to))}
            />
          ))}
        </svg>
        <ul>
          {[...placed.values()].map((each) => (
            <Node key={keyOf(each.node)} {...each} />
          ))}
        </ul>
      </div>
    </div>
  );
}

type Ends = { from: PlacedNode | undefined; to: PlacedNode | undefined };

function Edge({ from, to }: Ends) {
  if (from === undefined || to === undefined) return null;
  const middle = nodeSize.height / 2;
  const [startX, startY] = [from.x + nodeSize.width, from.y + middle];
  const [endX, endY] = [to.x, to.y + middle];
  // Nodes of one column are connected by an arc at their right side.
  const isSameColumn = from.x === to.x;
  const target = isSameColumn ? startX : endX;
  const bend = isSameColumn ? 48 : Math.max(24, Math.abs(endX - startX) / 2);
  const back = isSameColumn ? target + bend : target - bend;
  const path = `M${startX} ${startY} C${startX + bend} ${startY} ${back} ${endY} ${target} ${endY}`;
  return (
    <>
      <path d={path} />
      <circle cx={target} cy={endY} r={3} />
    </>
  );
}

function Node({ node, x, y }: PlacedNode) {
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
