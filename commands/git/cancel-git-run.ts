import type { Tx } from '../../db/connect.ts';
import { findGitConnectionById } from '../../db/tables/git/connections.ts';
import { findGitRun } from '../../db/tables/git/runs.ts';
import type { GitRun } from '../../db/tables/git/runs.ts';
import type { Db } from '../../db/connect.ts';
import { cancelWork } from '../../db/tables/work/work.ts';
import { refuse } from '../../domain/errors.ts';
import { gitKindNamed } from '../../domain/git/subject.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import { auditGit, getEditable } from './connection-request.ts';
import { endGitRun } from './end-git-run.ts';

/** The run with this id. Refuses with `not_found`. */
export async function getGitRun(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<GitRun> {
  const run = isUuid(id) ? await findGitRun(db, { organizationId, id }) : undefined;
  return run ?? refuse('not_found', `There is no Git run with the id '${id}'.`);
}

/**
 * Cancels a run: a waiting run ends CANCELLED at once, a running one when its worker receives the signal; an ended run stays.
 * Refuses with `not_found` and `permission_denied`.
 */
export async function cancelGitRun(
  tx: Tx,
  {
    id,
    principal,
    requestId,
    now,
  }: { id: string; principal: Principal; requestId: string; now: Date },
): Promise<void> {
  const { organizationId } = principal;
  const run = await getGitRun(tx, organizationId, id);
  const connection = await findGitConnectionById(tx, { organizationId, id: run.connectionId });
  if (connection === undefined) return;
  const { kind, documentId } = connection;
  await getEditable(tx, { kind: gitKindNamed(kind), id: documentId, principal, requestId, now });
  const state = await cancelWork(tx, organizationId, run.workId);
  if (state === undefined) return;
  const cause = { principal: principal.name, requestId, now };
  const key = { organizationId, kind, id: documentId };
  const data = { gitRunId: id, action: run.action };
  await auditGit(tx, key, cause, { type: 'GitRunCancelRequested', data });
  if (state !== 'CANCELLED') return;
  const message = 'Cancelled before it started.';
  await endGitRun(tx, organizationId, run, {
    outcome: 'CANCELLED',
    code: 'git_cancelled',
    message,
    now,
  });
}
