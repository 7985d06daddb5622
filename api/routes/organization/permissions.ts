import { Type } from '@sinclair/typebox';
import { explainPermission } from '../../../commands/explain-permission.ts';
import { listPermissionHolders } from '../../../commands/list-permission-holders.ts';
import { permissions } from '../../../domain/organizations/permissions.ts';
import type { Permission } from '../../../domain/organizations/permissions.ts';
import { keyScopes } from '../../../domain/principal.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { permissionHolders } from '../../schemas/organization/permission-holders.ts';

const textOrNull = Type.Union([Type.String(), Type.Null()]);

const action = Type.Unsafe<Permission>({
  type: 'string',
  enum: [...permissions],
  description: 'Permission that the action takes',
});
const resource = Type.String({ description: '<collection>/<id>, e.g. datacontracts/orders' });

const explainRoute = defineRoute({
  method: 'GET',
  path: '/api/permissions/explain',
  name: 'explainPermission',
  refuses: ['not_found'],
  summary: 'Explain whether an action on a resource is allowed, and by which rule',
  tag: 'permissions',
  query: Type.Object({
    action,
    resource,
    email: Type.Optional(
      Type.String({ description: 'Explains for this person instead of the key' }),
    ),
    team: Type.Optional(
      Type.String({ description: 'Explains for a key of this team instead of the key' }),
    ),
  }),
  answers: {
    200: {
      description: 'The verdict',
      schema: Type.Object(
        {
          action: Type.String(),
          resource: Type.String(),
          allowed: Type.Boolean(),
          rule: Type.String(),
          because: Type.String({ description: 'The rule in a sentence' }),
          scope: Type.Union(keyScopes.map((scope) => Type.Literal(scope))),
          team: Type.Union([Type.String(), Type.Null()], {
            description: 'Team through which it is allowed, or of the role that does not suffice',
          }),
          role: textOrNull,
          path: Type.Array(Type.String(), { description: 'Owning team and those above it' }),
        },
        { $id: 'PermissionExplanation' },
      ),
    },
  },
  handle: async ({ query, principal, services }) => {
    const { action, resource } = query;
    const explained = await explainPermission(services.database.knex, { ...query, principal });
    const { allowed, rule, because, scope, teamId, role, path } = explained;
    const json = { action, resource, allowed, rule, because, scope };
    return { status: 200, json: { ...json, team: teamId ?? null, role: role ?? null, path } };
  },
});

const whoRoute = defineRoute({
  method: 'GET',
  path: '/api/permissions/who',
  name: 'listPermissionHolders',
  refuses: ['not_found'],
  summary: 'List the people and teams that may do an action on a resource',
  tag: 'permissions',
  query: Type.Object({ action, resource }),
  answers: {
    200: {
      description: 'The people and teams',
      schema: Type.Object(
        { action: Type.String(), resource: Type.String(), ...permissionHolders },
        { $id: 'PermissionHolders' },
      ),
    },
  },
  handle: async ({ query, principal, services }) => {
    const { action, resource } = query;
    const question = { action, resource, principal };
    const holders = await listPermissionHolders(services.database.knex, question);
    return { status: 200, json: { action, resource, ...holders } };
  },
});

export const permissionRoutes: readonly Route[] = [explainRoute, whoRoute];
