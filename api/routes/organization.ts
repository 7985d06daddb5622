import { Type } from '@sinclair/typebox';
import { putOrganizationFeatures } from '../../commands/organizations/put-organization-features.ts';
import { putOrganizationSettings } from '../../commands/organizations/put-organization-settings.ts';
import { getOrganizationProfile } from '../../db/tables/organizations.ts';
import { findSettingsDocument } from '../../db/tables/settings-documents.ts';
import { featuresOf, organizationFeaturesSchema } from '../../domain/organization-features.ts';
import type { OrganizationFeatures } from '../../domain/organization-features.ts';
import {
  organizationSettingsReadSchema,
  organizationSettingsSchema,
  settingsOf,
} from '../../domain/organization-settings.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { parseObject } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import type { Services } from '../services.ts';
import { warnUnknown } from '../warn-unknown.ts';

const nothing = Type.Object({});
const featuresAnswer = {
  200: { description: 'The features as they hold now', schema: organizationFeaturesSchema },
};

async function readFeatures(
  { database: { knex } }: Services,
  organizationId: OrganizationId,
): Promise<OrganizationFeatures> {
  const [features, roles] = await Promise.all([
    findSettingsDocument(knex, { organizationId, name: 'features' }),
    findSettingsDocument(knex, { organizationId, name: 'team-roles' }),
  ]);
  return { ...featuresOf(features?.body), customTeamRolesEnabled: roles !== undefined };
}

const getFeaturesRoute = defineRoute({
  method: 'GET',
  path: '/api/organization/features',
  summary: 'Get what the organization has switched on and off',
  tag: 'organization',
  access: 'key',
  params: nothing,
  query: nothing,
  answers: featuresAnswer,
  handle: async ({ principal, services }) => ({
    status: 200,
    json: await readFeatures(services, principal.organizationId),
  }),
});

const putFeaturesRoute = defineRoute({
  method: 'PUT',
  path: '/api/organization/features',
  summary: 'Switch features of the organization on and off; what is left out has its default',
  tag: 'organization',
  access: 'key',
  permission: 'organization',
  params: nothing,
  query: nothing,
  body: { formats: ['json'], schema: organizationFeaturesSchema, required: true },
  answers: featuresAnswer,
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    await putOrganizationFeatures(services.database, { document, principal, requestId, now });
    const features = await readFeatures(services, principal.organizationId);
    const wanted = document.customTeamRolesEnabled ?? features.customTeamRolesEnabled;
    const ignored =
      wanted === features.customTeamRolesEnabled
        ? undefined
        : 'customTeamRolesEnabled was not changed: PUT /api/settings/team-roles does that';
    const warnings = warnUnknown(organizationFeaturesSchema, document, ignored);
    return { status: 200, json: features, headers: { 'x-catalog-warnings': warnings } };
  },
});

const getSettingsRoute = defineRoute({
  method: 'GET',
  path: '/api/organization/settings',
  summary: 'Get what the organization is called and where it is reached',
  tag: 'organization',
  access: 'key',
  params: nothing,
  query: nothing,
  answers: { 200: { description: 'The settings', schema: organizationSettingsReadSchema } },
  handle: async ({ principal, services }) => {
    const { database, settings } = services;
    const profile = await getOrganizationProfile(database.knex, principal.organizationId);
    return { status: 200, json: settingsOf(profile, settings.publicUrl) };
  },
});

const putSettingsRoute = defineRoute({
  method: 'PUT',
  path: '/api/organization/settings',
  summary: 'Change what the organization is called and how it is shown',
  tag: 'organization',
  access: 'key',
  permission: 'organization',
  params: nothing,
  query: nothing,
  body: { formats: ['json'], schema: organizationSettingsSchema, required: true },
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    await putOrganizationSettings(services.database, { document, principal, requestId, now });
    const { vanityUrl: _, host: __, sso: ___, ...writable } = document;
    const warnings = warnUnknown(organizationSettingsSchema, writable);
    return { status: 200, headers: { 'x-catalog-warnings': warnings } };
  },
});

/** What an organization sets for itself. */
export const organizationRoutes: readonly Route[] = [
  getFeaturesRoute,
  putFeaturesRoute,
  getSettingsRoute,
  putSettingsRoute,
];
