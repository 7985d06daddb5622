import type { Database } from '../../db/connect.ts';
import { upsertSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import { transact } from '../../db/transact.ts';
import { lineageRulesSchema } from '../../domain/lineage/rules.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';

/** The body as JSON, and its YAML source if it was sent as YAML. */
type RulesBody = { body: string; source: string | undefined };

/** Replaces the rules that connect the lineage with the catalog; they apply to all nodes at once. Refuses with `invalid_body`. */
export async function putLineageRules(
  database: Database,
  { principal, requestId, document, body, source, now }: OrganizationChange & RulesBody,
): Promise<void> {
  assertValid(lineageRulesSchema, document, 'invalid_body');
  const { organizationId } = principal;
  const key = { organizationId, name: 'lineage-rules' } as const;
  await transact(database, async (tx) => {
    await upsertSettingsDocument(tx, key, { body, source, principal: principal.name, now });
    const cause = { principal, requestId, now };
    await recordOrganizationChange(tx, cause, { type: 'LineageRulesUpdated' });
  });
}
