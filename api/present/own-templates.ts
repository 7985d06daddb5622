import type { Db } from '../../db/connect.ts';
import { findSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import { storedTemplates } from '../../domain/notifications/mail-texts/email-templates.ts';
import type { OwnTemplates } from '../../domain/notifications/mail-texts/email-templates.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** What an organization has written for its mails. */
export async function readOwnTemplates(
  db: Db,
  organizationId: OrganizationId,
): Promise<OwnTemplates> {
  const stored = await findSettingsDocument(db, { organizationId, name: 'email-templates' });
  return storedTemplates(stored?.body);
}
