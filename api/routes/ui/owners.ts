import { Type } from '@sinclair/typebox';
import { listOrganizationOwners } from '../../../db/tables/organizations/organization-members.ts';
import { listPersonNames } from '../../../db/views/organizations/person-names.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';

const maxOwners = 100;

const ownersSchema = Type.Array(
  Type.Object({
    email: Type.String({ description: 'Address of the person', examples: ['ada@example.com'] }),
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the person, if it is known',
      examples: ['Ada Lovelace'],
    }),
  }),
  { $id: 'OrganizationOwners', description: 'The Owners of an organization' },
);

/** Names those who can help with a page that only they see; everybody of the organization may know them. */
export const ownersRoute: Route = defineRoute({
  method: 'GET',
  path: '/ui/owners',
  name: 'listOwners',
  summary: `List the Owners of the organization, at most ${maxOwners}`,
  tag: 'web ui',
  access: 'session',
  answers: { 200: { description: 'The Owners, by their addresses', schema: ownersSchema } },
  handle: async ({ principal: { organizationId }, services: { database } }) => {
    const emails = await listOrganizationOwners(database.knex, organizationId, maxOwners);
    const names = await listPersonNames(database.knex, organizationId, emails);
    const owners = emails.map((email) => ({ email, name: names.get(email)?.name ?? null }));
    return { status: 200, json: owners };
  },
});
