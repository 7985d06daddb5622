import type { Database, Db } from '../../db/connect.ts';
import { branchContractId } from '../../domain/contract-branches/branch-id.ts';
import { refuse } from '../../domain/errors.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { definitionsOfText } from '../code-generation/definitions-of-request.ts';
import { startGeneration } from '../code-generation/start-generation.ts';
import type { GenerationRequest } from '../code-generation/start-generation.ts';
import { publishTestResults } from '../contract-tests/publish-test-results.ts';
import type { PublishTestResults } from '../contract-tests/publish-test-results.ts';
import { startContractTest } from '../contract-tests/start-contract-test.ts';
import type { StartContractTest, StartedTest } from '../contract-tests/start-contract-test.ts';
import { readContent } from '../documents/read-content.ts';
import type { Reading } from '../reading.ts';
import { assertMaySave, branchKey, getBranch } from './read-branch.ts';
import type { BranchRequest } from './read-branch.ts';

type WorkRequest = BranchRequest & Reading;

/** The text of a branch as the JSON of a data contract, and the id under which work about it is stored. */
async function readBranchBody(
  db: Db,
  request: BranchRequest,
): Promise<{ branchContractId: string; revision: number; body: string }> {
  const {
    id,
    revision,
    source: text,
    format,
    documentId,
  } = await getBranch(db, branchKey(request));
  const address = { kind: dataContract.name, id: documentId, now: request.now };
  const { body } = await readContent({ text, format }, address);
  return { branchContractId: branchContractId(id), revision, body };
}

/**
 * Starts a test of the text of a branch. Only those who may save the contract can: the text says what is read with the credentials
 * of the owning team. Refuses like `startContractTest`.
 */
export async function startBranchTest(
  database: Database,
  request: WorkRequest & Pick<StartContractTest, 'server' | 'knownCredentials'>,
): Promise<StartedTest> {
  const { reading } = request;
  const branch = await readBranchBody(reading.knex, request);
  await assertMaySave(reading.knex, request);
  return startContractTest(database, { ...request, branch });
}

/** Starts to generate code from the text of a branch. Refuses like `startGeneration`. */
export async function startBranchGeneration(
  database: Database,
  { generation, ...request }: WorkRequest & { generation: GenerationRequest },
): Promise<{ workId: string }> {
  const { principal, now, reading } = request;
  const { organizationId } = principal;
  const { branchContractId: dataContractId, ...branch } = await readBranchBody(
    reading.knex,
    request,
  );
  const definitions = branch.body.includes('authoritativeDefinitions')
    ? await definitionsOfText(reading.knex, organizationId, { body: branch.body, now })
    : undefined;
  return startGeneration(database, {
    organizationId,
    dataContractId,
    branch,
    request: { ...generation, ...(definitions && { definitions }) },
    now,
    reading,
  });
}

/** Stores results of a test of a branch. Refuses like `publishTestResults`, and with `id_mismatch` for another contract. */
export async function publishBranchResults(
  database: Database,
  { result, ...request }: WorkRequest & Pick<PublishTestResults, 'result'>,
): Promise<void> {
  const { dataContractId, reading } = request;
  const { branchContractId: branchId, body } = await readBranchBody(reading.knex, request);
  if (![dataContractId, branchId].includes(result.dataContractId)) {
    refuse(
      'id_mismatch',
      `The results are of the data contract '${result.dataContractId}', but the branch is of '${dataContractId}'.`,
    );
  }
  const branch = { dataContractId, branchContractId: branchId, body };
  await publishTestResults(database, { ...request, result, branch });
}
