import type { Db } from '../../db/connect.ts';
import type { Namespace, NamespaceKey } from '../../db/tables/namespaces.ts';
import { lockNamespace } from '../../db/tables/namespaces.ts';
import type { Tx } from '../../db/connect.ts';
import { findBranch, lockBranch } from '../../db/tables/ontology-branches.ts';
import type { Branch } from '../../db/tables/ontology-branches.ts';
import type { MergeTexts } from '../../domain/semantics/ontology-tasks.ts';
import type { RequiredNames } from '../../domain/semantics/prepare-ontology.ts';
import { getBranchText, getOntologyText } from './ontology-texts.ts';
import { listRequired } from './read-ontology.ts';
import { getNamespace, refuseUnknownBranch } from './semantic-request.ts';

/** A branch and its namespace as they were read for a merge that is worked out outside of any transaction. */
export type MergeInput = {
  namespace: Namespace;
  branch: Branch;
  texts: MergeTexts;
  required: RequiredNames;
};

/** Reads what a merge needs; in `others` are texts that may come into it besides those of its sides. Refuses with `not_found`. */
export async function readMergeInput(
  db: Db,
  key: NamespaceKey,
  name: string,
  others?: unknown,
): Promise<MergeInput> {
  const namespace = await getNamespace(db, key);
  const branchKey = { organizationId: key.organizationId, namespaceId: key.id, name };
  const branch = (await findBranch(db, branchKey)) ?? refuseUnknownBranch(key.id, name);
  const texts = {
    hasMoved: hasMoved(branch, namespace),
    base: await getOntologyText(db, key, branch.baseRevision),
    namespace: await getOntologyText(db, key, namespace.revision),
    branch: await getBranchText(db, key, branch),
  };
  const requires = [...namespace.requires, ...branch.requires];
  const { organizationId } = key;
  const sides = [texts.base, texts.namespace, texts.branch];
  const required = await listRequired(db, { organizationId, requires }, sides, others);
  return { namespace, branch, texts, required };
}

/** Whether the namespace says something else, or says it in another text, than when the branch started from it. */
export function hasMoved(branch: Branch, { revision, edition }: Namespace): boolean {
  return branch.baseRevision !== revision || branch.baseEdition !== edition;
}

/**
 * Locks the namespace and the branch, in this order, and answers them as they are now; undefined when they are not what the merge
 * was worked out from, or gone: then it starts again.
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
