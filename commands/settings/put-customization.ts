import type { Database } from '../../db/connect.ts';
import { upsertSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import { transact } from '../../db/transact.ts';
import { customizationSchema } from '../../domain/organizations/customization.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';

/** The body as JSON, and its YAML source if it was sent as YAML. */
type CustomizationBody = { body: string; source: string | undefined };

/** Stores the customization. Refuses with `invalid_body`. */
export async function putCustomization(
  database: Database,
  { principal, requestId, document, body, source, now }: OrganizationChange & CustomizationBody,
): Promise<void> {
  assertValid(customizationSchema, document, 'invalid_body');
  const { organizationId } = principal;
  const key = { organizationId, name: 'customization' } as const;
  await transact(database, async (tx) => {
    await upsertSettingsDocument(tx, key, { body, source, principal: principal.name, now });
    const cause = { principal, requestId, now };
    await recordOrganizationChange(tx, cause, { type: 'CustomizationUpdated' });
  });
}
