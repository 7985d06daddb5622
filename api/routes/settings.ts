import { Type } from '@sinclair/typebox';
import { putCustomization } from '../../commands/settings/put-customization.ts';
import { putTeamRoles } from '../../commands/settings/put-team-roles.ts';
import { findSettingsDocument } from '../../db/tables/settings-documents.ts';
import { customizationSchema } from '../../domain/customization.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { defaultTeamRoles, teamRolesSchema } from '../../domain/team-roles.ts';
import { writeYaml } from '../../lib/yaml.ts';
import { parseObject } from '../parse-document.ts';
import { prefersYaml } from '../prefers-yaml.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import type { Services } from '../services.ts';
import { warnUnknown } from '../warn-unknown.ts';

const nothing = Type.Object({});
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
  summary: 'Get the roles that members of teams can have, with their permissions',
  tag: 'settings',
  access: 'key',
  permission: 'organization',
  params: nothing,
  query: nothing,
  answers: rolesAnswer,
  handle: async ({ principal, services }) => ({
    status: 200,
    text: await readTeamRoles(services, principal.organizationId),
  }),
});

const putRolesRoute = defineRoute({
  method: 'PUT',
  path: '/api/settings/team-roles',
  summary: 'Give the organization roles of its own, or the built-in ones back',
  tag: 'settings',
  access: 'key',
  permission: 'organization',
  params: nothing,
  query: nothing,
  body: { formats: ['json'], schema: teamRolesSchema, required: true },
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
  summary: 'Get the customization as it was sent, as JSON or, by Accept, as YAML',
  tag: 'settings',
  access: 'key',
  permission: 'organization',
  params: nothing,
  query: nothing,
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
    const text = source ?? writeYaml(JSON.parse(body));
    return { status: 200, text, contentType: 'application/yaml', headers };
  },
});

const putCustomizationRoute = defineRoute({
  method: 'PUT',
  path: '/api/settings/customization',
  summary: 'Replace the customization',
  tag: 'settings',
  access: 'key',
  permission: 'organization',
  params: nothing,
  query: nothing,
  body: { formats: ['json', 'yaml'], schema: customizationSchema, required: true },
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document, json } = await parseObject(body);
    const source = body.format === 'yaml' ? body.text : undefined;
    const put = { document, body: json, source, principal, requestId, now };
    await putCustomization(services.database, put);
    const warnings = warnUnknown(customizationSchema, document);
    return { status: 200, headers: { 'x-catalog-warnings': warnings } };
  },
});

/** Settings that come as documents. */
export const settingsRoutes: readonly Route[] = [
  getRolesRoute,
  putRolesRoute,
  getCustomizationRoute,
  putCustomizationRoute,
];
