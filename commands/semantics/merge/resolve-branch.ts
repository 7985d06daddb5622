import type { Database } from '../../../db/connect.ts';
import { findBranch, updateBranchContent } from '../../../db/tables/semantics/ontology-branches.ts';
import type { Branch } from '../../../db/tables/semantics/ontology-branches.ts';
import { transact } from '../../../db/transact.ts';
import { refuse } from '../../../domain/errors.ts';
import { describeViolations } from '../../../domain/ontology/read/describe-violations.ts';
import { describeConflict } from '../../../domain/ontology/model/field-path.ts';
import { keyOf } from '../../../domain/ontology/merge/merge-draft.ts';
import type { Choice } from '../../../domain/ontology/merge/merge-draft.ts';
import type { Adjustment } from '../../../domain/ontology/merge/repair-merge.ts';
import type { ResolveResult } from '../../../domain/semantics/ontology-tasks.ts';
import { branchEvents } from '../../../domain/semantics/semantic-events.ts';
import { assertPermission } from '../../assert-permission.ts';
import { assertNotMerged, branchKeyOf } from '../lock-branch.ts';
import { lockMergeInput, readMergeInput } from './merge-input.ts';
import { runTask } from '../../tasks/run-task.ts';
import type { Reading } from '../../reading.ts';
import { causeOf, recordBranchEvent } from '../semantic-request.ts';
import type { BranchRequest } from '../semantic-request.ts';

const attempts = 10;

/**
 * The resolved branch, the values taken from the namespace because the choices left them invalid, and the concepts whose entries
 * lost their layout and comments.
 */
export type ResolvedBranch = {
  branch: Branch;
  adjusted: readonly Adjustment[];
  reprinted: readonly string[];
  /** The resulting ontology of the branch. */
  text: string;
};

/**
 * Resolves the conflicts of a branch with its current namespace, which becomes its base; the branch is then open and merges
 * cleanly. Refuses with `invalid_body` missing or invalid choices, with `invalid_transition` a branch without conflicts, and
 * `branch_merged`.
 */
export async function resolveBranch(
  database: Database,
  request: BranchRequest & Reading,
  choices: readonly Choice[],
): Promise<ResolvedBranch> {
  const cause = causeOf(request);
  const key = branchKeyOf(request);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { knex } = attempt === 0 ? request.reading : database;
    const input = await readMergeInput(knex, cause, request.branch, choices);
    const owner = input.namespace.ownerId ?? undefined;
    await assertPermission(knex, request.principal, 'RESOURCES_EDIT', [owner]);
    assertConflicted(input.branch);
    const result = await runTask('resolve', input.sources, choices, input.required);
    const { text: source, prepared, adjusted, reprinted } = resolvedOf(result, choices);
    const { owner: ownerId, requires } = prepared.metadata;
    const resolved = await transact(database, async (tx) => {
      const locked = await lockMergeInput(tx, cause, input);
      if (!locked) return undefined;
      const base = locked.namespace;
      const content = { base, source, requires, ownerId, changedBy: cause.principal };
      await updateBranchContent(tx, key, content, request.now);
      const data = { branch: request.branch, revision: base.revision };
      await recordBranchEvent(tx, branchEvents.updated, cause, data);
      return findBranch(tx, key);
    });
    if (resolved) return { branch: resolved, adjusted, reprinted, text: source };
  }
  return refuse(
    'concurrent_change',
    'The namespace is being changed by other requests; try again.',
  );
}

function assertConflicted(branch: Branch): void {
  assertNotMerged(branch);
  if (branch.status === 'conflicted') return;
  refuse(
    'invalid_transition',
    `The branch '${branch.name}' has no conflicts to resolve; conflicts are found by a merge or rebase.`,
  );
}

function resolvedOf(
  result: ResolveResult,
  choices: readonly Choice[],
): Extract<ResolveResult, { outcome: 'resolved' }> {
  if (result.outcome === 'resolved') return result;
  if (result.outcome === 'refused') {
    const violations = result.problems.map((message) => ({ field: 'choices', message }));
    return refuse('invalid_body', `The choices cannot be applied: ${result.problems[0]}`, {
      violations,
    });
  }
  if (result.outcome === 'conflicted') {
    const { conflicts, conflictCount } = result;
    const [first] = conflicts;
    const more = conflictCount > 1 ? `, and for ${conflictCount - 1} more` : '';
    const what = first ? describeConflict(first) : 'something';
    const isDecided = choices.some((choice) => first && keyOf(choice) === keyOf(first));
    return refuse(
      'invalid_body',
      isDecided
        ? `The conflict about ${what} has changed since it was decided: decide it again${more}.`
        : `A choice is missing for the conflict about ${what}${more}.`,
      { extra: { conflicts, conflictCount } },
    );
  }
  return refuse(
    'merge_failed',
    `The choices give an invalid ontology: ${describeViolations(result.violations)}.`,
  );
}
