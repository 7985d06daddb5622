import { Type } from '@sinclair/typebox';
import { organizationRoles } from '../../../domain/organizations/members.ts';
import type { OrganizationRole } from '../../../domain/organizations/members.ts';
import { recordOf } from '../../../domain/validation/record-of.ts';

const role = Type.Unsafe<OrganizationRole>({
  type: 'string',
  enum: [...organizationRoles],
  description: 'Owner: full permissions in the organization',
});
const textMap = recordOf(Type.String());

/** A person of the organization. */
export const organizationMemberSchema = Type.Object(
  {
    emailAddress: Type.String({ description: 'In lower case' }),
    userId: Type.String({ description: 'The e-mail address, which identifies a person' }),
    role,
    custom: textMap,
    provisionedBy: Type.Optional(
      Type.Literal('scim', { description: 'An identity provider writes the person over SCIM' }),
    ),
  },
  { $id: 'OrganizationMember' },
);

/** Body of a PUT of a member. */
export const organizationMemberWriteSchema = Type.Object(
  {
    emailAddress: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    role: Type.Optional(Type.Union([role, Type.Null()])),
    custom: Type.Optional(Type.Union([textMap, Type.Null()])),
  },
  { $id: 'OrganizationMemberWrite', additionalProperties: true },
);
