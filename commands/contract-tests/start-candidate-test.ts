import type { Database } from '../../db/connect.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import type { DocumentContent } from '../../domain/documents/read-document.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { assertPermission } from '../assert-permission.ts';
import { refuseOwner } from '../refuse-owner.ts';
import { startContractTest } from './start-contract-test.ts';
import type { StartContractTest, StartedTest } from './start-contract-test.ts';

/**
 * Starts a test of a text that is not stored, whether or not the contract exists. Only those who could store it can, because the text
 * says what is read with the credentials of its owner. Refuses like `startContractTest`, and with `ownership_missing`.
 */
export async function startCandidateTest(
  database: Database,
  {
    content,
    ...start
  }: Omit<StartContractTest, 'branch' | 'candidate'> & { content: DocumentContent },
): Promise<StartedTest> {
  const { principal, dataContractId: id, reading } = start;
  const { facts, body } = content;
  const key = { organizationId: principal.organizationId, kind: dataContract.name, id };
  const { head, teams } = await findHeadAndTeams(reading.knex, key, facts.owner.candidates);
  const ownerId = facts.owner.candidates.find((candidate) => teams.includes(candidate));
  if (ownerId === undefined) refuseOwner(facts.ownerProblem);
  const { add, edit } = dataContract.permissions;
  const owners = head ? [head.ownerId ?? undefined, ownerId] : [ownerId];
  await assertPermission(reading.knex, principal, head ? edit : add, owners);
  return startContractTest(database, { ...start, candidate: { body, ownerId } });
}
