import type { Database } from '../../db/connect.ts';
import { upsertSettingsDocument } from '../../db/tables/settings-documents.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { featuresOf, organizationFeaturesSchema } from '../../domain/organization-features.ts';
import type { OrganizationFeatures } from '../../domain/organization-features.ts';
import { assertNoSecrets } from '../../domain/organization-settings.ts';
import type { Principal } from '../../domain/principal.ts';
import { scheduleProblem } from '../../domain/test-schedule.ts';
import { assertValid } from '../../domain/validation.ts';
import type { JsonObject } from '../../lib/json.ts';
import { scheduleOrganizationTests } from '../contract-tests/schedule-tests.ts';
import { recordOrganizationChange } from './record-organization-change.ts';

/** A change of what an organization sets for itself; the route has made sure that the principal acts for it. */
export type OrganizationChange = {
  principal: Principal;
  requestId: string;
  document: JsonObject;
  now: Date;
};

/** Replaces the features; what is left out has its default again. Refuses with `invalid_body`. */
export async function putOrganizationFeatures(
  database: Database,
  { principal, requestId, document, now }: OrganizationChange,
): Promise<void> {
  assertNoSecrets(document);
  assertValid(organizationFeaturesSchema, document, 'invalid_body');
  const { organizationId } = principal;
  // Whether there are custom roles is told by the roles themselves.
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
