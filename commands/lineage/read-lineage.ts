import type { Db } from '../../db/connect.ts';
import {
  countNeighbors,
  listDocumentFacts,
  listLineageLinks,
  listLinksAmong,
} from '../../db/views/documents/lineage.ts';
import type {
  Direction,
  DocumentFact,
  LineageLink,
  LineageNode,
  LineageSource,
  NeighborCount,
} from '../../db/views/documents/lineage.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** Maximum number of nodes in an answer; browsers draw 300 within a second. */
const maxNodes = 300;

/** Maximum number of links that one step of the walk reads. */
const maxLinks = 5_000;

/** A node with its distance from the start (negative upstream), and how many of its neighbors are not shown. */
export type ShownNode = DocumentFact & {
  distance: number;
  hiddenUpstream: number;
  hiddenDownstream: number;
};

export type ShownEdge = {
  from: LineageNode;
  to: LineageNode;
  contracts: { id: string; name: string | null }[];
};

/** `truncated` if the limit of nodes, and not the depth, ended the walk. */
export type Lineage = { nodes: ShownNode[]; edges: ShownEdge[]; truncated: boolean };

type Lookup = { db: Db; organizationId: OrganizationId; source: LineageSource };

const keyOf = ({ kind, id }: LineageNode): string => `${kind} ${id}`;

/** Everything up to `depth` steps upstream and downstream of a node, nearest first. */
export async function readLineage(
  lookup: Lookup,
  start: LineageNode,
  depth: number,
): Promise<Lineage> {
  const found = new Map([[keyOf(start), { ...start, distance: 0 }]]);
  let truncated = false;
  const ends: Record<Direction, LineageNode[]> = { upstream: [start], downstream: [start] };
  for (let step = 1; step <= depth; step++) {
    for (const direction of ['upstream', 'downstream'] as const) {
      const near = await listNext(lookup, direction, ends[direction]);
      const fresh = near.nodes.filter((node) => !found.has(keyOf(node)));
      const shown = fresh.slice(0, maxNodes - found.size);
      truncated ||= near.cut || shown.length < fresh.length;
      const distance = direction === 'upstream' ? -step : step;
      for (const node of shown) found.set(keyOf(node), { ...node, distance });
      ends[direction] = shown;
    }
  }
  return describe(lookup, [...found.values()], truncated);
}

async function listNext(
  { db, organizationId, source }: Lookup,
  direction: Direction,
  ends: readonly LineageNode[],
): Promise<{ nodes: LineageNode[]; cut: boolean }> {
  if (ends.length === 0) return { nodes: [], cut: false };
  const known = new Set(ends.map(keyOf));
  const from = { source, direction, ids: ends.map(({ id }) => id) };
  const links = await listLineageLinks(db, organizationId, from, maxLinks);
  const [near, far] =
    direction === 'upstream' ? (['to', 'from'] as const) : (['from', 'to'] as const);
  const nodes = new Map(
    links
      .filter((link) => known.has(keyOf(link[near])))
      .map((link) => [keyOf(link[far]), link[far]]),
  );
  return { nodes: [...nodes.values()], cut: links.length === maxLinks };
}

async function describe(
  { db, organizationId, source }: Lookup,
  nodes: readonly (LineageNode & { distance: number })[],
  truncated: boolean,
): Promise<Lineage> {
  const ids = nodes.map(({ id }) => id);
  const shown = new Set(nodes.map(keyOf));
  const [among, counts] = await Promise.all([
    listLinksAmong(db, organizationId, source, ids),
    countNeighbors(db, organizationId, source, ids),
  ]);
  const links = among.filter(({ from, to }) => shown.has(keyOf(from)) && shown.has(keyOf(to)));
  const contracts = [...new Set(links.flatMap(({ via }) => via))].map((id) => {
    return { kind: dataContract.name, id };
  });
  const facts = await listDocumentFacts(db, organizationId, [...nodes, ...contracts]);
  const factOf = new Map(facts.map((fact) => [keyOf(fact), fact]));
  const hidden = hiddenNeighbors(links, counts);
  return {
    nodes: nodes.flatMap(({ distance, ...node }) => {
      const fact = factOf.get(keyOf(node));
      if (!fact) return [];
      const hiddenUpstream = hidden(node, 'upstream');
      return [{ ...fact, distance, hiddenUpstream, hiddenDownstream: hidden(node, 'downstream') }];
    }),
    edges: links.map(({ from, to, via }) => ({
      from,
      to,
      contracts: via.map((id) => {
        return { id, name: factOf.get(keyOf({ kind: dataContract.name, id }))?.name ?? null };
      }),
    })),
    truncated,
  };
}

/** The number of a node's direct neighbors that are not among the shown ones. */
function hiddenNeighbors(
  links: readonly LineageLink[],
  counts: readonly NeighborCount[],
): (node: LineageNode, direction: Direction) => number {
  const left = new Map<string, number>(
    counts.map((each) => [`${each.direction} ${keyOf(each)}`, each.count]),
  );
  const take = (key: string): void => void left.set(key, (left.get(key) ?? 0) - 1);
  for (const { from, to } of links) {
    take(`downstream ${keyOf(from)}`);
    take(`upstream ${keyOf(to)}`);
  }
  return (node, direction) => Math.max(0, left.get(`${direction} ${keyOf(node)}`) ?? 0);
}
