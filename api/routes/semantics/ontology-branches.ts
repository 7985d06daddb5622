import { Type } from '@sinclair/typebox';
import { cutBranch } from '../../../commands/semantics/cut-branch.ts';
import { deleteBranch } from '../../../commands/semantics/delete-branch.ts';
import { getBranchText, getOntologyText } from '../../../commands/semantics/ontology-texts.ts';
import { branchVersion } from '../../../commands/semantics/lock-branch.ts';
import { putBranchOntology } from '../../../commands/semantics/put-branch-ontology.ts';
import { getNamespace } from '../../../commands/semantics/semantic-request.ts';
import { listBranches } from '../../../db/tables/semantics/ontology-branches.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { answerChanges, changesQuery } from '../../present/semantics/concept-changes.ts';
import {
  entityTag,
  isNotModified,
  preconditionHeaders,
  readPreconditions,
} from '../../http/entity-tags.ts';
import { answerList, readPage } from '../../http/paging/paging.ts';
import { presentBranch, presentBranches } from '../../present/semantics/branch.ts';
import { ontologyBody, readOntologyBody } from '../../body/read-ontology-body.ts';
import { collection } from '../../collection.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { RawBody } from '../../exchange.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import { conceptChangeSchema } from '../../schemas/semantics/ontologies.ts';
import { branchSchema, branchWriteSchema } from '../../schemas/semantics/ontology-branches.ts';
import { namesOf, readBranch } from './requested-branch.ts';

const path = '/api/semantics/experimental/namespaces/:namespace/branches';
const branchPath = `${path}/:branch`;
const permission = { actions: ['RESOURCES_EDIT'], on: 'owner' } as const;
const contentType = 'application/yaml';

const getOntologyRoute = defineRoute({
  method: 'GET',
  path: `${branchPath}/ontology.yaml`,
  name: 'getBranchOntology',
  summary: 'Get the ontology of a branch as it was sent',
  tag: 'semantics',
  answers: {
    200: { description: 'The document', contentType },
    304: { description: 'The client already has the current version' },
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
  name: 'putBranchOntology',
  takes: preconditionHeaders,
  sends: ['etag'],
  refuses: ['branch_merged', 'invalid_document', 'unknown_reference'],
  summary: 'Replace the ontology of a branch; the namespace stays as it is until the merge',
  tag: 'semantics',
  permission,
  body: ontologyBody,
  read: readOntologyBody,
  handle: async ({ params, content, principal, requestId, now, header, services }) => {
    const names = namesOf(params);
    const preconditions = readPreconditions(header);
    const request = { ...names, principal, requestId, now, preconditions };
    const version = await putBranchOntology(services.database, { ...request, ...content });
    return { status: 200, headers: { etag: entityTag(version, 'yaml') } };
  },
});

const changesRoute = defineRoute({
  method: 'GET',
  path: `${branchPath}/changes`,
  longTexts: true,
  name: 'listBranchChanges',
  sends: ['x-total-count'],
  summary: 'List the changes of a branch by concept, with the documents that they affect',
  tag: 'semantics',
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

/** Clients that know no titles send no body, or any other one. */
async function readTitle(body: RawBody): Promise<string | undefined> {
  if (body.text.trim() === '') return undefined;
  const { document } = await parseObject(body);
  const { title } = assertValid(branchWriteSchema, document, 'invalid_body');
  return title?.trim() || undefined;
}

const branchRoutes = collection(
  {
    path: branchPath,
    noun: 'branch',
    plural: 'branches',
    tag: 'semantics',
    schema: branchSchema,
  },
  {
    list: {
      summary: 'List the branches of a namespace',
      handle: async ({ params, query, principal: { organizationId }, url, services }) => {
        const { knex } = services.database;
        const key = { organizationId, id: checkDocumentId(params.namespace) };
        await getNamespace(knex, key);
        const page = readPage(query);
        const rows = await listBranches(knex, key, page);
        const shown = await presentBranches(knex, key, rows);
        const entries = rows.map(({ name }, index) => ({ name, json: shown[index] ?? {} }));
        return answerList(
          entries,
          { url, query },
          ({ json }) => json,
          ({ name }) => name,
        );
      },
    },
    get: {
      summary: 'Get a branch with its conflicts',
      handle: async ({ params, principal, services }) => {
        const branch = await readBranch(services, principal, params);
        const key = { organizationId: principal.organizationId, id: branch.namespaceId };
        return { status: 200, json: await presentBranch(services.database.knex, key, branch) };
      },
    },
    put: {
      summary:
        'Create a branch; an open branch stays as it is except for its title, a merged branch is created anew',
      permission,
      body: { schema: branchWriteSchema, formats: ['json', 'yaml'], required: false },
      answers: { 200: { description: 'The branch', schema: branchSchema } },
      handle: async ({ params, body, principal, requestId, now, services }) => {
        const names = namesOf(params);
        const title = await readTitle(body);
        const cut = { ...names, title, principal, requestId, now };
        const branch = await cutBranch(services.database, cut);
        const key = { organizationId: principal.organizationId, id: names.namespace };
        return { status: 200, json: await presentBranch(services.database.knex, key, branch) };
      },
    },
    delete: {
      summary: 'Delete a branch; its namespace stays as it is',
      permission,
      answers: { 204: { description: 'Deleted' } },
      handle: async ({ params, principal, requestId, now, services }) => {
        const names = namesOf(params);
        await deleteBranch(services.database, { ...names, principal, requestId, now });
        return { status: 204 };
      },
    },
  },
);

/** Branches of ontologies, except for merging and rebasing. */
export const ontologyBranchRoutes: readonly Route[] = [
  ...branchRoutes,
  getOntologyRoute,
  putOntologyRoute,
  changesRoute,
];
