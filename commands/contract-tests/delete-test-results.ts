import type { Database } from '../../db/connect.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { deleteTestResult, findTestResult } from '../../db/tables/contract-tests/test-results.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';
import { contractOfResult } from './contract-of-result.ts';

export type DeleteTestResults = {
  id: string;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/** Deletes test results, measured or published; refuses with `not_found`. */
export async function deleteTestResults(
  database: Database,
  request: DeleteTestResults,
): Promise<void> {
  const { id, principal, now } = request;
  const { organizationId } = principal;
  const { knex: db } = database;
  const found = await findTestResult(db, organizationId, id);
  if (!found) return refuseUnknown(id);
  const contractId = await contractOfResult(db, organizationId, found.dataContractId);
  const contract = { organizationId, kind: 'data-contract', id: contractId };
  const { head } = await findHeadAndTeams(db, contract, []);
  await assertPermission(db, principal, 'RESOURCES_EDIT', [head?.ownerId ?? undefined]);
  await transact(database, async (tx) => {
    if (!(await deleteTestResult(tx, organizationId, id))) refuseUnknown(id);
    await recordEvent(tx, {
      organizationId,
      type: 'TestResultsDeletedEvent',
      subjectKind: 'test-results',
      subjectId: id,
      principal: principal.name,
      requestId: request.requestId,
      public: true,
      now,
    });
  });
}

function refuseUnknown(id: string): never {
  return refuse('not_found', `There are no test results with the id '${id}'.`);
}
