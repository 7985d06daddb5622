import { withNamespaceChanges } from '../../../commands/semantics/merge/conflict-changes.ts';
import type { Db } from '../../../db/connect.ts';
import type { NamespaceKey } from '../../../db/tables/semantics/namespaces.ts';
import type { Branch } from '../../../db/tables/semantics/ontology-branches.ts';
import { listPrincipalNames } from '../../../db/views/organizations/principal-names.ts';
import type { ListedConflict } from '../../../domain/semantics/conflict-list.ts';

/** Branches of one namespace in the form of the API; the names of all people are read at once. */
export async function presentBranches(
  db: Db,
  key: NamespaceKey,
  branches: readonly Branch[],
): Promise<object[]> {
  const people = branches.flatMap(({ author, changedBy }) =>
    [author ?? [], changedBy ?? []].flat(),
  );
  const names = await listPrincipalNames(db, key.organizationId, people);
  const presented: object[] = [];
  for (const branch of branches) presented.push(await present(db, key, branch, names));
  return presented;
}

/** A branch in the form of the API. */
export async function presentBranch(db: Db, key: NamespaceKey, branch: Branch): Promise<object> {
  const [presented = {}] = await presentBranches(db, key, [branch]);
  return presented;
}

async function present(
  db: Db,
  key: NamespaceKey,
  branch: Branch,
  names: ReadonlyMap<string, string>,
): Promise<object> {
  const { name, namespaceId, status, baseRevision, namespaceRevision, author, changedBy } = branch;
  const conflicts = JSON.parse(branch.conflicts ?? '[]') as ListedConflict[];
  return {
    name,
    title: branch.title,
    author,
    author_name: names.get(author ?? '') ?? null,
    created_at: branch.createdAt.toISOString(),
    updated_at: branch.updatedAt.toISOString(),
    changed_by: changedBy,
    changed_by_name: names.get(changedBy ?? '') ?? null,
    changed_at: branch.changedAt?.toISOString() ?? null,
    namespace: namespaceId,
    branch_namespace: `branch-${namespaceId}-${name}`,
    base_revision: baseRevision,
    revision: branch.revision,
    behind_target: status !== 'merged' && baseRevision < namespaceRevision,
    conflicted: status === 'conflicted',
    conflicts: await withNamespaceChanges(db, key, conflicts, baseRevision),
    conflict_count: branch.conflictCount ?? 0,
    conflict_revision: branch.conflictRevision,
    merged_revision: branch.mergedRevision,
    status,
  };
}
