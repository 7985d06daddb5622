import { Type } from '@sinclair/typebox';

/** Body of a sign-in. */
export const signInSchema = Type.Object(
  { apiKey: Type.String({ writeOnly: true, description: 'A valid API key of any scope' }) },
  { $id: 'SignIn', additionalProperties: false },
);

/** The signed-in principal. */
export const uiSessionSchema = Type.Object(
  {
    principal: Type.String({ description: 'The key, as in the audit trail: api-key:<id>' }),
    organizationId: Type.String(),
    scope: Type.String({ description: 'Scope of the key' }),
    teamId: Type.Union([Type.String(), Type.Null()], { description: 'Team of a team key' }),
    email: Type.Union([Type.String(), Type.Null()], { description: 'Person of a user key' }),
    isOwner: Type.Boolean({ description: 'True if the person is an Owner of the organization' }),
    expiresAt: Type.String({ description: 'Latest end of the session' }),
  },
  { $id: 'UiSession' },
);
