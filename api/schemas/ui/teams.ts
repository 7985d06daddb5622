import { Type } from '@sinclair/typebox';
import { teamSchema } from '../../../domain/kinds/team.ts';
import { orNull } from '../nullable.ts';

const memberSchema = Type.Object({
  emailAddress: Type.String({ examples: ['ada@example.com'], description: 'As the team has it' }),
  name: orNull(
    Type.String({
      examples: ['Ada Lovelace'],
      description: 'Name of their sign-in, else the one in the team; null if neither is known',
    }),
  ),
  role: Type.Optional(
    orNull(Type.String({ examples: ['Owner'], description: 'Role in the team' })),
  ),
});

const roleSchema = Type.Object({
  name: Type.String({ examples: ['Editor'], description: 'Name of the role' }),
  description: Type.String({
    examples: ['Changes what the team owns, and requests access'],
    description: 'What the role may do',
  }),
});

/** A team, as pages show it. */
export const pageTeamSchema = Type.Object(
  {
    ...teamSchema.properties,
    members: Type.Array(memberSchema, { description: 'In the order of the team' }),
    roles: Type.Array(roleSchema, { description: 'Roles that members can have, the first first' }),
  },
  { $id: 'PageTeam', additionalProperties: true, description: 'A team with names of people' },
);
