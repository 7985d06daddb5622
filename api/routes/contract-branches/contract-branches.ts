import { cutBranch } from '../../../commands/contract-branches/cut-branch.ts';
import { deleteBranch } from '../../../commands/contract-branches/delete-branch.ts';
import {
  branchVersion,
  putBranchText,
} from '../../../commands/contract-branches/put-branch-text.ts';
import {
  branchKey,
  getBranch,
  getContract,
  judgeBranches,
} from '../../../commands/contract-branches/read-branch.ts';
import { locateRefusal, readContent } from '../../../commands/documents/read-content.ts';
import { runTask } from '../../../commands/tasks/run-task.ts';
import { listContractBranches } from '../../../db/tables/change-requests/contract-branches.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { Type } from '@sinclair/typebox';
import { collection } from '../../collection.ts';
import {
  entityTag,
  isNotModified,
  preconditionHeaders,
  readPreconditions,
} from '../../http/entity-tags.ts';
import { answerList, readPage } from '../../http/paging/paging.ts';
import {
  presentContractBranch,
  presentContractBranches,
} from '../../present/contract-branches/branch.ts';
import { changeRequestPage } from '../../present/documents/document-page.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  contractBranchChangeSchema,
  contractBranchSchema,
} from '../../schemas/contract-branches/contract-branches.ts';
import { documentSchemas } from '../../schemas/documents/documents.ts';
import { branchPath, branchRequestOf, branchTag as tag } from './requested-branch.ts';

const contentType = 'application/yaml';

const branchRoutes = collection(
  {
    path: branchPath,
    noun: 'contract branch',
    plural: 'contract branches',
    tag,
    schema: contractBranchSchema,
  },
  {
    list: {
      summary: 'List the open branches of a data contract',
      longTexts: true,
      handle: async ({ params, query, principal, url, services }) => {
        const { knex } = services.database;
        const { organizationId } = principal;
        const dataContractId = checkDocumentId(params.id);
        await getContract(knex, organizationId, dataContractId);
        const rows = await listContractBranches(
          knex,
          { organizationId, dataContractId },
          readPage(query),
        );
        const shown = await presentContractBranches(knex, principal, dataContractId, rows);
        return answerList(
          shown,
          { url, query },
          (branch) => branch,
          ({ name }) => name,
        );
      },
    },
    get: {
      summary: 'Get a branch of a data contract with its verdict and its conflicts',
      longTexts: true,
      handle: async (request) => {
        const { knex } = request.services.database;
        const branch = await getBranch(knex, branchKey(branchRequestOf(request)));
        return { status: 200, json: await presentContractBranch(knex, request.principal, branch) };
      },
    },
    put: {
      summary:
        'Create a branch as a copy of a data contract; an open branch stays as it is, and a merged name is free again',
      refuses: ['limit_reached'],
      permission: 'write',
      body: { formats: ['json', 'yaml'], required: false, ignoresOtherTypes: true },
      answers: { 200: { description: 'The branch', schema: contractBranchSchema } },
      handle: async (request) => {
        const { services, principal, reading } = request;
        const cut = { ...branchRequestOf(request), reading };
        const branch = await cutBranch(services.database, cut);
        const { knex } = services.database;
        return { status: 200, json: await presentContractBranch(knex, principal, branch) };
      },
    },
    delete: {
      summary: 'Delete a branch with its test results; its data contract stays as it is',
      permission: 'write',
      answers: { 204: { description: 'Deleted' } },
      handle: async (request) => {
        await deleteBranch(request.services.database, branchRequestOf(request));
        return { status: 204 };
      },
    },
  },
);

const getTextRoute = defineRoute({
  method: 'GET',
  path: `${branchPath}/datacontract.yaml`,
  name: 'getContractBranchYaml',
  summary: 'Get the text of a branch as it was sent',
  tag,
  answers: {
    200: { description: 'The data contract of the branch', contentType },
    304: { description: 'The client already has the current version' },
  },
  handle: async (request) => {
    const { knex } = request.services.database;
    const branch = await getBranch(knex, branchKey(branchRequestOf(request)));
    const etag = entityTag(branchVersion(branch), 'yaml');
    if (isNotModified(request.header, etag)) return { status: 304, headers: { etag } };
    const { source, format } = branch;
    const text = format === 'yaml' ? source : await runTask('toYaml', source);
    return { status: 200, headers: { etag }, text, contentType };
  },
});

const putTextRoute = defineRoute({
  method: 'PUT',
  path: `${branchPath}/datacontract.yaml`,
  name: 'putContractBranchYaml',
  takes: preconditionHeaders,
  sends: ['etag'],
  refuses: ['invalid_document', 'id_mismatch', 'malformed_body'],
  summary:
    'Replace the text of a branch; the data contract stays as it is until the merge. For who cut it and for those who may save the contract',
  tag,
  permission: 'write',
  body: { formats: ['yaml', 'json'], schema: documentSchemas(dataContract) },
  read: async ({ params, body: sent, now, services }) => {
    const { deprecatedFormatsUntil } = services.settings;
    const id = checkDocumentId(params.id);
    try {
      const address = { kind: dataContract.name, id, now, deprecatedFormatsUntil };
      const { body, source = body } = await readContent(sent, address);
      return { source };
    } catch (error) {
      throw await locateRefusal(error, sent);
    }
  },
  handle: async (request) => {
    const { services, header, content } = request;
    const { publicUrl } = services.settings;
    const version = await putBranchText(services.database, {
      ...branchRequestOf(request),
      source: content.source,
      preconditions: readPreconditions(header),
      pageOf: (id) => changeRequestPage(publicUrl, id),
    });
    return { status: 200, headers: { etag: entityTag(version, 'yaml') } };
  },
});

const changesRoute = defineRoute({
  method: 'GET',
  path: `${branchPath}/changes`,
  longTexts: true,
  name: 'listContractBranchChanges',
  summary: 'List what a merge of a branch would change in its data contract, element by element',
  tag,
  answers: {
    200: {
      description: 'The changed elements, the most severe first, of at most 500 changes',
      schema: Type.Array(contractBranchChangeSchema),
    },
  },
  handle: async (request) => {
    const { knex } = request.services.database;
    const key = branchKey(branchRequestOf(request));
    const { organizationId, dataContractId } = key;
    const branch = await getBranch(knex, key);
    const [judged] = await judgeBranches(knex, organizationId, dataContractId, [branch]);
    return { status: 200, json: judged?.judgement.changes };
  },
});

/** Branches of data contracts, except for merging and for work on them. */
export const contractBranchRoutes: readonly Route[] = [
  ...branchRoutes,
  getTextRoute,
  putTextRoute,
  changesRoute,
];
