import { Type } from '@sinclair/typebox';
import { resolveBranch } from '../../../commands/semantics/merge/resolve-branch.ts';
import { saveChoices } from '../../../commands/semantics/merge/save-choices.ts';
import { findChoices } from '../../../db/tables/semantics/branch-choices.ts';
import { presentBranch } from '../../present/semantics/branch.ts';
import { withPrincipalNames } from '../../present/principal-names.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  choicesSchema,
  resolveRehearsalSchema,
  resolvedBranchSchema,
  savedChoicesSchema,
} from '../../schemas/semantics/ontology-branches.ts';
import { readChoices } from './read-choices.ts';
import { namesOf, readBranch, textQuery } from './requested-branch.ts';

const branchPath = '/api/semantics/experimental/namespaces/:namespace/branches/:branch';
const path = `${branchPath}/choices`;

const getRoute = defineRoute({
  method: 'GET',
  path,
  name: 'getBranchChoices',
  summary: 'Get the saved choices for the conflicts of a branch, which are not applied yet',
  tag: 'semantics',
  answers: { 200: { description: 'The choices', schema: savedChoicesSchema } },
  handle: async ({ params, principal, services }) => {
    const { knex } = services.database;
    const { namespaceId, name } = await readBranch(services, principal, params);
    const { organizationId } = principal;
    const saved = await findChoices(knex, { organizationId, namespaceId, name });
    const none = { choices: [], savedAt: null, principal: null, principalName: null };
    if (!saved) return { status: 200, json: none };
    const [row] = await withPrincipalNames(knex, organizationId, [{ principal: saved.by }]);
    const choices = JSON.parse(saved.choices) as unknown;
    return { status: 200, json: { choices, savedAt: saved.at.toISOString(), ...row } };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  name: 'putBranchChoices',
  refuses: ['branch_merged'],
  summary:
    'Save choices for some conflicts of a branch; they are kept until they are applied by resolve, or the branch changes',
  tag: 'semantics',
  permission: { actions: ['RESOURCES_EDIT'], on: 'owner' },
  params: Type.Object({ namespace: Type.String(), branch: Type.String() }),
  body: { schema: choicesSchema },
  answers: { 204: { description: 'Saved' } },
  handle: async ({ params, body, principal, requestId, now, services }) => {
    const choices = await readChoices(body);
    const request = { ...namesOf(params), principal, requestId, now };
    await saveChoices(services.database, request, choices);
    return { status: 204 };
  },
});

const resolveRoute = defineRoute({
  method: 'POST',
  path: `${branchPath}/resolve`,
  longTexts: true,
  name: 'resolveBranch',
  refuses: ['branch_merged', 'invalid_document', 'invalid_transition'],
  summary: 'Resolve the conflicts of a branch, so that it can be merged',
  tag: 'semantics',
  permission: { actions: ['RESOURCES_EDIT'], on: 'owner' },
  params: Type.Object({ namespace: Type.String(), branch: Type.String() }),
  query: textQuery,
  body: { schema: choicesSchema },
  dryRun: true,
  preview: resolveRehearsalSchema,
  answers: { 200: { description: 'The branch', schema: resolvedBranchSchema } },
  handle: async ({ params, query, body, principal, requestId, now, services, reading }) => {
    const names = namesOf(params);
    const request = { ...names, principal, requestId, now, reading };
    const decided = await readChoices(body);
    const resolved = await resolveBranch(services.database, request, decided);
    const { branch, text, ...others } = resolved;
    const shown = query.text === true ? { text } : {};
    const preview = () => Promise.resolve({ ...others, ...shown });
    const key = { organizationId: principal.organizationId, id: names.namespace };
    const presented = await presentBranch(services.database.knex, key, branch);
    return { status: 200, json: { ...presented, ...others, ...shown }, preview };
  },
});

/** Choices that wait for the rest of them, and that are applied. */
export const branchChoiceRoutes: readonly Route[] = [getRoute, putRoute, resolveRoute];
