import type { Static } from '@sinclair/typebox';
import { findTestEngine } from '../../../db/tables/contract-tests/test-engines.ts';
import { getOrganizationProfile } from '../../../db/tables/organizations/organizations.ts';
import { findSettingsDocument } from '../../../db/tables/organizations/settings-documents.ts';
import { listPrincipalNames } from '../../../db/views/organizations/principal-names.ts';
import { modesWithoutEffect } from '../../../domain/organizations/features.ts';
import { actsForOrganization } from '../../../domain/organizations/permissions.ts';
import { settingsOf } from '../../../domain/organizations/settings.ts';
import { defaultTeamRoles } from '../../../domain/organizations/team-roles.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { workScopeOf } from '../../ops/operator-scope.ts';
import { presentInstallation, presentRetention } from '../../present/page-settings.ts';
import { defineRoute } from '../../route.ts';
import { pageSettingsSchema } from '../../schemas/ui/settings.ts';
import type { Services } from '../../services.ts';
import { templatesOf } from '../../../domain/notifications/mail-texts/email-templates.ts';
import { readOwnTemplates } from '../../present/own-templates.ts';
import { readProductTypes, readScoreSettings } from '../organization/read-catalog-settings.ts';
import { readFeatures } from '../organization/read-features.ts';

type Answer = Static<typeof pageSettingsSchema>;

async function readCustomization(
  { database: { knex } }: Services,
  organizationId: OrganizationId,
): Promise<Answer['customization']> {
  const stored = await findSettingsDocument(knex, { organizationId, name: 'customization' });
  const { body, source } = stored ?? { body: '{}', source: null };
  return source === null ? { format: 'json', source: body } : { format: 'yaml', source };
}

async function readEngine(
  { database: { knex } }: Services,
  organizationId: OrganizationId,
): Promise<Answer['testEngine']> {
  const engine = await findTestEngine(knex, organizationId);
  if (!engine) return null;
  const { endpoint, apiKey, updatedAt, updatedBy } = engine;
  const names = await listPrincipalNames(knex, organizationId, [updatedBy]);
  return {
    dataContractTestsApiEndpoint: endpoint,
    apiKeySet: apiKey !== null,
    updatedAt: updatedAt.toISOString(),
    updatedBy,
    updatedByName: names.get(updatedBy) ?? null,
  };
}

async function readRoles(
  { database: { knex } }: Services,
  organizationId: OrganizationId,
): Promise<Answer['teamRoles']> {
  const stored = await findSettingsDocument(knex, { organizationId, name: 'team-roles' });
  return stored ? (JSON.parse(stored.body) as Answer['teamRoles']) : defaultTeamRoles;
}

/** All settings that hold for an organization, each with where it is set. */
export const pageSettingsRoute = defineRoute({
  method: 'GET',
  path: '/ui/settings',
  name: 'getPageSettings',
  summary:
    'Get all settings that hold for the organization, and those of the installation read-only, with where each is set; without secrets',
  tag: 'web ui',
  access: 'session',
  permission: 'organization',
  answers: { 200: { description: 'The settings', schema: pageSettingsSchema } },
  handle: async ({ principal, services }) => {
    const { organizationId } = principal;
    const { database, settings } = services;
    const scope = await workScopeOf(database.knex, principal);
    const features = await readFeatures(services, organizationId);
    const profile = await getOrganizationProfile(database.knex, organizationId);
    const json: Answer = {
      may: {
        change: actsForOrganization(principal, 'change'),
        seeInstallation: scope.withInstallation,
      },
      organization: settingsOf(profile, settings.publicUrl),
      features,
      warnings: modesWithoutEffect(features),
      teamRoles: await readRoles(services, organizationId),
      customization: await readCustomization(services, organizationId),
      score: await readScoreSettings(database.knex, organizationId),
      productTypes: await readProductTypes(database.knex, organizationId),
      emailTemplates: templatesOf(await readOwnTemplates(database.knex, organizationId)),
      testEngine: await readEngine(services, organizationId),
      retention: presentRetention(settings),
      installation: presentInstallation(settings, scope.withInstallation),
    };
    return { status: 200, json };
  },
});
