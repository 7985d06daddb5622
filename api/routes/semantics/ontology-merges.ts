import { Type } from '@sinclair/typebox';
import { withNamespaceChanges } from '../../../commands/semantics/merge/conflict-changes.ts';
import { workOutMerge } from '../../../commands/semantics/merge/land-merge.ts';
import { listUsagesOf } from '../../../commands/semantics/list-usages.ts';
import { rebaseBranch } from '../../../commands/semantics/merge/rebase-branch.ts';
import { rehearseMerge } from '../../../commands/semantics/merge/rehearse-merge.ts';
import { requestMerge } from '../../../commands/semantics/merge/request-merge.ts';
import type { NamespaceKey } from '../../../db/tables/semantics/namespaces.ts';
import { findMerge, findMergeOfWork } from '../../../db/tables/semantics/ontology-merges.ts';
import type { OntologyMerge } from '../../../db/tables/semantics/ontology-merges.ts';
import { transact } from '../../../db/transact.ts';
import { refuse } from '../../../domain/errors.ts';
import type { ListedConflict } from '../../../domain/semantics/conflict-list.ts';
import { answerDryRun } from '../../http/dry-run.ts';
import { refuseDeletedWork } from '../../http/idempotency.ts';
import { namesOf, textQuery } from './requested-branch.ts';
import { presentBranch } from '../../present/semantics/branch.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { branchSchema, mergeRehearsalSchema } from '../../schemas/semantics/ontology-branches.ts';
import type { Services } from '../../services.ts';

const path = '/api/semantics/experimental/namespaces/:namespace/branches/:branch';
const permission = { actions: ['RESOURCES_EDIT'], on: 'owner' } as const;
const noBody = { formats: ['json', 'yaml'], required: false } as const;

/** Maximum time that a request waits for its merge. */
const waitMs = 60_000;

type BranchRequest = ApiRequest<
  { namespace: string; branch: string },
  {
    dryRun?: boolean | undefined;
    text?: boolean | undefined;
    conflictsFrom?: number | undefined;
  }
>;

const mergeQuery = Type.Object({
  ...textQuery.properties,
  conflictsFrom: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'With dryRun: position of the first conflict to list, from 0; an answer lists at most 1,000, and 1 MB of them',
    }),
  ),
});

const mergeRoute = defineRoute({
  method: 'POST',
  path: `${path}/merge`,
  longTexts: true,
  name: 'mergeBranch',
  refuses: [
    'branch_conflicted',
    'branch_merged',
    'merge_failed',
    'nothing_to_merge',
    'still_running',
  ],
  summary: 'Merge a branch into its namespace; a repeated request waits for the same merge',
  tag: 'semantics',
  permission,
  query: mergeQuery,
  body: noBody,
  dryRun: 'own',
  answers: {
    200: {
      description: 'With dryRun: the changes that the merge would make',
      schema: mergeRehearsalSchema,
    },
    204: { description: 'The changes are in the namespace now' },
  },
  handle: async (request: BranchRequest) => {
    if (request.query.dryRun === true) return answerRehearsal(request);
    const { mergeId, workId } = await startOrJoin(request);
    const { gone, principal, params } = request;
    return {
      workId,
      answer: async (services) => {
        await services.waiters.wait(workId, { timeoutMs: waitMs, gone });
        const key = { organizationId: principal.organizationId, id: mergeId };
        const merge = await findMerge(services.database.knex, key);
        return answerMerge({ services, principal, params }, merge);
      },
    };
  },
});

async function startOrJoin(request: BranchRequest): Promise<{ mergeId: string; workId: string }> {
  const { services, joinedWork, principal } = request;
  const { organizationId } = principal;
  const { namespace, branch } = namesOf(request.params);
  if (joinedWork !== undefined) {
    const key = { organizationId, namespaceId: namespace, name: branch };
    const merge = await findMergeOfWork(services.database.knex, key, joinedWork);
    return { mergeId: merge?.id ?? refuseDeletedWork(), workId: joinedWork };
  }
  const { requestId, now } = request;
  return transact(services.database, (tx) =>
    requestMerge(tx, { namespace, branch, principal, requestId, now }),
  );
}

type MergeRequest = Pick<BranchRequest, 'services' | 'principal' | 'params'>;

