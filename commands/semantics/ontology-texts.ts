import type { Db } from '../../db/connect.ts';
import { findNamespaceSource } from '../../db/tables/semantics/namespace-revisions.ts';
import type { NamespaceKey } from '../../db/tables/semantics/namespaces.ts';
import { findBranchSource } from '../../db/tables/semantics/ontology-branches.ts';
import type { Branch } from '../../db/tables/semantics/ontology-branches.ts';
import { refuse } from '../../domain/errors.ts';
import { emptyOntology } from '../../domain/semantics/minimal-ontology.ts';

/** Reads the text of a revision of the ontology; revision 0 is an empty ontology. Refuses with `not_found`. */
export async function getOntologyText(
  db: Db,
  { organizationId, id }: NamespaceKey,
  revision: number,
): Promise<string> {
  if (revision === 0) return emptyOntology(id);
  const found = await findNamespaceSource(db, { organizationId, namespaceId: id, revision });
  return (
    found?.source ??
    refuse('not_found', `The ontology of '${id}' has no revision ${revision}; list its revisions.`)
  );
}

/** Reads the text of a branch: its own, or that of its base. */
export async function getBranchText(
  db: Db,
  { organizationId, id }: NamespaceKey,
  { name, baseRevision }: Pick<Branch, 'name' | 'baseRevision'>,
): Promise<string> {
  const own = await findBranchSource(db, { organizationId, namespaceId: id, name });
  return own ?? getOntologyText(db, { organizationId, id }, baseRevision);
}
