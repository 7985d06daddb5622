import type { Db } from '../../db/connect.ts';
import { findNamespaceText } from '../../db/tables/namespace-revisions.ts';
import type { NamespaceKey } from '../../db/tables/namespaces.ts';
import { findBranchText } from '../../db/tables/ontology-branches.ts';
import type { Branch } from '../../db/tables/ontology-branches.ts';
import { refuse } from '../../domain/errors.ts';
import { emptyOntology } from '../../domain/semantics/minimal-ontology.ts';

/** Text of a revision of the ontology; of revision 0, that of an empty one. Refuses with `not_found`. */
export async function getOntologyText(
  db: Db,
  { organizationId, id }: NamespaceKey,
  revision: number,
): Promise<string> {
  if (revision === 0) return emptyOntology(id);
  const found = await findNamespaceText(db, { organizationId, namespaceId: id, revision });
  return (
    found?.source ??
    refuse('not_found', `The ontology of '${id}' has no revision ${revision}; see its revisions.`)
  );
}

/** Text of a branch: its own, or that of its base. */
export async function getBranchText(
  db: Db,
  { organizationId, id }: NamespaceKey,
  { name, baseRevision }: Pick<Branch, 'name' | 'baseRevision'>,
): Promise<string> {
  const own = await findBranchText(db, { organizationId, namespaceId: id, name });
  return own ?? getOntologyText(db, { organizationId, id }, baseRevision);
}
