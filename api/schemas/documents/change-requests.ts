import { Type } from '@sinclair/typebox';
import {
  changeableCollections,
  changeRequestStatuses,
  maxCommentLength,
  maxTitleLength,
} from '../../../domain/change-requests/change-request.ts';
import { optional } from '../../../domain/kinds/resource.ts';
import { again } from '../again.ts';
import { contractPreviewSchema } from '../contract-tests/contract-changes.ts';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';

const exampleId = '0190a5d2-ac96-774b-bcce-b302099a8057';

const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });

const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T09:30:00.000Z'] });

const number = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

/** The kind of the document, as in addresses. */
export const changeableKindSchema = Type.Unsafe<(typeof changeableCollections)[number]>({
  type: 'string',
  enum: [...changeableCollections],
  description: 'Kind of the document, as in addresses',
  examples: ['datacontracts'],
});

export const changeStatusSchema = Type.Unsafe<(typeof changeRequestStatuses)[number]>({
  type: 'string',
  enum: [...changeRequestStatuses],
  description: 'Only an open change request can still change',
  examples: ['open'],
});

const proposal = {
  title: Type.String({
    minLength: 1,
    maxLength: maxTitleLength,
    pattern: '\\S',
    description: 'What the change is about; one line',
    examples: ['Allow the status returned'],
    'x-must-be': 'more than blanks',
  }),
  note: optional(
    Type.String({
      maxLength: maxCommentLength,
      description: 'Why the document should change; Markdown',
      examples: ['Orders can be **returned** since March.'],
    }),
  ),
  source: Type.String({
    minLength: 1,
    description: 'The whole document with the change, as YAML or JSON',
    examples: ['apiVersion: v3.1.0\nkind: DataContract\nid: orders\n'],
  }),
  format: Type.Optional(
    Type.Unsafe<'yaml' | 'json'>({
      type: 'string',
      enum: ['yaml', 'json'],
      default: 'yaml',
      description: 'Format of the source',
      examples: ['yaml'],
    }),
  ),
  baseRevision: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Revision of the document that was edited; the current one if it is missing',
      examples: [7],
    }),
  ),
};

/** Body that proposes a change. */
export const changeRequestWriteSchema = Type.Object(
  {
    kind: changeableKindSchema,
    documentId: Type.String({
      minLength: 1,
      description: 'Id of the document',
      examples: ['orders'],
    }),
    ...proposal,
  },
  {
    $id: 'ChangeRequestWrite',
    description: 'A proposed change of a document',
    additionalProperties: false,
  },
);

/** Body that edits a proposal. */
export const changeProposalSchema = Type.Object(proposal, {
  $id: 'ChangeProposal',
  description: 'The edited proposal; a missing baseRevision keeps the revision that it starts from',
  additionalProperties: false,
});

const note = Type.String({
  maxLength: maxCommentLength,
  description: 'A note for the proposer; Markdown',
  examples: ['Thank you: the next release has it.'],
});

/** Optional body that accepts or withdraws a change request. */
export const changeDecisionSchema = Type.Object(
  { note: optional(note) },
  {
    $id: 'ChangeDecision',
    description: 'A decision with an optional note',
    additionalProperties: false,
  },
);

const required = (description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: maxCommentLength,
    pattern: '\\S',
    description,
    examples: [example],
    'x-must-be': 'more than blanks',
  });

/** Body that declines a change request. */
export const changeRefusalSchema = Type.Object(
  { note: required('Why it is declined; Markdown', 'Consumers read this field every night.') },
  { $id: 'ChangeRefusal', description: 'A decision with its note', additionalProperties: false },
);

/** Body that adds a comment. */
export const changeCommentWriteSchema = Type.Object(
  { text: required('The comment; Markdown', 'Can it wait until **May**?') },
  {
    $id: 'ChangeCommentWrite',
    description: 'A comment on a proposed change',
    additionalProperties: false,
  },
);

