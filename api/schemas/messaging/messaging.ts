import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';

const orNull = (schema: TSchema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** Body of a request for a token. */
export const contactTokenRequestSchema = Type.Object(
  {
    contactId: Type.String({ description: 'Contact that the token belongs to' }),
    expiresAt: Type.Optional(
      orNull(Type.String({ format: 'date-time' }), 'Expiry (ISO 8601); default: never'),
    ),
  },
  { $id: 'ContactTokenWish', additionalProperties: false },
);

export const contactTokenCreatedSchema = Type.Object(
  {
    tokenId: Type.String(),
    token: Type.String({ description: 'Shown only once; only a digest is stored' }),
  },
  { $id: 'ContactTokenCreated' },
);

export const contactTokenSchema = Type.Object(
  {
    tokenId: Type.String(),
    contactId: Type.String(),
    username: Type.String(),
    state: Type.Union(['working', 'expired', 'revoked'].map((state) => Type.Literal(state))),
    createdAt: Type.String(),
    lastUsedAt: orNull(Type.String(), 'Time of the last use, updated at most once a minute'),
    expiresAt: orNull(Type.String(), 'null: never'),
  },
  { $id: 'ContactToken' },
);
