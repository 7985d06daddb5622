import { deleteOrganizationMember } from '../../../commands/organizations/delete-organization-member.ts';
import { putOrganizationMember } from '../../../commands/organizations/put-organization-member.ts';
import {
  findOrganizationMember,
  listOrganizationMembers,
} from '../../../db/views/organizations/organization-members.ts';
import { refuse } from '../../../domain/errors.ts';
import { checkEmailAddress } from '../../../domain/organizations/members.ts';
import type { OrganizationMember } from '../../../domain/organizations/members.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { answerList, readPage } from '../../http/paging/paging.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';
import {
  organizationMemberSchema,
  organizationMemberWriteSchema,
} from '../../schemas/organization/organization.ts';

function present({ email, role, custom, isProvisioned }: OrganizationMember) {
  const provisioned = isProvisioned && { provisionedBy: 'scim' };
  return { emailAddress: email, userId: email, role, custom, ...provisioned };
}

/** The people of an organization. */
export const organizationMemberRoutes: readonly Route[] = collection(
  {
    path: '/api/organization/members/:emailAddress',
    noun: 'person',
    named: 'organization member',
    plural: 'people',
    tag: 'organization',
    schema: organizationMemberSchema,
  },
  {
    list: {
      summary: 'List the people of the organization: members of its teams, and people added here',
      handle: async ({ query, principal, url, services }) => {
        const page = readPage(query);
        const { organizationId } = principal;
        const rows = await listOrganizationMembers(services.database.knex, organizationId, page);
        return answerList(rows, { url, query }, present, ({ email }) => email);
      },
    },
    get: {
      summary: 'Get a person of the organization by their e-mail address',
      handle: async ({ params: { emailAddress }, principal, services }) => {
        const email = emailAddress.toLowerCase();
        const { organizationId } = principal;
        const { knex } = services.database;
        const member = await findOrganizationMember(knex, organizationId, checkEmailAddress(email));
        if (!member) refuse('not_found', `There is no member with the address '${email}'.`);
        return { status: 200, json: present(member) };
      },
    },
    put: {
      summary: 'Make a person an Owner or a Member of the organization',
      permission: 'organization',
      body: { schema: organizationMemberWriteSchema },
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
    },
    delete: {
      summary: 'Delete the entry of a person; people in a team remain Members',
      permission: 'organization',
      answers: { 200: { description: 'Deleted; the answer has no body' } },
      handle: async ({ params: { emailAddress }, principal, requestId, now, services }) => {
        const email = checkEmailAddress(emailAddress);
        await deleteOrganizationMember(services.database, { email, principal, requestId, now });
        return { status: 200 };
      },
    },
  },
);
