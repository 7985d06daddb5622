import type { Database } from '../../db/connect.ts';
import { upsertSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { featuresOf, organizationFeaturesSchema } from '../../domain/organizations/features.ts';
import type { OrganizationFeatures } from '../../domain/organizations/features.ts';
import { assertNoSecrets } from '../../domain/organizations/settings.ts';
import type { Principal } from '../../domain/principal.ts';
import { scheduleProblem } from '../../domain/contract-tests/schedule.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { scheduleOrganizationTests } from '../contract-tests/schedule-tests.ts';
import { recordOrganizationChange } from './record-organization-change.ts';

/** A change of an organization's own settings; the route has checked that the principal acts for the organization. */
export type OrganizationChange = {
  principal: Principal;
  requestId: string;
  document: JsonObject;
  now: Date;
};

/** Replaces the features; missing ones get their defaults. Refuses with `invalid_body`. */
export async function putOrganizationFeatures(
  database: Database,
  { principal, requestId, document, now }: OrganizationChange,
): Promise<void> {
  assertNoSecrets(document);
  assertValid(organizationFeaturesSchema, document, 'invalid_body');
  const { organizationId } = principal;
  // Custom roles are enabled by the roles themselves.
  const { customTeamRolesEnabled: _, ...features } = document;
  const wanted = featuresOf(JSON.stringify(features));
  assertSchedule(wanted);
  const key = { organizationId, name: 'features' } as const;
  await transact(database, async (tx) => {
    const body = JSON.stringify(features);
    await upsertSettingsDocument(tx, key, { body, principal: principal.name, now });
    await scheduleOrganizationTests(tx, organizationId, wanted, now);
    const cause = { principal, requestId, now };
    await recordOrganizationChange(tx, cause, { type: 'OrganizationFeaturesUpdated' });
  });
}

function assertSchedule({
  dataContractTestSchedule: cron,
  dataContractTestScheduleTimezone: timezone,
}: OrganizationFeatures): void {
  if (!cron && !timezone) return;
  const message = scheduleProblem(cron || '0 0 * * *', timezone ?? 'UTC');
  if (message === undefined) return;
  const violations = [{ field: 'dataContractTestSchedule', message }];
  refuse('invalid_body', `dataContractTestSchedule: ${message}`, { violations });
}
