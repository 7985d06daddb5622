import { Type } from '@sinclair/typebox';
import { organizationRoles } from '../../domain/organization-members.ts';
import type { OrganizationRole } from '../../domain/organization-members.ts';

const role = Type.Unsafe<OrganizationRole>({
  type: 'string',
  enum: [...organizationRoles],
  description: 'Owner: may do everything in the organization',
});
const textMap = Type.Record(Type.String(), Type.String());

/** A person of the organization. */
export const organizationMemberSchema = Type.Object(
  {
    emailAddress: Type.String({ description: 'In lower case' }),
    userId: Type.String({ description: 'The e-mail address, by which people are known here' }),
    role,
    custom: textMap,
  },
  { $id: 'OrganizationMember' },
);

/** The same as it is written. */
export const organizationMemberWriteSchema = Type.Object(
  {
    emailAddress: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    role: Type.Optional(Type.Union([role, Type.Null()])),
    custom: Type.Optional(Type.Union([textMap, Type.Null()])),
  },
  { $id: 'OrganizationMemberWrite', additionalProperties: true },
);
