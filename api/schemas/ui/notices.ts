import { Type } from '@sinclair/typebox';
import { followedKinds } from '../../../domain/notices/followed-kinds.ts';
import { noticeKinds, noticeReasons } from '../../../domain/notices/notice.ts';
import { recordOf } from '../../../domain/validation/record-of.ts';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';

const instant = (description: string) => Type.String({ format: 'date-time', description });

/** Maximum of counts in answers; the web UI shows `99+`. */
export const maxCount = 100;

const maxFilters = 30;
const maxValues = 100;

const searchMembers = {
  name: Type.String({
    minLength: 1,
    maxLength: 120,
    description: 'Name for the reader',
    examples: ['Parcels and carriers'],
  }),
  query: Type.String({
    maxLength: 500,
    description: 'Words of the search; empty for all resources',
    examples: ['parcel'],
  }),
  filters: recordOf(Type.Array(Type.String({ maxLength: 256 }), { maxItems: maxValues }), {
    maxProperties: maxFilters,
    description:
      'Query parameters of the search by name, each with its values; parameters that GET /api/search does not have are kept',
    examples: [{ resourceType: ['DATA_PRODUCT'], teamId: ['demo-logistics'] }],
  }),
};

/** Body of a saved search. */
export const savedSearchWriteSchema = Type.Object(searchMembers, {
  $id: 'SavedSearchWrite',
  description: 'A search to save',
  additionalProperties: false,
});

/** A saved search. */
export const savedSearchSchema = Type.Object(
  {
    id: Type.String({ description: 'Id chosen by the web UI', examples: ['parcels'] }),
    ...searchMembers,
    newCount: Type.Integer({
      minimum: 0,
      maximum: maxCount,
      description: `Results created since the search was last seen; ${maxCount} means that or more`,
      examples: [2],
    }),
    seenAt: instant('When its results were last seen'),
    createdAt: instant('When it was first saved'),
    updatedAt: instant('When it was last saved'),
  },
  { $id: 'SavedSearch', description: 'A search that the signed-in person has saved' },
);

const followedKind = Type.Unsafe<string>({
  type: 'string',
  enum: followedKinds.map(({ collection }) => collection),
  description: 'Kind of the resource',
  examples: ['dataproducts'],
});

/** Parameters of the path of a follow. */
export const followParams = Type.Object({
  kind: followedKind,
  id: Type.String({
    description: 'Id of the resource; of a concept, <namespace>/<concept>',
    examples: ['demo-shop-data'],
  }),
});

/** A followed resource. */
export const followSchema = Type.Object(
  {
    kind: followedKind,
    id: Type.String({ description: 'Id of the resource', examples: ['demo-shop-data'] }),
    name: orNull(Type.String({ description: 'Name of the resource; null if it is deleted' })),
    createdAt: instant('When the person began to follow it'),
  },
  { $id: 'Follow', description: 'A resource that the signed-in person follows' },
);

/** Whether a resource is followed. */
export const followStateSchema = Type.Object(
  {
    following: Type.Boolean({ description: 'True if the signed-in person follows the resource' }),
    createdAt: orNull(instant('When the person began to follow it')),
    stars: orNull(
      Type.Object(
        {
          count: Type.Integer({ minimum: 0, description: 'People who starred it' }),
          starredByMe: Type.Boolean({ description: 'True if the signed-in person did' }),
        },
        { description: 'Stars of a data product; null for everything else' },
      ),
    ),
    edit: orNull(
      Type.Object(
        {
          allowed: Type.Boolean({ description: 'True if the signed-in person may edit it' }),
          rule: Type.String({ description: 'Name of the rule', examples: ['role'] }),
          because: Type.String({
            description: 'The rule in a sentence',
            examples: ["You are Owner in team 'checkout', and this role has RESOURCES_EDIT."],
          }),
        },
        { description: 'The permission on a data product; null for everything else' },
      ),
    ),
  },
  {
    $id: 'FollowState',
    description: 'Whether the signed-in person follows a resource and may edit it, and its stars',
  },
);

const text = (description: string) => Type.Optional(Type.String({ description }));

const detailsSchema = Type.Object(
  {
    name: text('Name of the document, contract or concept'),
    dataProductId: text('Data product of the access'),
    dataProductName: text('Name of that data product'),
    outputPortId: text('Name of the output port, or its id'),
    consumer: text('Name of the consuming team or data product, or address of the person'),
    providerTeamId: text('Team that provides the data'),
    providerTeamName: text('Name of that team'),
    purpose: text('The first 500 characters of the purpose of the access'),
    note: text('Note of the decision'),
    date: text('Last day of the access'),
    title: text('What the proposed change is about'),
    platform: text('Platform on which the access is granted'),
    server: text('Server of the failed test'),
    version: text('Version of the contract'),
    failedChecks: Type.Optional(Type.Integer({ description: 'Number of failed checks' })),
    checks: Type.Optional(Type.Integer({ description: 'Number of checks' })),
  },
  { description: 'Names and facts at the time of the notice; each is present if it is known' },
);

const noticeSchema = Type.Object(
  {
    id: Type.String({
      description: 'Id of the notice; equal to the id of its event, if it has one',
    }),
    kind: Type.Union(
      noticeKinds.map((kind) => Type.Literal(kind)),
      { description: 'What happened', examples: ['access-approved'] },
    ),
    reason: Type.Union(
      noticeReasons.map((reason) => Type.Literal(reason)),
      {
        description:
          'Why the reader gets it: decide: may decide the request; team: belongs to a team concerned; follow: follows the subject, its team or its product; proposer: proposed the change',
        examples: ['team'],
      },
    ),
    subjectKind: Type.String({
      description: 'Collection of the subject, as in addresses, e.g. dataproducts or access',
      examples: ['access'],
    }),
    subjectId: Type.String({ description: 'Id of the subject; it may be deleted' }),
    principal: Type.String({
      description: 'Who did it',
      examples: ['user:01890a5d-ac96-774b-bcce-b302099a8057'],
    }),
    principalName: principalNameSchema,
    details: detailsSchema,
    at: instant('When it happened'),
    read: Type.Boolean({ description: 'True if the reader has marked it as read' }),
  },
  { $id: 'UiNotice', description: 'A notice for the signed-in person' },
);

const unread = Type.Integer({
  minimum: 0,
  maximum: maxCount,
  description: `Number of unread notices; ${maxCount} means that or more`,
});

/** The number of unread notices. */
export const unreadSchema = Type.Object(
  { unread },
  { $id: 'UnreadNotices', description: 'The number of unread notices' },
);

/** A page of notices. */
export const noticeListSchema = Type.Object(
  {
    unread,
    notices: Type.Array(noticeSchema, { description: 'The notices, newest first' }),
  },
  { $id: 'UiNoticeList', description: 'Notices of the signed-in person, newest first' },
);

/** Body that marks notices as read. */
export const noticesReadSchema = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: 1_000,
        description: 'Ids of notices',
      }),
    ),
    upTo: Type.Optional(
      Type.String({ format: 'uuid', description: 'Id of a notice; older ones are marked, too' }),
    ),
  },
  {
    $id: 'NoticesRead',
    description: 'The notices that were read: either `ids` or `upTo`',
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  },
);