/** The answer to a new comment or change request. */
export const newChangeIdSchema = Type.Object(
  { id: text('Id of what was made', exampleId) },
  { $id: 'NewChangeId', description: 'The id of a new change request or comment' },
);

const listed = {
  id: text('Id of the change request', exampleId),
  kind: changeableKindSchema,
  documentId: text('Document that would change', 'orders'),
  documentName: text('Name of that document', 'Orders'),
  team: Type.Object(
    {
      id: orNull(text('Id of the owning team', 'checkout')),
      name: orNull(text('Name of the owning team', 'Checkout')),
    },
    { description: 'Owner of the document, whose people decide' },
  ),
  branch: orNull(
    text('Name of the branch of a data contract; null for other changes', 'returned-orders'),
  ),
  title: text('What the change is about', 'Allow the status returned'),
  note: orNull(text('Why the document should change; Markdown', 'Orders can be returned.')),
  status: changeStatusSchema,
  revision: number('Raised by each edit and decision; what If-Match compares', 1),
  baseRevision: number('Revision of the document that the proposal starts from', 7),
  currentRevision: number('Revision of the document now', 7),
  outdated: Type.Boolean({
    description: 'True if the document was saved after the proposal; somebody has to edit it first',
    examples: [false],
  }),
  proposedBy: text('Principal that proposed it', 'user:01890a5d-ac96-774b-bcce-b302099a8057'),
  proposedByName: principalNameSchema,
  mine: Type.Boolean({ description: 'True if the caller proposed it', examples: [false] }),
  createdAt: instant('When it was proposed'),
  updatedAt: instant('When it was last edited or decided'),
  decidedAt: orNull(instant('When it was accepted, declined or withdrawn')),
  decidedBy: orNull(text('Principal that decided it', 'user:01890a5d-ac96-774b-bcce-b302099a8057')),
  decidedByName: principalNameSchema,
  decisionNote: orNull(text('Note of the decision; Markdown', 'Thank you.')),
  acceptedRevision: orNull(number('Revision of the document that it became', 8)),
  commentCount: number('Number of comments', 2),
};

/** A change request in a list. */
export const listedChangeRequestSchema = Type.Object(listed, {
  $id: 'ListedChangeRequest',
  description: 'A proposed change of a document, without its text',
});

const commentSchema = Type.Object(
  {
    id: text('Id of the comment', exampleId),
    principal: text('Author', 'user:01890a5d-ac96-774b-bcce-b302099a8057'),
    principalName: principalNameSchema,
    text: text('The comment; Markdown', 'Can it wait until **May**?'),
    at: instant('When it was written'),
  },
  { $id: 'ChangeComment', description: 'A comment on a proposed change' },
);

const format = Type.Unsafe<'yaml' | 'json'>({
  type: 'string',
  enum: ['yaml', 'json'],
  description: 'Format of the text',
  examples: ['yaml'],
});

const revisionText = (description: string) =>
  Type.Object(
    {
      revision: number('Revision of the document', 7),
      text: text('The document in the format of the proposal', 'apiVersion: v3.1.0\n'),
    },
    { description },
  );

/** A change request with its texts, verdicts and comments. */
export const changeRequestSchema = Type.Object(
  {
    ...listed,
    mayDecide: Type.Boolean({
      description: 'True if the caller may accept and decline it',
      examples: [true],
    }),
    format,
    source: text('The proposed document', 'apiVersion: v3.1.0\n'),
    base: revisionText('The revision that the proposal starts from'),
    current: revisionText('The document now'),
    verdict: orNull(contractPreviewSchema),
    baseVerdict: Type.Optional(again(contractPreviewSchema)),
    problem: orNull(
      text('Why the proposed text cannot be judged any more', 'The document is not valid.'),
    ),
    comments: Type.Array(commentSchema, { description: 'Comments, oldest first' }),
  },
  {
    $id: 'ChangeRequest',
    description:
      'A proposed change with three texts: base, current and proposed. `verdict` compares it with the current document, `baseVerdict` with its base, if the document was saved meanwhile',
  },
);
