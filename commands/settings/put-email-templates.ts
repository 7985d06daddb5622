import type { Database } from '../../db/connect.ts';
import {
  ownTemplates,
  templateProblems,
} from '../../domain/notifications/mail-texts/email-templates.ts';
import { assertNoViolations } from '../../domain/validation/validation.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { storeSettings } from './store-settings.ts';

/** Replaces the texts of mails; types that are left out are as built in. Refuses with `invalid_body`. */
export async function putEmailTemplates(
  database: Database,
  change: OrganizationChange,
): Promise<void> {
  assertNoViolations(templateProblems(change.document), 'invalid_body');
  const own = ownTemplates(change.document as Parameters<typeof ownTemplates>[0]);
  await storeSettings(database, change, {
    name: 'email-templates',
    body: Object.keys(own).length === 0 ? undefined : JSON.stringify(own),
    eventType: 'EmailTemplatesUpdated',
  });
}
