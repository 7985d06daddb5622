import { Type } from '@sinclair/typebox';
import { saveChoices } from '../../../commands/semantics/save-choices.ts';
import { findChoices } from '../../../db/tables/semantics/branch-choices.ts';
import { withPrincipalNames } from '../../present/principal-names.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { choicesSchema, savedChoicesSchema } from '../../schemas/semantics/ontology-branches.ts';
import { readChoices } from './read-choices.ts';
import { namesOf, readBranch } from './requested-branch.ts';

const path = '/api/semantics/experimental/namespaces/:namespace/branches/:branch/choices';

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

/** Choices that wait for the rest of them. */
export const branchChoiceRoutes: readonly Route[] = [getRoute, putRoute];
