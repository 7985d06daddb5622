import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { recordOf } from '../validation/record-of.ts';

const serverType = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Value of servers[].type in contracts, e.g. postgres',
});
const place = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    'Host, account, project or bucket of the servers that it is for, in any case of letters; docs/contract-testing.md says which for each type',
});

/** The body of a connection. */
export const teamConnectionSchema = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Equals the id of the address' })),
    serverType,
    place,
    credentials: Type.Optional(
      recordOf(Type.String({ minLength: 1, maxLength: 50_000 }), {
        writeOnly: true,
        description:
          'By the names of the environment, e.g. DATACONTRACT_POSTGRES_PASSWORD or PASSWORD; those that are stored stay when left out',
      }),
    ),
  },
  { $id: 'TeamConnection', additionalProperties: false },
);
export type TeamConnectionWrite = Static<typeof teamConnectionSchema>;

/** The connection as clients read it: names of the set credentials, never their values. */
export const teamConnectionReadSchema = Type.Object(
  {
    id: Type.String(),
    serverType,
    place,
    credentials: Type.Array(Type.String(), { description: 'Names of those that are set' }),
    updatedAt: Type.String(),
    updatedBy: Type.String(),
  },
  { $id: 'TeamConnectionRead' },
);

/** Addresses are compared without case and surrounding white space. */
export function normalizeLocation(text: string): string {
  return text.trim().toLowerCase();
}
