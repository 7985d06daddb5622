import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';

const role = orNull(
  Type.String({
    maxLength: 1000,
    examples: ['Editor'],
    description: 'A role of `GET /api/settings/team-roles`; null for none',
  }),
);
const name = orNull(
  Type.String({
    maxLength: 200,
    examples: ['Ada Lovelace'],
    description: 'Name for people who have not signed in',
  }),
);

/** Body of a write of one member. */
export const teamMemberWriteSchema = Type.Object(
  { role: Type.Optional(role), name: Type.Optional(name) },
  {
    $id: 'TeamMemberWrite',
    additionalProperties: true,
    description: 'The entry of a person in a team; what is left out is removed from it',
  },
);

/** One member of a team. */
export const teamMemberSchema = Type.Object(
  {
    emailAddress: Type.String({
      examples: ['ada@example.com'],
      description: 'Address of the person, as the team has it',
    }),
    role: Type.Optional(role),
    name: Type.Optional(name),
  },
  {
    $id: 'TeamMember',
    additionalProperties: true,
    description: 'The entry of a person in a team',
  },
);
