import { rankOf } from './collections.ts';
import type { LocalDocument } from './local-document.ts';

/** Documents in an order in which they can be stored: by kind, and parents before their children. */
export function orderDocuments(documents: readonly LocalDocument[]): LocalDocument[] {
  const teams = new Map(
    documents.filter(({ resource }) => resource === 'teams').map((team) => [team.id, team]),
  );
  const depths = new Map<string, number>();
  const depthOf = (document: LocalDocument, above = new Set<string>()): number => {
    const { id, parent, resource } = document;
    const known = depths.get(id);
    if (resource !== 'teams') return 0;
    if (known !== undefined) return known;
    const next = parent === undefined ? undefined : teams.get(parent);
    // The server explains a cycle; here it only must end.
    const depth = next && !above.has(id) ? depthOf(next, new Set([...above, id])) + 1 : 0;
    depths.set(id, depth);
    return depth;
  };
  return documents
    .map((document) => ({ document, rank: rankOf(document.resource), depth: depthOf(document) }))
    .sort((one, other) => one.rank - other.rank || one.depth - other.depth)
    .map(({ document }) => document);
}
