import { putOrganizationFeatures } from '../../../commands/organizations/put-organization-features.ts';
import { putOrganizationSettings } from '../../../commands/organizations/put-organization-settings.ts';
import { getOrganizationProfile } from '../../../db/tables/organizations/organizations.ts';
import {
  modesWithoutEffect,
  organizationFeaturesReadSchema,
  organizationFeaturesSchema,
} from '../../../domain/organizations/features.ts';
import {
  organizationSettingsReadSchema,
  organizationSettingsSchema,
  settingsOf,
} from '../../../domain/organizations/settings.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { readFeatures } from './read-features.ts';
import { headerValue } from '../../http/header-values.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';

const featuresAnswer = {
  200: { description: 'The features as they hold now', schema: organizationFeaturesReadSchema },
};

const getFeaturesRoute = defineRoute({
  method: 'GET',
  path: '/api/organization/features',
  name: 'getOrganizationFeatures',
  summary: 'Get the features that the organization has switched on and off',
  tag: 'organization',
  sends: ['x-catalog-warnings'],
  answers: featuresAnswer,
  handle: async ({ principal, services }) => {
    const features = await readFeatures(services, principal.organizationId);
    const warnings = headerOf(modesWithoutEffect(features));
    return { status: 200, json: features, headers: { 'x-catalog-warnings': warnings } };
  },
});

const putFeaturesRoute = defineRoute({
  method: 'PUT',
  path: '/api/organization/features',
  name: 'putOrganizationFeatures',
  sends: ['x-catalog-warnings'],
  summary: 'Switch features of the organization on and off; omitted features get their default',
  tag: 'organization',
  permission: 'organization',
  body: { schema: organizationFeaturesSchema },
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

function headerOf(sentences: readonly string[]): string | undefined {
  return sentences.length > 0 ? headerValue(sentences.join('. ')) : undefined;
}

const getSettingsRoute = defineRoute({
  method: 'GET',
  path: '/api/organization/settings',
  name: 'getOrganizationSettings',
  summary: 'Get the settings of the organization',
  tag: 'organization',
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
  name: 'putOrganizationSettings',
  sends: ['x-catalog-warnings'],
  summary: 'Change the settings of the organization',
  tag: 'organization',
  permission: 'organization',
  body: { schema: organizationSettingsSchema },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    await putOrganizationSettings(services.database, { document, principal, requestId, now });
    const { vanityUrl: _, host: __, sso: ___, ...writable } = document;
    const warnings = warnUnknown(organizationSettingsSchema, writable);
    return { status: 200, headers: { 'x-catalog-warnings': warnings } };
  },
});

/** Settings of an organization. */
export const organizationRoutes: readonly Route[] = [
  getFeaturesRoute,
  putFeaturesRoute,
  getSettingsRoute,
  putSettingsRoute,
];
