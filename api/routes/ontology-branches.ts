import { Type } from '@sinclair/typebox';
import { cutBranch } from '../../commands/semantics/cut-branch.ts';
import { deleteBranch } from '../../commands/semantics/delete-branch.ts';
import { getBranchText, getOntologyText } from '../../commands/semantics/ontology-texts.ts';
import { branchVersion } from '../../commands/semantics/lock-branch.ts';
import { putBranchOntology } from '../../commands/semantics/put-branch-ontology.ts';
import { getNamespace, refuseUnknownBranch } from '../../commands/semantics/semantic-request.ts';
import { findBranch, listBranches } from '../../db/tables/ontology-branches.ts';
import type { Branch } from '../../db/tables/ontology-branches.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import type { Principal } from '../../domain/principal.ts';
import { checkBranchName } from '../../domain/semantics/branch-names.ts';
import { answerChanges, changesQuery } from '../concept-changes.ts';
import { entityTag, isNotModified, readPreconditions } from '../entity-tags.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { presentBranch } from '../present-branch.ts';
import { ontologyBody, ontologyText } from '../read-ontology-body.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { conceptChangeSchema } from '../schemas/ontologies.ts';
import { branchSchema } from '../schemas/ontology-branches.ts';
import type { Services } from '../services.ts';

const path = '/api/semantics/experimental/namespaces/:namespace/branches';
const branchPath = `${path}/:branch`;
const params = Type.Object({ namespace: Type.String(), branch: Type.String() });
const permission = { actions: ['RESOURCES_EDIT'], on: 'owner' } as const;
const contentType = 'application/yaml';

const listRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'List the branches of a namespace',
  tag: 'semantics',
  access: 'key',
  params: Type.Object({ namespace: Type.String() }),
  query: Type.Object(pagingQuery),
  answers: { 200: { description: 'The branches', schema: Type.Array(branchSchema) } },
  handle: async ({ params, query, principal: { organizationId }, url, services }) => {
    const { knex } = services.database;
    const key = { organizationId, id: checkDocumentId(params.namespace) };
    await getNamespace(knex, key);
    const page = readPage(query);
    const rows = await listBranches(knex, key, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ name }) => name);
    const headers = { link };
    return { status: 200, json: shown.map(presentBranch), headers };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: branchPath,
  summary: 'Get a branch and what it disagrees about',
  tag: 'semantics',
  access: 'key',
  params,
  query: Type.Object({}),
  answers: { 200: { description: 'The branch', schema: branchSchema } },
  handle: async ({ params, principal, services }) => {
    return { status: 200, json: presentBranch(await readBranch(services, principal, params)) };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path: branchPath,
  summary: 'Cut a branch; one that is open stays as it is, one that was merged is cut anew',
  tag: 'semantics',
  access: 'key',
  permission,
  params,
  query: Type.Object({}),
  body: { formats: ['json', 'yaml'], required: false },
  answers: { 200: { description: 'The branch', schema: branchSchema } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const names = namesOf(params);
    const branch = await cutBranch(services.database, { ...names, principal, requestId, now });
    return { status: 200, json: presentBranch(branch) };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: branchPath,
  summary: 'Delete a branch; its namespace stays as it is',
  tag: 'semantics',
  access: 'key',
  permission,
  params,
  query: Type.Object({}),
  answers: { 204: { description: 'Deleted' } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const names = namesOf(params);
    await deleteBranch(services.database, { ...names, principal, requestId, now });
    return { status: 204 };
  },
});

const getOntologyRoute = defineRoute({
  method: 'GET',
  path: `${branchPath}/ontology.yaml`,
  summary: 'Get the ontology of a branch as it was sent',
  tag: 'semantics',
  access: 'key',
  params,
  query: Type.Object({}),
  answers: {
    200: { description: 'The document', contentType },
    304: { description: 'The client has it already' },
  },
  handle: async ({ params, principal, header, services }) => {
    const branch = await readBranch(services, principal, params);
    const etag = entityTag(branchVersion(branch), 'yaml');
    if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
    const key = { organizationId: principal.organizationId, id: branch.namespaceId };
    const text = await getBranchText(services.database.knex, key, branch);
    return { status: 200, headers: { etag }, text, contentType };
  },
});

const putOntologyRoute = defineRoute({
  method: 'PUT',
  path: `${branchPath}/ontology.yaml`,
  summary: 'Replace the ontology of a branch; the namespace stays as it is until the merge',
  tag: 'semantics',
  access: 'key',
  permission,
  params,
  query: Type.Object({}),
  body: ontologyBody,
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ params, body, principal, requestId, now, header, services }) => {
    const names = namesOf(params);
    const preconditions = readPreconditions(header);
    const request = { ...names, principal, requestId, now, preconditions };
    const text = ontologyText(body);
    const version = await putBranchOntology(services.database, { ...request, text });
    return { status: 200, headers: { etag: entityTag(version, 'yaml') } };
  },
});

const changesRoute = defineRoute({
  method: 'GET',
  path: `${branchPath}/changes`,
  summary: 'What a branch changes, concept by concept, and whom that hits',
  tag: 'semantics',
  access: 'key',
  params,
  query: Type.Object(changesQuery),
  answers: {
    200: { description: 'One entry for each concept', schema: Type.Array(conceptChangeSchema) },
  },
  handle: async ({ params, query, principal, url, services }) => {
    const { knex } = services.database;
    const branch = await readBranch(services, principal, params);
    const key = { organizationId: principal.organizationId, id: branch.namespaceId };
    const texts = {
      from: await getOntologyText(knex, key, branch.baseRevision),
      to: await getBranchText(knex, key, branch),
    };
    return answerChanges(knex, key, texts, { url, query });
  },
});

type Names = { namespace: string; branch: string };

function namesOf(params: Names): Names {
  const namespace = checkDocumentId(params.namespace);
  return { namespace, branch: checkBranchName(params.branch) };
}

async function readBranch(
  { database }: Services,
  { organizationId }: Principal,
  params: Names,
): Promise<Branch> {
  const { namespace: namespaceId, branch: name } = namesOf(params);
  const branch = await findBranch(database.knex, { organizationId, namespaceId, name });
  if (branch) return branch;
  await getNamespace(database.knex, { organizationId, id: namespaceId });
  return refuseUnknownBranch(namespaceId, name);
}

/** Branches of ontologies, except for what brings them together with their namespace. */
export const ontologyBranchRoutes: readonly Route[] = [
  listRoute,
  getRoute,
  putRoute,
  deleteRoute,
  getOntologyRoute,
  putOntologyRoute,
  changesRoute,
];
