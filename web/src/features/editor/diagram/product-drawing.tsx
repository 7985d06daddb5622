import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { diagramTexts } from '../../../texts/studio/editor-form.ts';
import { Edge } from '../../products/lineage/lineage-graph.tsx';
import { layOut, nodeSize } from '../../products/lineage/lineage-layout.ts';
import type { ProductParts, TextPort } from './read-product.ts';

const product = { kind: 'product', id: '' };

/** Input ports at the left, the product in the middle, output ports at the right. */
export function ProductDrawing({ product: { name, inputs, outputs }, ...parts }: ProductParts) {
  const { placed, edges, width, height } = useMemo(() => {
    const nodeOf = (kind: string) => (port: TextPort, index: number) => ({
      kind,
      id: String(index),
      port,
    });
    const before = inputs.map(nodeOf('input'));
    const after = outputs.map(nodeOf('output'));
    return layOut<{ kind: string; id: string; port?: TextPort }>({
      nodes: [...before, product, ...after],
      edges: [
        ...before.map((from) => ({ from, to: product })),
        ...after.map((to) => ({ from: product, to })),
      ],
    });
  }, [inputs, outputs]);
  return (
    <div
      className="er-scroll graph"
      role="region"
      tabIndex={0}
      aria-label={diagramTexts.describe(inputs.length, outputs.length)}
    >
      <div className="graph-canvas" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {edges.map(({ id, places }) => (
            <Edge key={id} places={places} />
          ))}
        </svg>
        <ul>
          {placed.map(({ node: { kind, id, port }, x, y }) => (
            <li
              key={`${kind} ${id}`}
              className={port === undefined ? 'here' : undefined}
              style={{ transform: `translate(${x}px, ${y}px)`, ...nodeSize }}
            >
              <Node {...parts} name={name} port={port} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

type NodeProps = Omit<ProductParts, 'product'> & { name: string; port: TextPort | undefined };

function Node({ name, port, contractOf, onChoose }: NodeProps): ReactNode {
  const note =
    port === undefined ? diagramTexts.thisProduct : (contractOf(port) ?? diagramTexts.noContract);
  return (
    <button type="button" className="diagram-node" onClick={() => onChoose(port?.at ?? ['name'])}>
      <span className="ellipsis medium">{port?.name ?? name}</span>
      <span className="ellipsis tiny faint">{note}</span>
    </button>
  );
}
