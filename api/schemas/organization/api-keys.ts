import { Type } from '@sinclair/typebox';
import { keyScopes } from '../../../domain/principal.ts';
import type { KeyScope } from '../../../domain/principal.ts';

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const scope = Type.Unsafe<KeyScope>({ type: 'string', enum: [...keyScopes] });

/** Body of a request for an API key. */
export const apiKeyRequestSchema = Type.Object(
  {
    scope,
    displayName: Type.Optional(textOrNull),
    teamId: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Id of an existing team; only for the scopes team and team_read',
      }),
    ),
    email: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'E-mail address of the person; only for the scopes user and user_read',
      }),
    ),
    expiresAt: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Last day on which the key works, as YYYY-MM-DD in UTC',
      }),
    ),
  },
  { $id: 'ApiKeyWish', additionalProperties: true },
);

const described = {
  organizationApiKeyId: Type.String(),
  displayName: Type.String(),
  scope,
  teamId: textOrNull,
  email: textOrNull,
  expiresAt: textOrNull,
};

export const apiKeyCreatedSchema = Type.Object(
  {
    ...described,
    key: Type.String({ description: 'Shown only once; only a digest is stored' }),
  },
  { $id: 'ApiKeyCreated' },
);

export const apiKeySchema = Type.Object(
  {
    ...described,
    state: Type.Union(['working', 'expired', 'revoked'].map((state) => Type.Literal(state))),
    createdAt: Type.String(),
    lastUsedAt: Type.Union([Type.String(), Type.Null()], {
      description: 'Time of the last use, updated at most once a minute',
    }),
  },
  { $id: 'ApiKey' },
);
