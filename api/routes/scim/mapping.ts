import { Type } from '@sinclair/typebox';
import { locateRefusal } from '../../../commands/documents/read-content.ts';
import type { AppliedGrants } from '../../../commands/scim/apply-grants.ts';
import { putScimMapping } from '../../../commands/scim/put-scim-mapping.ts';
import { runTask } from '../../../commands/tasks/run-task.ts';
import type { Database } from '../../../db/connect.ts';
import { findSettingsDocument } from '../../../db/tables/organizations/settings-documents.ts';
import type { GrantChange } from '../../../db/views/scim/grant-changes.ts';
import { scimMappingSchema } from '../../../domain/scim/mapping.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { RawBody } from '../../exchange.ts';
import { prefersYaml } from '../../http/prefers-yaml.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { scimMappingPreviewSchema } from '../../schemas/scim/mapping.ts';
import { warnOfAccess } from './answers.ts';

const path = '/api/settings/scim-mapping';

const getMappingRoute = defineRoute({
  method: 'GET',
  path,
  name: 'getScimMapping',
  sends: ['vary'],
  summary:
    'Get the roles that SCIM groups give, as they were sent; as JSON or, if Accept asks for it, as YAML',
  tag: 'settings',
  permission: 'organization',
  answers: {
    200: {
      description: 'The mapping; a text when it is YAML',
      schema: Type.Union([scimMappingSchema, Type.String()]),
    },
  },
  handle: async ({ principal, header, services }) => {
    const key = { organizationId: principal.organizationId, name: 'scim-mapping' } as const;
    const stored = await findSettingsDocument(services.database.knex, key);
    const { body, source } = stored ?? { body: '{"scimGroupMappings":[]}', source: null };
    const headers = { vary: 'accept' };
    if (!prefersYaml(header)) return { status: 200, text: body, headers };
    const text = source ?? (await runTask('toYaml', body));
    return { status: 200, text, contentType: 'application/yaml', headers };
  },
});

const putMappingRoute = defineRoute({
  method: 'PUT',
  path,
  name: 'putScimMapping',
  sends: ['x-catalog-warnings'],
  refuses: ['invalid_transition', 'limit_reached', 'policy_violation'],
  summary:
    'Replace the roles that SCIM groups give; people get and lose these roles at once, and a dry run says which',
  tag: 'settings',
  permission: 'organization',
  body: { formats: ['json', 'yaml'], schema: scimMappingSchema, limitBytes: 1024 * 1024 },
  preview: scimMappingPreviewSchema,
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document, json } = await parseObject(body);
    const source = body.format === 'yaml' ? body.text : undefined;
    const put = { document, body: json, source, principal, requestId, now };
    const applied = await putSent(services.database, put, body);
    const warnings = warnUnknown(scimMappingSchema, document, warnOfAccess(applied));
    const { changes } = applied;
    return {
      status: 200,
      headers: { 'x-catalog-warnings': warnings },
      preview: () =>
        Promise.resolve({
          changeCount: changes.length,
          changes: changes.slice(0, maxShown).map(present),
        }),
    };
  },
});

/** Adds line and column to an error in a YAML body. */
async function putSent(
  database: Database,
  put: Parameters<typeof putScimMapping>[1],
  body: RawBody,
): Promise<AppliedGrants> {
  try {
    return await putScimMapping(database, put);
  } catch (error) {
    throw await locateRefusal(error, body);
  }
}

/** Number of changes that a dry run lists. */
const maxShown = 500;

function present({ teamId, email, formerEmail, role, formerRole }: GrantChange): object {
  return {
    emailAddress: email ?? formerEmail,
    teamId: teamId === '' ? null : teamId,
    role,
    formerRole,
  };
}

/** What the groups of identity providers mean here. */
export const scimMappingRoutes: readonly Route[] = [getMappingRoute, putMappingRoute];
