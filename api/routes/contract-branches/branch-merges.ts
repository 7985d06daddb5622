import { Type } from '@sinclair/typebox';
import type { Static, TSchema } from '@sinclair/typebox';
import { mergeBranch } from '../../../commands/contract-branches/merge-branch.ts';
import { branchKey, getBranch } from '../../../commands/contract-branches/read-branch.ts';
import { rebaseBranch } from '../../../commands/contract-branches/rebase-branch.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { RawBody } from '../../exchange.ts';
import { presentContractBranch } from '../../present/contract-branches/branch.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  contractBranchMergeSchema,
  contractBranchRebaseSchema,
  contractBranchSchema,
  openedRequestSchema,
} from '../../schemas/contract-branches/contract-branches.ts';
import { informedTeamQuery } from '../../schemas/documents/bulk.ts';
import { awaitPullRequest } from './opened-request.ts';
import { findJoined } from '../git/await-run.ts';
import { branchPath, branchRequestOf, branchTag as tag } from './requested-branch.ts';

/** The body as its schema has it; undefined for a missing body. */
async function readOptional<Schema extends TSchema>(
  schema: Schema,
  body: RawBody,
): Promise<Static<Schema> | undefined> {
  if (['', 'null'].includes(body.text.trim())) return undefined;
  const { document } = await parseObject(body);
  return assertValid(schema, document, 'invalid_body');
}

const mergeRoute = defineRoute({
  method: 'POST',
  path: `${branchPath}/merge`,
  name: 'mergeContractBranch',
  longTexts: true,
  takes: ['prefer'],
  sends: ['x-contract-change'],
  refuses: [
    'branch_conflicted',
    'breaking_change',
    'concurrent_change',
    'in_use',
    'invalid_document',
    'git_cancelled',
    'git_conflict',
    'git_credential_missing',
    'git_refused',
    'git_unreachable',
    'no_git_connection',
    'nothing_to_merge',
    'secret_key_missing',
    'source_refused',
    'still_running',
    'ownership_missing',
    'policy_violation',
    'unknown_reference',
    'version_not_raised',
  ],
  summary:
    'Merge a branch into its data contract; it is saved as a PUT of the caller would, and the audit trail names who cut the branch',
  tag,
  permission: { actions: ['RESOURCES_EDIT'], on: 'owner' },
  query: Type.Object(informedTeamQuery),
  body: { schema: contractBranchMergeSchema, required: false },
  dryRun: true,
  answers: {
    200: {
      description: 'A pull request was opened; the branch stays',
      schema: openedRequestSchema,
    },
    204: { description: 'The data contract has the changes now' },
  },
  handle: async (request) => {
    const { body, query, services, reading, joinedWork } = request;
    // Only a merge by a pull request waits for work.
    if (joinedWork !== undefined) {
      return awaitPullRequest(request, await findJoined(request, joinedWork));
    }
    const sent = await readOptional(contractBranchMergeSchema, body);
    const merged = await mergeBranch(services.database, {
      ...branchRequestOf(request),
      reading,
      version: sent?.version,
      route: sent?.route ?? 'land',
      updatePortVersions: sent?.update_port_versions ?? false,
      informed: [...new Set(query.informedTeamId)],
      deprecatedFormatsUntil: services.settings.deprecatedFormatsUntil,
    });
    if ('requested' in merged) return awaitPullRequest(request, merged.requested);
    return { status: 204, headers: { 'x-contract-change': merged.landed.change?.impact } };
  },
});

const rebaseRoute = defineRoute({
  method: 'POST',
  path: `${branchPath}/rebase`,
  name: 'rebaseContractBranch',
  longTexts: true,
  refuses: ['concurrent_change'],
  summary:
    'Take the changes of the data contract into a branch; conflicts that no choice decides are marked, and the text stays',
  tag,
  permission: 'write',
  body: { schema: contractBranchRebaseSchema, required: false },
  dryRun: true,
  answers: { 200: { description: 'The branch', schema: contractBranchSchema } },
  handle: async (request) => {
    const { body, services, principal, reading } = request;
    const sent = await readOptional(contractBranchRebaseSchema, body);
    const choices = Object.fromEntries((sent?.choices ?? []).map(({ path, take }) => [path, take]));
    const branchRequest = branchRequestOf(request);
    await rebaseBranch(services.database, { ...branchRequest, reading, choices });
    const { knex } = services.database;
    const branch = await getBranch(knex, branchKey(branchRequest));
    return { status: 200, json: await presentContractBranch(knex, principal, branch) };
  },
});

/** Merging and rebasing branches of data contracts. */
export const contractMergeRoutes: readonly Route[] = [mergeRoute, rebaseRoute];
