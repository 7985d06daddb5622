import type { Database } from '../../db/connect.ts';
import { updateOrganizationProfile } from '../../db/tables/organizations/organizations.ts';
import { transact } from '../../db/transact.ts';
import {
  assertNoSecrets,
  organizationSettingsSchema,
  settingsToStore,
} from '../../domain/organizations/settings.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import type { OrganizationChange } from './put-organization-features.ts';
import { recordOrganizationChange } from './record-organization-change.ts';

/** Replaces the display settings of the organization; the vanity name stays. Refuses with `invalid_body`. */
export async function putOrganizationSettings(
  database: Database,
  { principal, requestId, document, now }: OrganizationChange,
): Promise<void> {
  assertNoSecrets(document);
  const { fullName: name } = assertValid(organizationSettingsSchema, document, 'invalid_body');
  const { organizationId } = principal;
  const settings = settingsToStore(document);
  await transact(database, async (tx) => {
    await updateOrganizationProfile(tx, organizationId, { name, settings });
    const cause = { principal, requestId, now };
    await recordOrganizationChange(tx, cause, { type: 'OrganizationSettingsUpdated' });
  });
}
