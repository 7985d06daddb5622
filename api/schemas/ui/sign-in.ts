import { Type } from '@sinclair/typebox';
import { recordOf } from '../../../domain/validation/record-of.ts';
import { providerProblems } from '../../../domain/organizations/provider-claims.ts';

const methodNames = ['oidc', 'mail', 'link', 'api-key'] as const;

/** The ways to sign in, in the order in which a page shows them. */
export const signInMethodsSchema = Type.Object(
  {
    methods: Type.Array(
      Type.Object({
        method: Type.Union(
          methodNames.map((name) => Type.Literal(name)),
          { description: 'Kind of the sign-in', examples: ['oidc'] },
        ),
        label: Type.String({
          description: 'Text of its button, or a sentence about it',
          examples: ['Continue with login.example.com'],
        }),
      }),
      { description: 'In the order of a page; the API key is the last' },
    ),
    problems: recordOf(Type.String(), {
      description:
        'Sentence for each `error` with which a sign-in with the provider leads back to /sign-in',
      examples: [{ email_not_verified: providerProblems.email_not_verified }],
    }),
  },
  { $id: 'SignInMethods' },
);

/** Body of a request for a mail with a sign-in link. */
export const signInMailSchema = Type.Object(
  {
    email: Type.String({
      maxLength: 254,
      description: 'Address to which the link is sent, if a team knows it',
      examples: ['ada@example.com'],
    }),
    return: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'Path of the page that needed the sign-in; the link leads back to it',
        examples: ['/datacontracts/orders'],
      }),
    ),
  },
  { $id: 'SignInMail', additionalProperties: false },
);

/** What the browser that asked for a mail shows. */
export const signInMailSentSchema = Type.Object(
  {
    digits: Type.String({
      description: 'Six digits to show: another browser needs them to use the link',
      examples: ['482913'],
    }),
    expiresAt: Type.String({
      description: 'End of the link',
      examples: ['2026-01-31T09:40:00.000Z'],
    }),
  },
  { $id: 'SignInMailSent' },
);
