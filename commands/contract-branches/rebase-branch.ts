import type { Database } from '../../db/connect.ts';
import { updateProposal } from '../../db/tables/change-requests/change-requests.ts';
import { markConflict } from '../../db/tables/change-requests/contract-branches.ts';
import { transact } from '../../db/transact.ts';
import type { BranchChoices } from '../../domain/contract-branches/merge-contracts.ts';
import { refuse } from '../../domain/errors.ts';
import { assertNoViolations } from '../../domain/validation/validation.ts';
import { recordStep } from '../change-requests/record-step.ts';
import type { Reading } from '../reading.ts';
import { runOnStored } from '../tasks/run-task.ts';
import { assertMayWrite, branchKey, lockBranch, readState } from './read-branch.ts';
import type { BranchRequest, BranchState } from './read-branch.ts';

/**
 * Takes the changes of the contract into its branch. Where both disagree and no choice decides, the branch keeps its text and is
 * marked. Refuses with `not_found`, `permission_denied`, `invalid_body` for choices about paths that do not conflict, and `concurrent_change` if branch or contract were written meanwhile.
 */
export async function rebaseBranch(
  database: Database,
  request: BranchRequest & Reading & { choices: BranchChoices },
): Promise<void> {
  const { principal, now, reading, choices } = request;
  const { organizationId } = principal;
  const key = branchKey(request);
  const state = await readState(reading.knex, key);
  const { source, conflicts } = await runOnStored('mergeBranch', state.texts, choices);
  if (Object.keys(choices).length > 0) await assertConflicts(state, choices);
  await transact(database, async (tx) => {
    const locked = await lockBranch(tx, key);
    await assertMayWrite(tx, request, locked.branch);
    if (locked.branch.revision !== state.branch.revision) refuseChanged();
    if (!state.isBehind) return;
    const { id, kind, documentId, branch } = locked.branch;
    const { revision, edition } = state.current;
    if (conflicts.length > 0) return markConflict(tx, { organizationId, id }, revision);
    const base = { baseRevision: revision, baseEdition: edition };
    const proposal = { ...locked.branch, ...base, source, format: 'yaml' as const };
    await updateProposal(tx, { organizationId, id }, proposal, now);
    return recordStep(tx, 'updated', { ...request, id }, { kind, documentId, branch });
  });
}

const maxNamed = 20;

const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, maxNamed).join(', ')}${paths.length > maxNamed ? ', …' : ''}`;

async function assertConflicts({ texts }: BranchState, choices: BranchChoices): Promise<void> {
  const { conflicts } = await runOnStored('mergeBranch', texts, {});
  const paths = conflicts.map(({ path }) => path);
  const known = new Set(paths);
  const unknown = Object.keys(choices).filter((path) => !known.has(path));
  if (unknown.length === 0) return;
  const instead = paths.length === 0 ? 'nothing conflicts' : `these conflict: ${listed(paths)}`;
  const message = `name paths that do not conflict: ${listed(unknown)}; ${instead}`;
  assertNoViolations([{ field: 'choices', message }], 'invalid_body');
}

/** Refuses with `concurrent_change`. */
export function refuseChanged(): never {
  return refuse(
    'concurrent_change',
    'The branch or its contract was written meanwhile: repeat the request.',
  );
}
