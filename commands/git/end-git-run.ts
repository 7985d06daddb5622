import type { Tx } from '../../db/connect.ts';
import type { GitConnection } from '../../db/tables/git/connections.ts';
import { findGitConnectionById } from '../../db/tables/git/connections.ts';
import { updateGitRunEnd } from '../../db/tables/git/runs.ts';
import type { GitRun, GitRunEnd } from '../../db/tables/git/runs.ts';
import { signalAfterCommit } from '../../db/transact.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { auditGit } from './connection-request.ts';

/** Ends an open run, and records what came of it in the audit trail of the document; an ended run stays unchanged. */
export async function endGitRun(
  tx: Tx,
  organizationId: OrganizationId,
  run: Pick<GitRun, 'id' | 'connectionId' | 'action' | 'principal' | 'requestId'>,
  { now, ...end }: GitRunEnd & { now: Date },
): Promise<void> {
  if (!(await updateGitRunEnd(tx, { organizationId, id: run.id }, end, now))) return;
  signalAfterCommit(tx, 'work_done');
  if (run.action === 'check') return;
  const connection = await findGitConnectionById(tx, { organizationId, id: run.connectionId });
  if (connection === undefined) return;
  const cause = { principal: run.principal, requestId: run.requestId ?? undefined, now };
  const { outcome, code, commit } = end;
  const data = { gitRunId: run.id, action: run.action, outcome, code, commit };
  await auditGit(tx, keyOf(organizationId, connection), cause, { type: 'GitRunEnded', data });
}

const keyOf = (organizationId: OrganizationId, { kind, documentId: id }: GitConnection) => ({
  organizationId,
  kind,
  id,
});
