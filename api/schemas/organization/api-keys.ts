import { Type } from '@sinclair/typebox';
import { apiKeyStates } from '../../../domain/organizations/api-key-rules.ts';
import { principalNameSchema } from '../principal-name.ts';
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
    state: Type.Union(apiKeyStates.map((state) => Type.Literal(state))),
    createdAt: Type.String(),
    lastUsedAt: Type.Union([Type.String(), Type.Null()], {
      description: 'Time of the last use, updated at most once a minute',
    }),
    teamName: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the team; null for other scopes and deleted teams',
      examples: ['Checkout'],
    }),
    personName: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the person; null for other scopes, and until the person has signed in',
      examples: ['Ada Lovelace'],
    }),
    createdBy: Type.String({
      description: 'Who created it, as in the audit trail',
      examples: ['user:01890a5d-ac96-774b-bcce-b302099a8057'],
    }),
    createdByName: principalNameSchema,
    uses: Type.Object(
      {
        requests: Type.Integer({
          description: 'Requests, those of sessions too',
          examples: [1204],
        }),
        failed: Type.Integer({
          description: 'Requests that were answered with 400 or more',
          examples: [3],
        }),
        days: Type.Array(
          Type.Object({
            day: Type.String({ format: 'date', description: 'Day in UTC' }),
            requests: Type.Integer({ description: 'Requests on this day', examples: [40] }),
          }),
          { description: 'Days with requests, oldest first' },
        ),
      },
      {
        description: 'Use in the last 30 days; counts of the last minute may be missing',
      },
    ),
  },
  { $id: 'ApiKey' },
);

const own = {
  scope: Type.Union([Type.Literal('user'), Type.Literal('user_read')], {
    description: 'user acts with the rights of the person, user_read may only read',
    examples: ['user'],
  }),
  displayName: Type.String({ description: 'What the key is for', examples: ['My notebook'] }),
  expiresAt: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'Last day on which the key works, as YYYY-MM-DD in UTC',
      examples: ['2026-12-31'],
    }),
  ),
};

/** Body of a request for a key of the signed-in person. */
export const ownKeyRequestSchema = Type.Object(own, {
  $id: 'OwnApiKeyWrite',
  description: 'A key that acts for the signed-in person',
  additionalProperties: false,
});
