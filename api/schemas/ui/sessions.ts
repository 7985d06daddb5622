import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';

const instant = (description: string, example: string) =>
  Type.String({ description, examples: [example] });

const method = Type.Union(
  ['api-key', 'link', 'mail', 'oidc'].map((name) => Type.Literal(name)),
  {
    description: 'Kind of the sign-in: an API key, a printed link, a mail, or the sign-in provider',
    examples: ['oidc'],
  },
);

const organizationId = Type.String({
  description: 'Id of the organization',
  examples: ['01890a5d-ac96-774b-bcce-b302099a8057'],
});

/** Body of a sign-in: a key, or the code of a link. */
export const signInSchema = Type.Object(
  {
    apiKey: Type.Optional(
      Type.String({ writeOnly: true, description: 'A valid API key of any scope' }),
    ),
    code: Type.Optional(
      Type.String({
        writeOnly: true,
        maxLength: 100,
        description: 'The code of a sign-in link: the part of its fragment after code=',
        examples: ['yG3vWq9mT2bH5kLx8nRc4A'],
      }),
    ),
    digits: Type.Optional(
      Type.String({
        writeOnly: true,
        maxLength: 6,
        description: 'The digits that the browser that asked for the mail shows',
        examples: ['482913'],
      }),
    ),
  },
  { $id: 'SignIn', additionalProperties: false },
);

/** The session of the caller. */
export const uiSessionSchema = Type.Object(
  {
    principal: Type.String({
      description: 'The key or the person, as in the audit trail: api-key:<id> or user:<id>',
      examples: ['user:01890a5d-ac96-774b-bcce-b302099a8057'],
    }),
    principalName: Type.String({
      description: 'Name of the key or the person',
      examples: ['Ada Lovelace'],
    }),
    method,
    organizationId,
    scope: Type.String({
      description: 'Scope of the key; people have `user`',
      examples: ['user'],
    }),
    teamId: orNull(Type.String({ description: 'Team of a team key', examples: ['checkout'] })),
    email: orNull(
      Type.String({ description: 'Address of the person', examples: ['ada@example.com'] }),
    ),
    isOwner: Type.Boolean({
      description: 'True if the person is an Owner of the organization',
      examples: [false],
    }),
    expiresAt: instant('Latest end of the session', '2026-01-31T21:30:00.000Z'),
  },
  { $id: 'UiSession' },
);

/** A session in the list of the caller's own. */
export const ownUiSessionSchema = Type.Object(
  {
    id: Type.String({
      description: 'Names the session; it does not open it',
      examples: ['01890a5d-ac96-774b-bcce-b302099a8057'],
    }),
    method,
    organizationId,
    userAgent: orNull(
      Type.String({
        description: 'Browser that signed in, as it calls itself',
        examples: ['Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0'],
      }),
    ),
    createdAt: instant('Time of the sign-in', '2026-01-31T09:30:00.000Z'),
    expiresAt: instant('End of the session', '2026-01-31T21:30:00.000Z'),
    isCurrent: Type.Boolean({
      description: 'True for the session of this request',
      examples: [true],
    }),
  },
  { $id: 'OwnUiSession' },
);

/** Body of a change of the organization. */
export const switchOrganizationSchema = Type.Object(
  { organizationId },
  { $id: 'SwitchOrganization', additionalProperties: false },
);

/** Answer to a sign-out that must also happen at the sign-in provider. */
export const signedOutSchema = Type.Object(
  {
    signOutUrl: Type.String({
      description: 'Address of the provider that ends its session and leads back to the sign-in',
      examples: ['https://login.example.com/realms/main/logout?id_token_hint=…'],
    }),
  },
  { $id: 'SignedOut' },
);
