import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';

const orNull = (schema: TSchema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** What is asked for. */
export const contactTokenWishSchema = Type.Object(
  {
    contactId: Type.String({ description: 'Contact that it speaks for' }),
    expiresAt: Type.Optional(
      orNull(
        Type.String({ format: 'date-time' }),
        'When it stops working (ISO 8601); left out: never',
      ),
    ),
  },
  { $id: 'ContactTokenWish', additionalProperties: false },
);

export const contactTokenCreatedSchema = Type.Object(
  {
    tokenId: Type.String(),
    token: Type.String({ description: 'Shown only now; only a digest of it is stored' }),
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
    lastUsedAt: orNull(Type.String(), 'Written at most once a minute'),
    expiresAt: orNull(Type.String(), 'null: never'),
  },
  { $id: 'ContactToken' },
);
