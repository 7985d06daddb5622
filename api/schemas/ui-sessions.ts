import { Type } from '@sinclair/typebox';

/** Body of a sign-in. */
export const signInSchema = Type.Object(
  { apiKey: Type.String({ writeOnly: true, description: 'A key that works, of any scope' }) },
  { $id: 'SignIn', additionalProperties: false },
);

/** Who is signed in. */
export const uiSessionSchema = Type.Object(
  {
    principal: Type.String({ description: 'As in the audit trail: api-key:<id>' }),
    organizationId: Type.String(),
    scope: Type.String({ description: 'Scope of the key' }),
    teamId: Type.Union([Type.String(), Type.Null()], { description: 'Team of a team key' }),
    email: Type.Union([Type.String(), Type.Null()], { description: 'Person of a user key' }),
    isOwner: Type.Boolean({ description: 'Whether that person is an Owner of the organization' }),
    expiresAt: Type.String({ description: 'When the session ends at the latest' }),
  },
  { $id: 'UiSession' },
);
