import type { Database } from '../../db/connect.ts';
import {
  deleteSettingsDocument,
  upsertSettingsDocument,
} from '../../db/tables/organizations/settings-documents.ts';
import type { SettingsName } from '../../db/tables/organizations/settings-documents.ts';
import { transact } from '../../db/transact.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';

/** Stores settings as JSON text, or restores the default if there is no text, with an entry in the audit trail. */
export async function storeSettings(
  database: Database,
  { principal, requestId, now }: Omit<OrganizationChange, 'document'>,
  { name, body, eventType }: { name: SettingsName; body: string | undefined; eventType: string },
): Promise<void> {
  const key = { organizationId: principal.organizationId, name };
  await transact(database, async (tx) => {
    if (body === undefined) await deleteSettingsDocument(tx, key);
    else await upsertSettingsDocument(tx, key, { body, principal: principal.name, now });
    await recordOrganizationChange(tx, { principal, requestId, now }, { type: eventType });
  });
}
