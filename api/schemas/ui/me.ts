import { Type } from '@sinclair/typebox';
import { organizationFeaturesReadSchema } from '../../../domain/organizations/features.ts';
import { orNull } from '../nullable.ts';
import { maxCount } from './notices.ts';

const organization = Type.Object({
  id: Type.String({ examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
  name: Type.String({ examples: ['Ottermoor Trading'] }),
  vanity: Type.String({
    description: 'Short name in web addresses',
    examples: ['ottermoor'],
  }),
});

const group = (description: string) => Type.Boolean({ description, examples: [true] });

/** Everything that the frame of each page needs about the caller. */
export const meSchema = Type.Object(
  {
    principal: Type.String({
      description: 'The key or the person, as in the audit trail: api-key:<id> or user:<id>',
      examples: ['user:01890a5d-ac96-774b-bcce-b302099a8057'],
    }),
    name: Type.String({
      description: 'Name of the person or of the key',
      examples: ['Ada Lovelace'],
    }),
    email: orNull(
      Type.String({ description: 'Address of the person', examples: ['ada@example.com'] }),
    ),
    scope: Type.String({ description: 'Scope of the key; people have `user`', examples: ['user'] }),
    isOwner: Type.Boolean({
      description: 'True if the person is an Owner of the organization',
      examples: [false],
    }),
    teams: Type.Array(
      Type.Object({
        id: Type.String({ examples: ['checkout'] }),
        name: Type.String({ examples: ['Checkout'] }),
        role: Type.String({ description: 'Role in this team', examples: ['Owner'] }),
      }),
      { description: 'Teams that name the person, with each role; the team of a team key' },
    ),
    organization,
    organizations: Type.Array(organization, {
      description: 'Organizations to which the person can switch, this one among them',
    }),
    features: organizationFeaturesReadSchema,
    counters: Type.Object(
      {
        inbox: Type.Integer({
          description: 'Requests for access and proposed changes that the caller may decide',
          examples: [4],
        }),
        proposed: Type.Integer({
          description: 'Open change requests of the caller',
          examples: [1],
        }),
        operate: Type.Integer({
          description: 'Problems that need a human; 0 for those who do not operate',
          examples: [0],
        }),
        notices: Type.Integer({
          minimum: 0,
          maximum: maxCount,
          description: `Unread notices; ${maxCount} means that or more`,
          examples: [3],
        }),
        messages: orNull(
          Type.Integer({
            minimum: 0,
            description:
              'Unread messages, without those of muted and archived conversations; null for keys, and for people who have no contact yet',
            examples: [2],
          }),
        ),
      },
      { description: 'Numbers in the navigation and at the bell' },
    ),
    lastEventId: orNull(
      Type.String({
        description:
          'Last event of the feed when this was read, from which a page can follow the feed; null if the feed is empty',
        examples: ['018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'],
      }),
    ),
    may: Type.Object(
      {
        publish: group('True if the caller may edit or approve in some team'),
        operate: group('True for keys and Owners of the organization'),
        operateInstallation: group('True if they may also operate the installation'),
        develop: group('True for everybody'),
        organization: group('True for those who may change the organization'),
      },
      { description: 'Groups of the navigation' },
    ),
    session: Type.Object({
      method: Type.String({ description: 'Kind of the sign-in', examples: ['oidc'] }),
      expiresAt: Type.String({ examples: ['2026-01-31T21:30:00.000Z'] }),
    }),
  },
  { $id: 'Me' },
);
