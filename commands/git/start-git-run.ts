import type { Database, Tx } from '../../db/connect.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
import { insertGitRun } from '../../db/tables/git/runs.ts';
import type { NewGitRun } from '../../db/tables/git/runs.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { transact } from '../../db/transact.ts';
import { newId } from '../../lib/ids.ts';
import { auditGit, documentKeyOf, getEditable, getGitConnection } from './connection-request.ts';
import type { GitConnectionRequest } from './connection-request.ts';

export type StartedGitRun = { runId: string; workId: string };

type Asked = Pick<NewGitRun, 'connectionId' | 'action' | 'principal' | 'requestId' | 'now'> &
  Partial<Pick<NewGitRun, 'commitMessage' | 'replaces' | 'proposal'>>;

/** Records a run of a connection, with its work. */
export async function requestGitRun(
  tx: Tx,
  document: DocumentKey,
  { commitMessage = null, replaces = null, proposal = null, ...asked }: Asked,
): Promise<StartedGitRun> {
  const { organizationId } = document;
  const { action, now, principal, requestId } = asked;
  const [runId, workId] = [newId(), newId()];
  await insertGitRun(tx, organizationId, {
    ...asked,
    id: runId,
    workId,
    commitMessage,
    replaces,
    proposal,
  });
  await requestWork(tx, {
    id: workId,
    organizationId,
    kind: 'git',
    job: 'sync-file',
    key: runId,
    subjectId: document.id,
    payload: { runId },
    dueAt: now,
    now,
  });
  const cause = { principal, requestId, now };
  if (action !== 'check') {
    const data = { gitRunId: runId, action };
    await auditGit(tx, document, cause, { type: 'GitRunRequested', data });
  }
  return { runId, workId };
}

/** Requests a pull, a push or a look. Refuses with `not_found` and `permission_denied`. */
export async function startGitRun(
  database: Database,
  request: GitConnectionRequest & Pick<Asked, 'action' | 'commitMessage' | 'replaces'>,
): Promise<StartedGitRun> {
  const { principal, requestId, now, action, commitMessage = null, replaces = null } = request;
  await getEditable(database.knex, request);
  const { id: connectionId } = await getGitConnection(database.knex, request);
  const by = { principal: principal.name, requestId, now };
  const asked = { connectionId, action, commitMessage, replaces, ...by };
  return transact(database, (tx) => requestGitRun(tx, documentKeyOf(request), asked));
}
