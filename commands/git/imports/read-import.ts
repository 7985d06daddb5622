import type { Db, Tx } from '../../../db/connect.ts';
import { findGitImport, updateImportEnd } from '../../../db/tables/git/imports.ts';
import type { GitImport } from '../../../db/tables/git/imports.ts';
import type { GitEnd } from '../../../db/tables/git/progress.ts';
import { cancelWork } from '../../../db/tables/work/work.ts';
import { signalAfterCommit } from '../../../db/transact.ts';
import { refuse } from '../../../domain/errors.ts';
import { actsForOrganization } from '../../../domain/organizations/permissions.ts';
import type { OrganizationId, Principal } from '../../../domain/principal.ts';
import { isUuid } from '../../../lib/ids.ts';
import { auditImport } from './audit-import.ts';

/**
 * The import with this id, for its requester and for keys of the organization, because its verdicts quote files. Refuses with
 * `not_found`.
 */
export async function getGitImport(db: Db, principal: Principal, id: string): Promise<GitImport> {
  const { organizationId } = principal;
  const found = isUuid(id) ? await findGitImport(db, { organizationId, id }) : undefined;
  const isTheirs = found?.principal === principal.name || actsForOrganization(principal, 'look');
  if (found && isTheirs) return found;
  return refuse('not_found', `There is no Git import with the id '${id}'.`);
}

/** Cancels an import; what it has stored stays, and an ended import is unchanged. Refuses with `not_found`. */
export async function cancelGitImport(
  tx: Tx,
  {
    id,
    principal,
    requestId,
    now,
  }: { id: string; principal: Principal; requestId: string; now: Date },
): Promise<void> {
  const { organizationId } = principal;
  const asked = await getGitImport(tx, principal, id);
  const state = await cancelWork(tx, organizationId, asked.workId);
  if (state === undefined) return;
  const by = { principal: principal.name, requestId, now };
  await auditImport(tx, organizationId, asked, { type: 'GitImportCancelRequested', ...by });
  if (state !== 'CANCELLED') return;
  const message = 'Cancelled before it started.';
  const end = { outcome: 'CANCELLED', code: 'git_cancelled', message } as const;
  await endGitImport(tx, { organizationId, id }, { ...end, now });
}

/** Ends an open import, records that in the audit trail, and wakes the request that waits for it. */
export async function endGitImport(
  tx: Tx,
  key: { organizationId: OrganizationId; id: string },
  { now, ...end }: GitEnd & { now: Date },
): Promise<void> {
  if (!(await updateImportEnd(tx, key, end, now))) return;
  signalAfterCommit(tx, 'work_done');
  const ended = await findGitImport(tx, key);
  if (ended === undefined) return;
  const { principal, requestId, outcome, code, commit } = ended;
  const data = { outcome, code, commit };
  const step = { type: 'GitImportEnded', principal, requestId, now, data } as const;
  await auditImport(tx, key.organizationId, ended, step);
}
