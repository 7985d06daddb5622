import {
  publishBranchResults,
  startBranchGeneration,
  startBranchTest,
} from '../../../commands/contract-branches/branch-work.ts';
import { findGenerationOfWork } from '../../../db/tables/code-generation/generations.ts';
import { contractBranchPage } from '../../present/documents/document-page.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  generateDeclaration,
  readGenerationBody,
  waitFor,
} from '../code-generation/code-generation.ts';
import { answerTest, knownCredentials, testDeclaration } from '../contract-tests/contract-tests.ts';
import {
  answerPublished,
  publishDeclaration,
  readResults,
} from '../contract-tests/test-results.ts';
import { branchPath, branchRequestOf } from './requested-branch.ts';

const testRoute = defineRoute({
  ...testDeclaration,
  path: `${branchPath}/test`,
  name: 'testContractBranch',
  summary:
    'Test a branch on real data and wait for the results, which do not count for its data contract; for those who may save the contract, because the text says what is read with the credentials of its team',
  permission: { actions: ['RESOURCES_EDIT'], on: 'owner' },
  handle: (request) => {
    const { services, reading, query } = request;
    const branch = branchRequestOf(request);
    const page = contractBranchPage(services.settings.publicUrl, branch);
    return answerTest(request, page, () =>
      startBranchTest(services.database, {
        ...branch,
        reading,
        server: query.server,
        knownCredentials: knownCredentials(services),
      }),
    );
  },
});

const generateRoute = defineRoute({
  ...generateDeclaration,
  path: `${branchPath}/generate`,
  name: 'generateBranchCode',
  summary:
    'Generate code from a branch of a data contract; a repeated request waits for the same work',
  handle: async (request) => {
    const { services, reading, joinedWork, principal } = request;
    const branch = branchRequestOf(request);
    const generation = await readGenerationBody(request);
    const { knex } = services.database;
    if (joinedWork && (await findGenerationOfWork(knex, principal.organizationId, joinedWork))) {
      return waitFor(request, branch.dataContractId, joinedWork);
    }
    const start = { ...branch, reading, generation };
    const { workId } = await startBranchGeneration(services.database, start);
    return waitFor(request, branch.dataContractId, workId);
  },
});

const publishRoute = defineRoute({
  ...publishDeclaration,
  path: `${branchPath}/test-results`,
  name: 'publishBranchTestResults',
  refuses: [...publishDeclaration.refuses, 'id_mismatch'],
  summary: 'Publish the results of a test of a branch that was run elsewhere',
  handle: async (request) => {
    const { body, services, reading } = request;
    const branch = branchRequestOf(request);
    const { result, unknownMembers } = await readResults(body);
    await publishBranchResults(services.database, { ...branch, reading, result });
    return answerPublished(contractBranchPage(services.settings.publicUrl, branch), unknownMembers);
  },
});

/** Tests of branches, and code from them. */
export const contractBranchWorkRoutes: readonly Route[] = [testRoute, generateRoute, publishRoute];
