import type { StartedImport } from '../../../commands/git/imports/start-import.ts';
import { findGitImportOfWork } from '../../../db/tables/git/imports.ts';
import type { Answer, PendingAnswer } from '../../exchange.ts';
import { refuseDeletedWork } from '../../http/idempotency.ts';
import type { Services } from '../../services.ts';
import { waitingOf } from './await-run.ts';
import type { WaitingRequest } from './await-run.ts';

/** The import of this request, or of an earlier one with the same Idempotency-Key. */
export async function startOrJoinImport(
  { principal: { organizationId }, services, joinedWork }: WaitingRequest,
  start: () => Promise<StartedImport>,
): Promise<StartedImport> {
  if (joinedWork === undefined) return start();
  const found = await findGitImportOfWork(services.database.knex, organizationId, joinedWork);
  return { importId: found?.id ?? refuseDeletedWork(), workId: joinedWork };
}

/** Waits for an import as tests of contracts do. */
export function awaitImport(
  request: WaitingRequest,
  { workId }: StartedImport,
  answer: (services: Services) => Promise<Answer>,
): PendingAnswer {
  return {
    workId,
    answer: async (services) => {
      await services.waiters.wait(workId, waitingOf(request));
      return answer(services);
    },
  };
}
