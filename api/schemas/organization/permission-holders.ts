import { Type } from '@sinclair/typebox';

const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });

/** The people and teams with a permission. */
export const permissionHolders = {
  people: Type.Array(
    Type.Object(
      {
        emailAddress: text('Address of the person', 'ada@example.com'),
        rule: Type.Unsafe<string>({
          type: 'string',
          enum: ['role', 'organization', 'own-access'],
          description:
            'role: by a role in a team; organization: as an Owner of the organization; own-access: it is the access of this person',
          examples: ['role'],
        }),
        role: Type.Optional(text('Role of the person in that team', 'Owner')),
        teamId: Type.Optional(text('Team in which the person has the role', 'checkout')),
        teamName: Type.Optional(text('Name of that team', 'Checkout')),
      },
      { $id: 'PermissionHolder' },
    ),
    { description: 'Those nearest to the resource first; at most 100' },
  ),
  more: Type.Boolean({ description: 'True if there are more people', examples: [false] }),
  teams: Type.Array(
    Type.Object({
      id: text('Id of the team', 'checkout'),
      name: Type.Optional(text('Name of the team', 'Checkout')),
    }),
    { description: 'Owning team and the teams above it, whose keys have the permission, too' },
  ),
};
