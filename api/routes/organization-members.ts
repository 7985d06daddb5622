import { Type } from '@sinclair/typebox';
import { deleteOrganizationMember } from '../../commands/organizations/delete-organization-member.ts';
import { putOrganizationMember } from '../../commands/organizations/put-organization-member.ts';
import {
  findOrganizationMember,
  listOrganizationMembers,
} from '../../db/views/organization-members.ts';
import { refuse } from '../../domain/errors.ts';
import { checkEmailAddress } from '../../domain/organization-members.ts';
import type { OrganizationMember } from '../../domain/organization-members.ts';
import { assertValid } from '../../domain/validation.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { parseObject } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import {
  organizationMemberSchema,
  organizationMemberWriteSchema,
} from '../schemas/organization.ts';

const params = Type.Object({ emailAddress: Type.String() });
const path = '/api/organization/members/:emailAddress';

function present({ email, role, custom }: OrganizationMember) {
  return { emailAddress: email, userId: email, role, custom };
}

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/organization/members',
  summary: 'List the people of the organization: those in its teams, and those put here',
  tag: 'organization',
  access: 'key',
  params: Type.Object({}),
  query: Type.Object(pagingQuery),
  answers: { 200: { description: 'The people', schema: Type.Array(organizationMemberSchema) } },
  handle: async ({ query, principal, url, services }) => {
    const page = readPage(query);
    const { organizationId } = principal;
    const rows = await listOrganizationMembers(services.database.knex, organizationId, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ email }) => email);
    return {
      status: 200,
      json: shown.map(present),
      headers: { link },
    };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'Get a person of the organization by their e-mail address',
  tag: 'organization',
  access: 'key',
  params,
  query: Type.Object({}),
  answers: { 200: { description: 'The person', schema: organizationMemberSchema } },
  handle: async ({ params: { emailAddress }, principal, services }) => {
    const email = emailAddress.toLowerCase();
    const { organizationId } = principal;
    const { knex } = services.database;
    const member = await findOrganizationMember(knex, organizationId, checkEmailAddress(email));
    if (!member) refuse('not_found', `There is no member with the address '${email}'.`);
    return { status: 200, json: present(member) };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  summary: 'Make a person an Owner or a Member of the organization',
  tag: 'organization',
  access: 'key',
  permission: 'organization',
  params,
  query: Type.Object({}),
  body: { formats: ['json'], schema: organizationMemberWriteSchema, required: true },
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ params: { emailAddress }, body, principal, requestId, now, services }) => {
    const email = checkEmailAddress(emailAddress);
    const { document } = await parseObject(body);
    const given = assertValid(organizationMemberWriteSchema, document, 'invalid_body');
    if ((given.emailAddress ?? email).toLowerCase() !== email) {
      refuse(
        'id_mismatch',
        `The body's emailAddress '${given.emailAddress}' differs from '${email}' in the path.`,
      );
    }
    const role = given.role ?? 'Member';
    const custom = given.custom ?? {};
    const member = { email, role, custom, principal, requestId, now };
    await putOrganizationMember(services.database, member);
    return { status: 200 };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  summary: 'Forget what was put here about a person; who is in a team stays a Member',
  tag: 'organization',
  access: 'key',
  permission: 'organization',
  params,
  query: Type.Object({}),
  answers: { 200: { description: 'Forgotten; the answer has no body' } },
  handle: async ({ params: { emailAddress }, principal, requestId, now, services }) => {
    const email = checkEmailAddress(emailAddress);
    await deleteOrganizationMember(services.database, { email, principal, requestId, now });
    return { status: 200 };
  },
});

/** The people of an organization. */
export const organizationMemberRoutes: readonly Route[] = [
  listRoute,
  getRoute,
  putRoute,
  deleteRoute,
];
