import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';

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

/** A connection as its team writes it. */
export const teamConnectionSchema = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Equals the id of the address' })),
    serverType,
    place,
    credentials: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 50_000 }), {
        writeOnly: true,
        description:
          'By the names of the environment, e.g. DATACONTRACT_POSTGRES_PASSWORD or PASSWORD; those that are stored stay when left out',
      }),
    ),
  },
  { $id: 'TeamConnection', additionalProperties: false },
);
export type TeamConnectionWrite = Static<typeof teamConnectionSchema>;

/** A connection as it is shown: what is set, never the values. */
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

/** Places are compared without regard to letters' case and to blanks around them. */
export function normalisePlace(text: string): string {
  return text.trim().toLowerCase();
}
