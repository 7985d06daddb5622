import type { Command } from '../command.ts';
import { kindNamed } from '../documents/kinds.ts';
import { wrongUsage } from '../failure.ts';
import { apiPath } from '../http/api-path.ts';
import type { Column } from '../output/columns.ts';

type Graph = { nodes?: readonly { distance: number }[]; truncated?: boolean };

const columns: readonly Column[] = [
  {
    head: 'DISTANCE',
    of: ({ distance }) => (Number(distance) > 0 ? `+${Number(distance)}` : distance),
    right: true,
  },
  { head: 'KIND', of: ({ kind, type }) => kind ?? type },
  { head: 'ID', of: 'id' },
  { head: 'NAME', of: 'name' },
  { head: 'OWNER', of: ({ ownerName, ownerId }) => ownerName ?? ownerId },
];

/** `concordat lineage <kind> <id>`. */
export const lineage: Command = {
  name: 'lineage',
  summary: 'Show what data is made of, and what is made of it',
  arguments: [
    { name: '<kind>', help: 'what the id names: product, asset or node', completes: 'kinds' },
    { name: '<id>', help: 'id of the product or asset; a node is dataset:… or job:… of pipelines' },
  ],
  options: [{ flags: '--depth <number>', help: 'steps in each direction', default: '3' }],
  details: 'Negative distances are upstream. --output json has the edges, too.',
  examples: ['concordat lineage product orders', 'concordat lineage asset orders-table --depth 1'],
  run: async ({ arguments: [word = '', id = ''], texts }, { client }) => {
    const kind = kindOf(word);
    const depth = texts['depth'];
    if (!/^\d+$/.test(depth ?? '')) throw wrongUsage(`--depth is '${depth}'; it is a number.`);
    const value =
      kind === 'node'
        ? await client().get<Graph>('/api/lineage/graph', { node: id, depth })
        : await client().get<Graph>(
            kind === 'product'
              ? apiPath`/api/dataproducts/${id}/lineage`
              : apiPath`/api/assets/${id}/lineage`,
            { depth },
          );
    return { value, ...tableOf(value) };
  },
};

function kindOf(word: string): string {
  const kind = word === 'node' ? word : kindNamed(word)?.name;
  if (kind !== undefined && ['product', 'asset', 'node'].includes(kind)) return kind;
  throw wrongUsage(`A ${word} has no lineage; name a product, an asset or a node.`);
}

function tableOf({ nodes = [], truncated }: Graph) {
  return {
    rows: nodes.toSorted((a, b) => a.distance - b.distance),
    columns,
    ...(truncated && { note: 'There is more: the graph is cut. Use a smaller --depth.' }),
  };
}
