import { findSettingsDocument } from '../../../db/tables/organizations/settings-documents.ts';
import { featuresOf } from '../../../domain/organizations/features.ts';
import type { OrganizationFeatures } from '../../../domain/organizations/features.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Services } from '../../services.ts';

/** The features of an organization as they hold now. */
export async function readFeatures(
  { database: { knex } }: Services,
  organizationId: OrganizationId,
): Promise<OrganizationFeatures> {
  const [features, roles] = await Promise.all([
    findSettingsDocument(knex, { organizationId, name: 'features' }),
    findSettingsDocument(knex, { organizationId, name: 'team-roles' }),
  ]);
  return { ...featuresOf(features?.body), customTeamRolesEnabled: roles !== undefined };
}
