import { Type } from '@sinclair/typebox';
import { explainPermissions } from '../../../commands/explain-permission.ts';
import type { PermissionExplanation } from '../../../commands/explain-permission.ts';
import { listPermissionHolders } from '../../../commands/list-permission-holders.ts';
import { isOpenToAll } from '../../../domain/organizations/judged-action.ts';
import { permissions } from '../../../domain/organizations/permissions.ts';
import type { Permission } from '../../../domain/organizations/permissions.ts';
import { keyScopes } from '../../../domain/principal.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { orNull } from '../../schemas/nullable.ts';
import { permissionHolders } from '../../schemas/organization/permission-holders.ts';

/** Each resource takes some statements. */
const maxResources = 50;

const members = {
  action: Type.String({ examples: ['RESOURCES_EDIT'] }),
  resource: Type.String({ examples: ['datacontracts/orders'] }),
  allowed: Type.Boolean({ examples: [true] }),
  rule: Type.String({ description: 'Name of the rule', examples: ['role'] }),
  because: Type.String({
    description: 'The rule in a sentence',
    examples: ["ada@example.com is Owner in team 'checkout', and this role has RESOURCES_EDIT."],
  }),
  scope: Type.Union(keyScopes.map((scope) => Type.Literal(scope))),
  team: orNull(
    Type.String({
      description: 'Team through which it is allowed, or of the role that does not suffice',
      examples: ['checkout'],
    }),
  ),
  role: orNull(Type.String({ examples: ['Owner'] })),
  path: Type.Array(Type.String(), {
    description: 'Owning team and those above it',
    examples: [['checkout', 'shop']],
  }),
};

const explanationSchema = Type.Object(members, { $id: 'PermissionExplanation' });

const explanationsSchema = Type.Object(
  {
    explanations: Type.Array(Type.Object(members), {
      description: 'One for each resource and action, in the order of the request',
    }),
  },
  { $id: 'PermissionExplanations' },
);

function present({ teamId, role, ...explained }: PermissionExplanation) {
  const { action, resource, allowed, rule, because, scope, path } = explained;
  const verdict = { action, resource, allowed, rule, because, scope };
  return { ...verdict, team: teamId ?? null, role: role ?? null, path };
}

const explainRoute = defineRoute({
  method: 'GET',
  path: '/api/permissions/explain',
  name: 'explainPermission',
  refuses: ['not_found'],
  summary:
    'Explain whether an action on a resource is allowed, and by which rule; without an action, all actions that fit the resource are explained',
  tag: 'permissions',
  query: Type.Object({
    action: Type.Optional(
      Type.Unsafe<Permission>({
        type: 'string',
        enum: [...permissions],
        description:
          'Permission that the action takes; without it the answer lists all that fit the kind of the resource',
      }),
    ),
    resource: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: maxResources,
      description:
        '<collection>/<id>, e.g. datacontracts/orders; sent several times, the answer is a list',
    }),
    email: Type.Optional(
      Type.String({ description: 'Explains for this person instead of the caller' }),
    ),
    team: Type.Optional(
      Type.String({ description: 'Explains for a key of this team instead of the caller' }),
    ),
  }),
  answers: {
    200: {
      description: 'The verdict; a list of them without an action, or with several resources',
      schema: Type.Union([explanationSchema, explanationsSchema]),
    },
  },
  handle: async ({ query, principal, services }) => {
    const { action, resource: resources, email, team } = query;
    const actions = action === undefined ? undefined : [action];
    const question = { actions, resources, email, team, principal };
    const explained = await explainPermissions(services.database.knex, question);
    const explanations = explained.map(present);
    const isOne = action !== undefined && resources.length === 1;
    return { status: 200, json: isOne ? explanations[0] : { explanations } };
  },
});

const whoRoute = defineRoute({
  method: 'GET',
  path: '/api/permissions/who',
  name: 'listPermissionHolders',
  refuses: ['not_found'],
  summary: 'List the people and teams that may do an action on a resource',
  tag: 'permissions',
  query: Type.Object({
    action: Type.Unsafe<Permission>({
      type: 'string',
      enum: [...permissions],
      description: 'Permission that the action takes',
    }),
    resource: Type.String({ description: '<collection>/<id>, e.g. datacontracts/orders' }),
  }),
  answers: {
    200: {
      description: 'The people and teams',
      schema: Type.Object(
        {
          action: members.action,
          resource: members.resource,
          ...permissionHolders,
          everybody: Type.Optional(
            Type.Literal(true, {
              description:
                'Everybody with a key that may write has it, too: changes are proposed, and access is requested, without a role in the owning team',
            }),
          ),
        },
        { $id: 'PermissionHolders' },
      ),
    },
  },
  handle: async ({ query: { action, resource }, principal, services }) => {
    const question = { action, resource, principal };
    const holders = await listPermissionHolders(services.database.knex, question);
    const everybody = isOpenToAll(action, resource) && { everybody: true };
    return { status: 200, json: { action, resource, ...holders, ...everybody } };
  },
});

export const permissionRoutes: readonly Route[] = [explainRoute, whoRoute];
