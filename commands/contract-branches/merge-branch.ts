import type { Database } from '../../db/connect.ts';
import { updateProposal } from '../../db/tables/change-requests/change-requests.ts';
import { markConflict } from '../../db/tables/change-requests/contract-branches.ts';
import { transact } from '../../db/transact.ts';
import type { BranchJudgement } from '../../domain/contract-branches/judge-branch.ts';
import { isHigher, isSemantic, nextVersion } from '../../domain/contract-changes/raised-version.ts';
import type { DocumentContent } from '../../domain/documents/read-document.ts';
import { refuse } from '../../domain/errors.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { landChange } from '../change-requests/decide-change.ts';
import type { PutResult } from '../documents/put-document.ts';
import { readContent } from '../documents/read-content.ts';
import type { Reading } from '../reading.ts';
import { runOnStored, runTask } from '../tasks/run-task.ts';
import type { StartedGitRun } from '../git/start-git-run.ts';
import { requestPullRequest } from './open-pull-request.ts';
import { assertMaySave, branchKey, lockBranch, readState } from './read-branch.ts';
import type { BranchRequest, BranchState } from './read-branch.ts';
import { refuseChanged } from './rebase-branch.ts';
import { putUpdatedProducts, readUpdatedProducts } from './update-port-versions.ts';
import type { UpdatedProduct } from './update-port-versions.ts';

export type MergeRequest = BranchRequest &
  Reading & {
    /** The version that the contract gets; that of the branch if it is missing. */
    version: string | undefined;
    route: 'land' | 'pull_request';
    updatePortVersions: boolean;
    /** Consuming teams that the caller has told about the change. */
    informed: readonly string[];
    deprecatedFormatsUntil: string | undefined;
  };

/** What a merge has done: the contract has the changes, or a pull request is being opened. */
export type Merged = { landed: PutResult } | { requested: StartedGitRun };

type Prepared = {
  state: BranchState;
  source: string;
  content: DocumentContent;
  products: readonly UpdatedProduct[];
};

/**
 * Merges a branch into its contract in one transaction: replays it onto the current contract, saves the result as a PUT of the
 * caller, and ends the branch. Refuses like `putDocument`, and with `nothing_to_merge`, `branch_conflicted` (which marks the
 * branch), `version_not_raised`, `no_git_connection`, and `concurrent_change` if branch or contract were written meanwhile.
 */
export async function mergeBranch(database: Database, request: MergeRequest): Promise<Merged> {
  const { reading, name } = request;
  const state = await readState(reading.knex, branchKey(request));
  await assertMaySave(reading.knex, request);
  const judgement = await runOnStored('judgeBranch', state.texts);
  if (!judgement.isChanged) refuse('nothing_to_merge', `Branch '${name}' has no changes to merge.`);
  if (judgement.conflictCount > 0) return markAndRefuse(database, request, state, judgement);
  const version = versionToLand(request, judgement);
  const { source: merged } = await runOnStored('mergeBranch', state.texts, {});
  const source = await runTask('withVersion', merged, version);
  if (request.route === 'pull_request') {
    return { requested: await requestPullRequest(database, { ...request, source }) };
  }
  const prepared = await prepare(request, { state, source, version });
  return { landed: await land(database, request, prepared) };
}

/** The version of the contract after the merge. Refuses with `version_not_raised`. */
function versionToLand(
  { name, version }: Pick<MergeRequest, 'name' | 'version'>,
  judgement: BranchJudgement,
): string {
  const { version: own, targetVersion, versionState, suggestedVersion } = judgement;
  const asked = version ?? (versionState === 'needsBump' ? undefined : own);
  if (asked === targetVersion || (asked !== undefined && isHigher(asked, targetVersion))) {
    return asked;
  }
  return refuse(
    'version_not_raised',
    `${versionProblem({ name, version }, judgement)} Name a version above '${targetVersion}' to land with, or '${targetVersion}' to keep that of the data contract.`,
    { extra: { version: version ?? own, targetVersion, suggestedVersion } },
  );
}

function versionProblem(
  { name, version }: Pick<MergeRequest, 'name' | 'version'>,
  { version: own, targetVersion, suggestedStep, suggestedVersion }: BranchJudgement,
): string {
  const named = version ?? own;
  if (named !== targetVersion && !isSemantic(named)) {
    const such = suggestedVersion ?? nextVersion('patch', targetVersion) ?? '1.0.0';
    return `The version '${named}' cannot be compared with '${targetVersion}', which the data contract has: write a version such as '${such}'.`;
  }
  if (version !== undefined || isHigher(targetVersion, own)) {
    return `The version '${named}' is below '${targetVersion}', which the data contract has.`;
  }
  const instead =
    suggestedVersion === null
      ? ''
      : `: '${suggestedVersion}' announces its ${suggestedStep} change`;
  return `Branch '${name}' is still at version '${own}'${instead}.`;
}

async function prepare(
  { dataContractId: id, principal, now, reading, ...request }: MergeRequest,
  { state, source, version }: { state: BranchState; source: string; version: string },
): Promise<Prepared> {
  const { deprecatedFormatsUntil, updatePortVersions } = request;
  const address = { kind: dataContract.name, id, now, deprecatedFormatsUntil };
  const content = await readContent({ text: source, format: 'yaml' }, address);
  const { organizationId } = principal;
  const products = updatePortVersions
    ? await readUpdatedProducts(reading.knex, organizationId, { contractId: id, version, now })
    : [];
  return { state, source, content, products };
}

function land(
  database: Database,
  request: MergeRequest,
  { state, source, content, products }: Prepared,
): Promise<PutResult> {
  const { principal, now } = request;
  const { organizationId } = principal;
  return transact(database, async (tx) => {
    const { branch, target } = await lockBranch(tx, branchKey(request));
    const { revision, edition } = state.current;
    const isCurrent = target.head.revision === revision && target.head.edition === edition;
    if (branch.revision !== state.branch.revision || !isCurrent) refuseChanged();
    const { id } = branch;
    const base = { baseRevision: revision, baseEdition: edition };
    const landing = { ...branch, ...base, source, format: 'yaml' as const };
    await updateProposal(tx, { organizationId, id }, landing, now);
    const inside = { ...database, knex: tx };
    const decision = { ...request, id, note: undefined, content, request: landing, target };
    const result = await landChange(inside, tx, decision);
    await putUpdatedProducts(inside, request, products);
    return result;
  });
}

/** Marks the branch, so that its next text starts from the revision that it conflicts with. */
async function markAndRefuse(
  database: Database,
  request: MergeRequest,
  { current: { revision } }: BranchState,
  { conflicts, conflictCount: count }: BranchJudgement,
): Promise<never> {
  const { principal, name } = request;
  await transact(database, async (tx) => {
    const { branch } = await lockBranch(tx, branchKey(request));
    await markConflict(tx, { organizationId: principal.organizationId, id: branch.id }, revision);
  });
  return refuse(
    'branch_conflicted',
    `The branch '${name}' and revision ${revision} of the data contract disagree in ${count} ${count === 1 ? 'place' : 'places'}: ` +
      'put a new document into the branch, or decide with POST …/rebase, and merge again.',
    { extra: { conflicts, conflictCount: count } },
  );
}
