import type { Database } from '../../db/connect.ts';
import { upsertSettingsDocument } from '../../db/tables/settings-documents.ts';
import { transact } from '../../db/transact.ts';
import { customizationSchema } from '../../domain/customization.ts';
import { assertValid } from '../../domain/validation.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';

/** The texts of the document: JSON, and YAML when it came so. */
type Texts = { body: string; source: string | undefined };

/** Stores the customization as it was sent. Refuses with `invalid_body`. */
export async function putCustomization(
  database: Database,
  { principal, requestId, document, body, source, now }: OrganizationChange & Texts,
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
