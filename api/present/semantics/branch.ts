import type { Branch } from '../../../db/tables/semantics/ontology-branches.ts';

/** A branch in the form of the API. */
export function presentBranch(branch: Branch): object {
  const { name, namespaceId, status, baseRevision, namespaceRevision } = branch;
  return {
    name,
    namespace: namespaceId,
    branch_namespace: `branch-${namespaceId}-${name}`,
    base_revision: baseRevision,
    revision: branch.revision,
    behind_target: status !== 'merged' && baseRevision < namespaceRevision,
    conflicted: status === 'conflicted',
    conflicts: branch.conflicts === null ? [] : (JSON.parse(branch.conflicts) as unknown),
    conflict_count: branch.conflictCount ?? 0,
    conflict_revision: branch.conflictRevision,
    merged_revision: branch.mergedRevision,
    status,
  };
}
