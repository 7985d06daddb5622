import type { Db } from '../../db/connect.ts';
import { listConceptsLeadingTo } from '../../db/tables/semantics/concept-neighbours.ts';
import { listConceptsNamed } from '../../db/tables/semantics/namespace-concepts.ts';
import type { StoredConcept } from '../../db/tables/semantics/namespace-concepts.ts';
import type { NamespaceKey } from '../../db/tables/semantics/namespaces.ts';
import { edgesOf, keyOf, namesFrom } from '../../domain/semantics/concept-graph.ts';
import type { GraphConcept, GraphEdge, GraphNode } from '../../domain/semantics/concept-graph.ts';

/** Concepts around a concept. `truncated` is true if the limit left some out. */
export type Neighbours = { nodes: GraphNode[]; edges: GraphEdge[]; truncated: boolean };

type Walk = {
  db: Db;
  key: NamespaceKey;
  limit: number;
  nodes: Map<string, GraphNode>;
  edges: Map<string, GraphEdge>;
  truncated: boolean;
};

/**
 * Concepts up to some steps away from a concept, in both directions: its relationships and parents, and concepts whose
 * relationships or parents lead to it. Concepts of other namespaces are shown, but not followed.
 */
export async function listNeighbours(
  db: Db,
  key: NamespaceKey,
  concept: StoredConcept,
  { depth, limit }: { depth: number; limit: number },
): Promise<Neighbours> {
  const middle = { ...nodeOf(key.id, concept), distance: 0 };
  const nodes = new Map([[middle.key, middle]]);
  const walk: Walk = { db, key, limit, nodes, edges: new Map(), truncated: false };
  let frontier = [parse(concept)];
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    frontier = await step(walk, frontier, distance);
  }
  const edges = [...walk.edges.values()].filter(({ from, to }) => nodes.has(from) && nodes.has(to));
  return { nodes: [...nodes.values()], edges, truncated: walk.truncated };
}

/** Adds what is one step away, and returns the concepts that are new. */
async function step(
  walk: Walk,
  frontier: readonly GraphConcept[],
  distance: number,
): Promise<GraphConcept[]> {
  const { db, key, limit, nodes } = walk;
  const leading = await listConceptsLeadingTo(db, key, frontier.flatMap(namesOf), limit);
  const incoming = leading.map(parse);
  const targets = await listConceptsNamed(db, key, namesFrom([...frontier, ...incoming]));
  const known = targets.map(parse);
  const found = new Map<string, GraphConcept>();
  const add = (node: GraphNode, concept: GraphConcept | undefined): void => {
    if (nodes.has(node.key)) return;
    if (nodes.size > limit) {
      walk.truncated = true;
      return;
    }
    nodes.set(node.key, node);
    if (concept) found.set(node.key, concept);
  };
  const own = new Set(frontier.map(({ id }) => keyOf(key.id, id)));
  for (const concept of frontier) {
    for (const { edge, target } of edgesOf(key.id, concept, known)) {
      add(
        { ...target, distance },
        known.find(({ id }) => target.key === keyOf(key.id, id)),
      );
      walk.edges.set(edge.key, edge);
    }
  }
  for (const concept of incoming) {
    const leads = edgesOf(key.id, concept, known).filter(({ edge }) => own.has(edge.to));
    if (leads.length === 0) continue;
    add({ ...nodeOf(key.id, concept), distance }, concept);
    for (const { edge } of leads) walk.edges.set(edge.key, edge);
  }
  if (leading.length === limit) walk.truncated = true;
  return [...found.values()];
}

const namesOf = ({ id, name }: GraphConcept): string[] => [id, name];

const nodeOf = (
  namespace: string,
  { id, name, type }: Pick<GraphConcept, 'id' | 'name' | 'type'>,
) => ({
  key: keyOf(namespace, id),
  namespace,
  id,
  name,
  type,
});

function parse({ id, name, type, body }: StoredConcept): GraphConcept {
  const parts = JSON.parse(body) as Pick<GraphConcept, 'fields' | 'relationships'>;
  return { id, name, type, ...parts };
}
