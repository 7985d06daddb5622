import {
  editBranchConcept,
  getBranchEntry,
} from '../../../commands/semantics/edit-branch-concept.ts';
import type { EntryEdit } from '../../../commands/semantics/edit-branch-concept.ts';
import { checkConceptId } from '../../../domain/semantics/concept-ids.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { ApiRequest } from '../../exchange.ts';
import { isNotModified, preconditionHeaders, readPreconditions } from '../../http/entity-tags.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { branchConceptSchema } from '../../schemas/semantics/ontology-branches.ts';
import { namesOf, readBranch } from './requested-branch.ts';

const path = '/api/semantics/experimental/namespaces/:namespace/branches/:branch/concepts/*id';
const permission = { actions: ['RESOURCES_EDIT'], on: 'owner' } as const;

const getRoute = defineRoute({
  method: 'GET',
  path,
  longTexts: true,
  name: 'getBranchConcept',
  sends: ['etag'],
  summary: 'Get one concept of a branch as its ontology has it',
  tag: 'semantics',
  answers: {
    200: { description: 'The concept', schema: branchConceptSchema },
    304: { description: 'The client already has the current version' },
  },
  handle: async ({ params, principal, header, services }) => {
    const branch = await readBranch(services, principal, params);
    const key = { organizationId: principal.organizationId, id: branch.namespaceId };
    const id = checkConceptId(params.id);
    const { tag, ...json } = await getBranchEntry(services.database.knex, key, branch, id);
    const etag = `"${tag}"`;
    if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
    return { status: 200, json, headers: { etag } };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  longTexts: true,
  name: 'putBranchConcept',
  takes: preconditionHeaders,
  sends: ['etag'],
  refuses: ['branch_merged', 'invalid_document', 'unknown_reference'],
  summary: 'Write one concept of a branch; the rest of its ontology stays byte for byte',
  tag: 'semantics',
  permission,
  body: {
    formats: ['json', 'yaml'],
    example: { concept: 'Order', id: 'order', type: 'EntityType' },
  },
  handle: async (request) => {
    const { document: entry } = await parseObject(request.body);
    return edit(request, { op: 'put-entry', id: checkConceptId(request.params.id), entry });
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  longTexts: true,
  name: 'deleteBranchConcept',
  takes: preconditionHeaders,
  refuses: ['branch_merged', 'invalid_document'],
  summary: 'Remove one concept from a branch',
  tag: 'semantics',
  permission,
  answers: { 200: { description: 'Removed, or not there; the answer has no body' } },
  handle: (request) =>
    edit(request, { op: 'delete-concept', id: checkConceptId(request.params.id) }),
});

type Params = { namespace: string; branch: string; id: string };

async function edit(request: ApiRequest<Params, object>, change: EntryEdit) {
  const { params, principal, requestId, now, reading, header, services } = request;
  const preconditions = readPreconditions(header);
  const cause = { ...namesOf(params), principal, requestId, now, reading, preconditions };
  const tag = await editBranchConcept(services.database, cause, change);
  return { status: 200, headers: { etag: tag && `"${tag}"` } };
}

/** Single concepts of branches, as documents write them. */
export const branchConceptRoutes: readonly Route[] = [getRoute, putRoute, deleteRoute];