async function answerMerge(
  request: MergeRequest,
  merge: OntologyMerge | undefined,
): Promise<Answer> {
  const { branch } = request.params;
  if (!merge) refuse('not_found', `The branch '${branch}' was deleted before it was merged.`);
  switch (merge.outcome) {
    case 'landed':
      return { status: 204 };
    case 'conflicted':
      return refuseConflicts(request, merge);
    case 'nothing':
      return refuse('nothing_to_merge', `Branch '${branch}' has no changes to merge.`);
    case 'failed':
      return refuse('merge_failed', `The merge failed: ${merge.error}`);
    case null:
      return refuse(
        'still_running',
        'The merge is still waiting or going on; repeat the request to wait for it.',
      );
  }
}

async function refuseConflicts(
  { principal, services, params }: MergeRequest,
  { conflicts: text, conflictCount, revision }: OntologyMerge,
): Promise<never> {
  const conflicts = JSON.parse(text ?? '[]') as ListedConflict[];
  const key = { organizationId: principal.organizationId, id: params.namespace };
  const impact = await impactOf(services, key, conflicts);
  return refuse(
    'branch_conflicted',
    `The branch '${params.branch}' and revision ${revision} of the namespace disagree in ${conflictCount} ${conflictCount === 1 ? 'place' : 'places'}: ` +
      'put a new document into the branch, or decide with POST …/resolve, and merge again.',
    { extra: { conflicts, conflictCount, conflictRevision: revision, impact } },
  );
}

/** Documents that link to concepts with conflicts. */
async function impactOf(
  { database: { knex } }: Services,
  key: NamespaceKey,
  conflicts: readonly Pick<ListedConflict, 'concept'>[],
): Promise<object[]> {
  const ids = conflicts.map(({ concept }) => concept).filter((id) => id !== undefined);
  const usages = await listUsagesOf(knex, key, [...new Set(ids)].slice(0, 500));
  return [...usages].map(([concept, own]) => ({ concept, usages: own }));
}

async function answerRehearsal(request: BranchRequest): Promise<Answer> {
  const { services, principal } = request;
  const { knex } = services.database;
  const names = namesOf(request.params);
  const key = { organizationId: principal.organizationId, id: names.namespace };
  const from = request.query.conflictsFrom;
  const merge = await workOutMerge(knex, key, names.branch, from);
  const rehearsed = await answerDryRun(services, principal, async (rehearsal) => {
    const { requestId } = rehearsal;
    const branchRequest = { ...names, principal, requestId, now: request.now };
    await rehearseMerge(rehearsal.services.database, branchRequest, merge);
    return { status: 200 };
  });
  const { result } = merge;
  const { conflicts: listed, conflictCount } =
    result.outcome === 'conflicted' ? result : { conflicts: [], conflictCount: 0 };
  const { reprinted, text } =
    result.outcome === 'merged' ? result : { reprinted: [], text: undefined };
  const impact = await impactOf(services, key, listed);
  const { branch, namespace } = merge.input;
  const conflicts = await withNamespaceChanges(knex, key, listed, branch.baseRevision);
  const { revision } = namespace;
  const shown = request.query.text === true ? { text } : {};
  const would = { conflicts, conflictCount, revision, impact, reprinted, ...shown };
  const json = { ...(rehearsed.json as object), ...would };
  return { ...rehearsed, json };
}

const rebaseRoute = defineRoute({
  method: 'POST',
  path: `${path}/rebase`,
  longTexts: true,
  name: 'rebaseBranch',
  refuses: ['branch_merged'],
  summary: 'Rebase a branch onto its namespace; conflicts are marked',
  tag: 'semantics',
  permission,
  body: noBody,
  dryRun: true,
  answers: { 200: { description: 'The branch', schema: branchSchema } },
  handle: async (request: BranchRequest) => {
    const { principal, requestId, now, services, reading } = request;
    const branchRequest = { ...namesOf(request.params), principal, requestId, now, reading };
    const branch = await rebaseBranch(services.database, branchRequest);
    return {
      status: 200,
      json: await presentBranch(services.database.knex, keyOf(request), branch),
    };
  },
});

const keyOf = ({ principal: { organizationId }, params }: BranchRequest): NamespaceKey => ({
  organizationId,
  id: params.namespace,
});

/** Merging and rebasing. */
export const ontologyMergeRoutes: readonly Route[] = [mergeRoute, rebaseRoute];
