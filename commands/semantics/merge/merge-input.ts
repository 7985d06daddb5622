import type { Db } from '../../../db/connect.ts';
import type { Namespace, NamespaceKey } from '../../../db/tables/semantics/namespaces.ts';
import { lockNamespace } from '../../../db/tables/semantics/namespaces.ts';
import type { Tx } from '../../../db/connect.ts';
import { findBranch, lockBranch } from '../../../db/tables/semantics/ontology-branches.ts';
import type { Branch } from '../../../db/tables/semantics/ontology-branches.ts';
import type { MergeSources } from '../../../domain/semantics/ontology-tasks.ts';
import type { RequiredNames } from '../../../domain/semantics/prepare-ontology.ts';
import { getBranchText, getOntologyText } from '../ontology-texts.ts';
import { listRequired } from '../read-ontology.ts';
import { getNamespace, refuseUnknownBranch } from '../semantic-request.ts';

/** A branch and its namespace, read for a merge that is computed outside of a transaction. */
export type MergeInput = {
  namespace: Namespace;
  branch: Branch;
  sources: MergeSources;
  required: RequiredNames;
};

/** Reads the input of a merge; `others` are texts that may be merged besides both sides. Refuses with `not_found`. */
export async function readMergeInput(
  db: Db,
  key: NamespaceKey,
  name: string,
  others?: unknown,
): Promise<MergeInput> {
  const namespace = await getNamespace(db, key);
  const branchKey = { organizationId: key.organizationId, namespaceId: key.id, name };
  const branch = (await findBranch(db, branchKey)) ?? refuseUnknownBranch(key.id, name);
  const sources = {
    hasMoved: hasMoved(branch, namespace),
    base: await getOntologyText(db, key, branch.baseRevision),
    namespace: await getOntologyText(db, key, namespace.revision),
    branch: await getBranchText(db, key, branch),
  };
  const requires = [...namespace.requires, ...branch.requires];
  const { organizationId } = key;
  const sides = [sources.base, sources.namespace, sources.branch];
  const required = await listRequired(db, { organizationId, requires }, sides, others);
  return { namespace, branch, sources, required };
}

/** True if the content or the text of the namespace has changed since the branch started from it. */
export function hasMoved(branch: Branch, { revision, edition }: Namespace): boolean {
  return branch.baseRevision !== revision || branch.baseEdition !== edition;
}

/**
 * Locks the namespace and the branch, in this order, and returns their current state; undefined if they differ from the input of
 * the merge, or were deleted: then it starts again.
 */
export async function lockMergeInput(
  tx: Tx,
  { organizationId, id }: NamespaceKey,
  input: MergeInput,
): Promise<{ namespace: Namespace; branch: Branch } | undefined> {
  const namespace = await lockNamespace(tx, { organizationId, id });
  const { name, revision, createdAt, status } = input.branch;
  const branch = namespace && (await lockBranch(tx, { organizationId, namespaceId: id, name }));
  if (!namespace || !branch) return undefined;
  const isSame =
    namespace.revision === input.namespace.revision &&
    namespace.edition === input.namespace.edition &&
    branch.revision === revision &&
    branch.createdAt.getTime() === createdAt.getTime() &&
    branch.status === status;
  return isSame ? { namespace, branch } : undefined;
}
