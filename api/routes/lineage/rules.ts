import { Type } from '@sinclair/typebox';
import { putLineageRules } from '../../../commands/lineage/put-lineage-rules.ts';
import { runTask } from '../../../commands/tasks/run-task.ts';
import { findSettingsDocument } from '../../../db/tables/organizations/settings-documents.ts';
import { lineageRulesSchema } from '../../../domain/lineage/rules.ts';
import { parseObject } from '../../body/parse-document.ts';
import { headerValue } from '../../http/header-values.ts';
import { prefersYaml } from '../../http/prefers-yaml.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';

const path = '/api/settings/lineage-rules';

const getRoute = defineRoute({
  method: 'GET',
  path,
  name: 'getLineageRules',
  sends: ['vary'],
  summary:
    'Get the rules that connect datasets and jobs of the lineage with the catalog, as JSON or, if Accept asks for it, as YAML',
  tag: 'settings',
  permission: 'organization',
  answers: {
    200: {
      description: 'The rules; a text when it is YAML',
      schema: Type.Union([lineageRulesSchema, Type.String()]),
    },
  },
  handle: async ({ principal: { organizationId }, header, services }) => {
    const key = { organizationId, name: 'lineage-rules' } as const;
    const stored = await findSettingsDocument(services.database.knex, key);
    const { body, source } = stored ?? { body: '{"rules":[]}', source: null };
    const headers = { vary: 'accept' };
    if (!prefersYaml(header)) return { status: 200, text: body, headers };
    const text = source ?? (await runTask('toYaml', body));
    return { status: 200, text, contentType: 'application/yaml', headers };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  name: 'putLineageRules',
  sends: ['x-catalog-warnings'],
  summary: 'Replace the rules that connect datasets and jobs of the lineage with the catalog',
  tag: 'settings',
  permission: 'organization',
  body: { formats: ['json', 'yaml'], schema: lineageRulesSchema },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document, json } = await parseObject(body);
    const source = body.format === 'yaml' ? body.text : undefined;
    const put = { document, body: json, source, principal, requestId, now };
    const unknown = await putLineageRules(services.database, put);
    const warnings = unknown.length === 0 ? undefined : headerValue(unknown.join('; '));
    return { status: 200, headers: { 'x-catalog-warnings': warnings } };
  },
});

/** Rules that connect the lineage with the catalog. */
export const lineageRulesRoutes: readonly Route[] = [getRoute, putRoute];
