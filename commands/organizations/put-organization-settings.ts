import type { Database } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { updateOrganizationProfile } from '../../db/tables/organizations.ts';
import { transact } from '../../db/transact.ts';
import {
  assertNoSecrets,
  organizationSettingsSchema,
  settingsToStore,
} from '../../domain/organization-settings.ts';
import { assertValid } from '../../domain/validation.ts';
import type { OrganizationChange } from './put-organization-features.ts';

/** Replaces what people see of the organization; the short name stays. Refuses with `invalid_body`. */
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
    await recordEvent(tx, {
      organizationId,
      type: 'OrganizationSettingsUpdated',
      subjectKind: 'organization',
      subjectId: organizationId,
      principal: principal.name,
      requestId,
      public: false,
      now,
    });
  });
}
