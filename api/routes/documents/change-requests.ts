import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { commentOnChange } from '../../../commands/change-requests/comment-on-change.ts';
import { editProposal, proposeChange } from '../../../commands/change-requests/propose-change.ts';
import type { SentProposal } from '../../../commands/change-requests/propose-change.ts';
import { getChangeRequest } from '../../../commands/change-requests/read-change-request.ts';
import { locateRefusal, readContent } from '../../../commands/documents/read-content.ts';
import { listHeldRoles, listPermittedTeams } from '../../../commands/permitted-teams.ts';
import { listChangeRequests } from '../../../db/views/change-requests/listed.ts';
import type { ChangeableCollection } from '../../../domain/change-requests/change-request.ts';
import { refuse } from '../../../domain/errors.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { readerOf } from '../../../domain/notices/reader.ts';
import type { Principal } from '../../../domain/principal.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { ApiRequest, RawBody } from '../../exchange.ts';
import { preconditionHeaders, readPreconditions } from '../../http/entity-tags.ts';
import { answerList, pagingQuery, readPage, readUuidKey } from '../../http/paging/paging.ts';
import { changeRequestPage } from '../../present/documents/document-page.ts';
import {
  presentChangeRequest,
  presentListedChange,
  withNames,
} from '../../present/documents/change-request.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  changeableKindSchema,
  changeCommentWriteSchema,
  changeProposalSchema,
  changeRequestSchema,
  changeRequestWriteSchema,
  changeStatusSchema,
  listedChangeRequestSchema,
  newChangeIdSchema,
} from '../../schemas/documents/change-requests.ts';
import type { Services } from '../../services.ts';
import { changeDecisionRoutes } from './change-decisions.ts';

const tag = 'change requests';
const path = '/api/change-requests';

/** The kind of a collection that changes can be proposed for. */
function kindOf(collection: ChangeableCollection): DocumentKind {
  const kind = documentKinds.find((each) => each.collection === collection);
  if (!kind) throw new Error(`no kind has the collection ${collection}`);
  return kind;
}

const sides = ['proposer', 'decide'] as const;
type Side = (typeof sides)[number];

/** Conditions of `mine`. */
async function filterMine(
  { database: { knex } }: Services,
  principal: Principal,
  side: Side | undefined,
): Promise<{
  proposer?: string;
  teams?: readonly string[] | undefined;
  status?: 'open';
  changed?: true;
}> {
  if (side === undefined) return {};
  if (side === 'proposer') return { proposer: readerOf(principal) };
  const held = await listHeldRoles(knex, principal);
  const teams = await listPermittedTeams(knex, principal, 'RESOURCES_EDIT', held);
  return { teams, status: 'open', changed: true };
}

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'listChangeRequests',
  summary: 'List proposed changes of data contracts and data products, newest first',
  tag,
  query: Type.Object({
    kind: Type.Optional(changeableKindSchema),
    documentId: Type.Optional(Type.String({ description: 'Document that would change' })),
    status: Type.Optional(changeStatusSchema),
    mine: Type.Optional(
      Type.Unsafe<Side>({
        type: 'string',
        enum: [...sides],
        description:
          'proposer: what the caller has proposed; decide: open ones that the caller may accept and decline',
      }),
    ),
    ...pagingQuery,
  }),
  answers: {
    200: { description: 'The change requests', schema: Type.Array(listedChangeRequestSchema) },
  },
  handle: async ({ query, principal, url, services }) => {
    const { knex } = services.database;
    const { organizationId } = principal;
    const { limit, offset, after } = readPage(query);
    const page = { beforeId: readUuidKey(after), limit, offset };
    const { kind, documentId, status, mine } = query;
    const own = await filterMine(services, principal, mine);
    const isImpossible = own.status !== undefined && status !== undefined && status !== own.status;
    const filter = { kind: kind && kindOf(kind).name, documentId, status, ...own };
    const rows = isImpossible ? [] : await listChangeRequests(knex, organizationId, filter, page);
    const named = await withNames(knex, organizationId, rows);
    return answerList(
      named,
      { url, query },
      (row) => presentListedChange(row, principal),
      ({ id }) => id,
    );
  },
});

type Proposed = Static<typeof changeProposalSchema>;

function toProposal({ title, note, source, format, baseRevision }: Proposed): SentProposal {
  return {
    title: title.trim(),
    note: note?.trim() ? note : null,
    source,
    format: format ?? 'yaml',
    baseRevision,
  };
}

