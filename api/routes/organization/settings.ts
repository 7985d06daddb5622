import { Type } from '@sinclair/typebox';
import { putCustomization } from '../../../commands/settings/put-customization.ts';
import { putTeamRoles } from '../../../commands/settings/put-team-roles.ts';
import { findSettingsDocument } from '../../../db/tables/organizations/settings-documents.ts';
import { customizationSchema } from '../../../domain/organizations/customization.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { defaultTeamRoles, teamRolesSchema } from '../../../domain/organizations/team-roles.ts';
import { runTask } from '../../../commands/tasks/run-task.ts';
import { parseObject } from '../../body/parse-document.ts';
import { prefersYaml } from '../../http/prefers-yaml.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';

const rolesAnswer = { 200: { description: 'The roles that hold now', schema: teamRolesSchema } };

async function readTeamRoles(
  { database: { knex } }: Services,
  organizationId: OrganizationId,
): Promise<string> {
  const stored = await findSettingsDocument(knex, { organizationId, name: 'team-roles' });
  return stored?.body ?? JSON.stringify(defaultTeamRoles);
}

const getRolesRoute = defineRoute({
  method: 'GET',
  path: '/api/settings/team-roles',
  name: 'getTeamRoles',
  summary: 'Get the roles that members of teams can have, with their permissions',
  tag: 'settings',
  permission: 'organization',
  answers: rolesAnswer,
  handle: async ({ principal, services }) => ({
    status: 200,
    text: await readTeamRoles(services, principal.organizationId),
  }),
});

const putRolesRoute = defineRoute({
  method: 'PUT',
  path: '/api/settings/team-roles',
  name: 'putTeamRoles',
  sends: ['x-catalog-warnings'],
  refuses: ['role_in_use', 'roles_missing'],
  summary: 'Define custom team roles, or restore the built-in roles',
  tag: 'settings',
  permission: 'organization',
  body: { schema: teamRolesSchema },
  answers: rolesAnswer,
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    await putTeamRoles(services.database, { document, principal, requestId, now });
    return {
      status: 200,
      text: await readTeamRoles(services, principal.organizationId),
      headers: { 'x-catalog-warnings': warnUnknown(teamRolesSchema, document) },
    };
  },
});

const getCustomizationRoute = defineRoute({
  method: 'GET',
  path: '/api/settings/customization',
  name: 'getCustomization',
  sends: ['vary'],
  summary: 'Get the customization as it was sent, as JSON or, if Accept asks for it, as YAML',
  tag: 'settings',
  permission: 'organization',
  answers: {
    200: {
      description: 'The customization; a text when it is YAML',
      schema: Type.Union([customizationSchema, Type.String()]),
    },
  },
  handle: async ({ principal, header, services }) => {
    const key = { organizationId: principal.organizationId, name: 'customization' } as const;
    const stored = await findSettingsDocument(services.database.knex, key);
    const { body, source } = stored ?? { body: '{}', source: null };
    const headers = { vary: 'accept' };
    if (!prefersYaml(header)) return { status: 200, text: body, headers };
    const text = source ?? (await runTask('toYaml', body));
    return { status: 200, text, contentType: 'application/yaml', headers };
  },
});

const putCustomizationRoute = defineRoute({
  method: 'PUT',
  path: '/api/settings/customization',
  name: 'putCustomization',
  sends: ['x-catalog-warnings'],
  summary: 'Replace the customization',
  tag: 'settings',
  permission: 'organization',
  body: { formats: ['json', 'yaml'], schema: customizationSchema },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document, json } = await parseObject(body);
    const source = body.format === 'yaml' ? body.text : undefined;
    const put = { document, body: json, source, principal, requestId, now };
    await putCustomization(services.database, put);
    const warnings = warnUnknown(customizationSchema, document);
    return { status: 200, headers: { 'x-catalog-warnings': warnings } };
  },
});

/** Settings in the form of documents. */
export const settingsRoutes: readonly Route[] = [
  getRolesRoute,
  putRolesRoute,
  getCustomizationRoute,
  putCustomizationRoute,
];
