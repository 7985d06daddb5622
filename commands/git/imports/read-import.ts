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
  { id, principal, now }: { id: string; principal: Principal; now: Date },
): Promise<void> {
  const { organizationId } = principal;
  const { workId } = await getGitImport(tx, principal, id);
  if ((await cancelWork(tx, organizationId, workId)) !== 'CANCELLED') return;
  const message = 'Cancelled before it started.';
  const end = { outcome: 'CANCELLED', code: 'git_cancelled', message } as const;
  await endGitImport(tx, { organizationId, id }, { ...end, now });
}

/** Ends an open import, and wakes the request that waits for it. */
export async function endGitImport(
  tx: Tx,
  key: { organizationId: OrganizationId; id: string },
  { now, ...end }: GitEnd & { now: Date },
): Promise<void> {
  if (await updateImportEnd(tx, key, end, now)) signalAfterCommit(tx, 'work_done');
}
