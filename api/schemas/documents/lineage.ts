import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';

const kind = Type.String({
  enum: ['data-product', 'source-system', 'asset'],
  description: 'Kind of the document',
});
const name = (example: string) =>
  orNull(Type.String({ examples: [example], description: 'null if it is not in the catalog' }));
const end = Type.Object({ kind, id: Type.String({ examples: ['web-shop'] }) });
const hidden = (where: string) =>
  Type.Integer({
    examples: [0],
    description: `Direct ${where} neighbors that are not in this answer`,
  });

const nodeSchema = Type.Object({
  kind,
  id: Type.String({ examples: ['web-shop'] }),
  name: name('Web shop'),
  status: orNull(Type.String({ examples: ['active'], description: 'Status of the document' })),
  ownerId: orNull(Type.String({ examples: ['checkout'], description: 'Owning team' })),
  ownerName: orNull(Type.String({ examples: ['Checkout'] })),
  distance: Type.Integer({
    examples: [0],
    description: 'Steps from the document that was asked for; negative upstream',
  }),
  hiddenUpstream: hidden('upstream'),
  hiddenDownstream: hidden('downstream'),
});

const edgeSchema = Type.Object({
  from: end,
  to: end,
  contracts: Type.Array(
    Type.Object({ id: Type.String({ examples: ['orders'] }), name: name('Orders') }),
    {
      description: 'Contracts of the ports through which the data flows',
    },
  ),
});

/** Members of a lineage as a graph. */
export const lineageGraph = {
  nodes: Type.Array(nodeSchema, { maxItems: 300, description: 'Nearest first' }),
  edges: Type.Array(edgeSchema, { description: 'In the direction of the data' }),
  truncated: Type.Boolean({
    examples: [false],
    description: 'True if 300 nodes were found before the depth was reached',
  }),
};

/** The lineage of a data product. */
export const productLineageSchema = Type.Object(lineageGraph, { $id: 'DataProductLineage' });

/** How far a lineage reaches. */
export const depthSchema = Type.Integer({
  minimum: 1,
  maximum: 5,
  description: 'Steps upstream and downstream',
});