/** Refuses a proposal that no PUT would take, with its lines. */
async function assertReadable(
  { source, format }: SentProposal,
  { kind, id }: { kind: DocumentKind; id: string },
  { now, services }: Pick<ApiRequest<object, object>, 'now' | 'services'>,
): Promise<void> {
  const sent = { text: source, format };
  const { deprecatedFormatsUntil } = services.settings;
  try {
    await readContent(sent, { kind: kind.name, id, now, deprecatedFormatsUntil });
  } catch (error) {
    throw await locateRefusal(error, sent);
  }
}

const createRoute = defineRoute({
  method: 'POST',
  path,
  name: 'createChangeRequest',
  sends: ['location', 'location-html'],
  refuses: ['invalid_document', 'id_mismatch', 'limit_reached', 'not_found', 'malformed_body'],
  summary:
    'Propose a change of a data contract or data product; everybody who may write may propose, and the owning team is told by mail',
  tag,
  body: { schema: changeRequestWriteSchema },
  answers: { 201: { description: 'Proposed', schema: newChangeIdSchema } },
  read: async (request) => {
    const { document } = await parseObject(request.body);
    const sent = assertValid(changeRequestWriteSchema, document, 'invalid_body');
    const { kind: collection, documentId, ...proposed } = sent;
    const [kind, proposal] = [kindOf(collection), toProposal(proposed)];
    await assertReadable(proposal, { kind, id: documentId }, request);
    return { kind, documentId, proposal };
  },
  handle: async ({ content, principal, requestId, now, services }) => {
    const { kind, documentId, proposal } = content;
    const { publicUrl } = services.settings;
    const pageOf = (id: string): string => changeRequestPage(publicUrl, id);
    const request = { kind: kind.name, documentId, proposal, principal, requestId, now, pageOf };
    const id = await proposeChange(services.database, request);
    const headers = { location: `${path}/${id}`, 'location-html': pageOf(id) };
    return { status: 201, json: { id }, headers };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/:id`,
  name: 'getChangeRequest',
  summary:
    'Get a change request with its texts, its comments, and the verdicts on it; the texts show what was saved meanwhile',
  tag,
  longTexts: true,
  answers: { 200: { description: 'The change request', schema: changeRequestSchema } },
  handle: async ({ params, principal, now, services }) => ({
    status: 200,
    json: await presentChangeRequest(services, principal, params.id, now),
  }),
});

const editRoute = defineRoute({
  method: 'PUT',
  path: `${path}/:id`,
  name: 'editChangeRequest',
  takes: preconditionHeaders,
  refuses: ['invalid_document', 'id_mismatch', 'invalid_transition', 'malformed_body'],
  summary:
    'Edit an open change request, e.g. so that it starts from the current revision; for its proposer and for those who may save the document',
  tag,
  permission: 'write',
  body: { schema: changeProposalSchema },
  read: async (request) => {
    const { params, principal, reading, body } = request;
    const proposal = toProposal(await readProposal(body));
    const stored = await getChangeRequest(reading.knex, principal.organizationId, params.id);
    const kind = documentKinds.find(({ name }) => name === stored.kind);
    if (!kind) return refuse('not_found', `There is no kind '${stored.kind}'.`);
    await assertReadable(proposal, { kind, id: stored.documentId }, request);
    return proposal;
  },
  handle: async ({ params: { id }, content, principal, requestId, now, header, services }) => {
    const preconditions = readPreconditions(header);
    const step = { id, principal, requestId, now, preconditions, proposal: content };
    await editProposal(services.database, step);
    return { status: 200 };
  },
});

async function readProposal(body: RawBody): Promise<Proposed> {
  const { document } = await parseObject(body);
  return assertValid(changeProposalSchema, document, 'invalid_body');
}

const commentRoute = defineRoute({
  method: 'POST',
  path: `${path}/:id/comments`,
  name: 'commentOnChangeRequest',
  refuses: ['limit_reached'],
  summary: 'Comment on a change request, also after its decision',
  tag,
  body: { schema: changeCommentWriteSchema },
  answers: { 201: { description: 'Added', schema: newChangeIdSchema } },
  handle: async ({ params, body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    const { text } = assertValid(changeCommentWriteSchema, document, 'invalid_body');
    const step = { id: params.id, principal, requestId, now, text };
    return { status: 201, json: { id: await commentOnChange(services.database, step) } };
  },
});

/** Changes that people propose for documents of others. */
export const changeRequestRoutes: readonly Route[] = [
  listRoute,
  createRoute,
  getRoute,
  editRoute,
  commentRoute,
  ...changeDecisionRoutes,
];
