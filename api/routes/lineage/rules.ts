import { putLineageRules } from '../../../commands/lineage/put-lineage-rules.ts';
import { findSettingsDocument } from '../../../db/tables/organizations/settings-documents.ts';
import { lineageRulesSchema } from '../../../domain/lineage/rules.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';

const path = '/api/settings/lineage-rules';

const getRoute = defineRoute({
  method: 'GET',
  path,
  name: 'getLineageRules',
  summary: 'Get the rules that connect datasets and jobs of the lineage with the catalog',
  tag: 'settings',
  answers: { 200: { description: 'The rules', schema: lineageRulesSchema } },
  handle: async ({ principal: { organizationId }, services }) => {
    const key = { organizationId, name: 'lineage-rules' } as const;
    const stored = await findSettingsDocument(services.database.knex, key);
    return { status: 200, text: stored?.body ?? '{"rules":[]}' };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  name: 'putLineageRules',
  refuses: ['invalid_body'],
  summary: 'Replace the rules that connect datasets and jobs of the lineage with the catalog',
  tag: 'settings',
  permission: 'organization',
  body: { schema: lineageRulesSchema },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    await putLineageRules(services.database, { document, principal, requestId, now });
    return { status: 200 };
  },
});

/** Rules that connect the lineage with the catalog. */
export const lineageRulesRoutes: readonly Route[] = [getRoute, putRoute];
