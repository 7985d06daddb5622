import { listPausedKinds } from '../../db/tables/operations/paused-kinds.ts';
import { listProcesses } from '../../db/tables/work/processes.ts';
import type { Db } from '../../db/connect.ts';
import { findFirstOrganization } from '../../db/tables/organizations/organizations.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { isAlive } from '../../domain/operations/facts.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** Why a run that no worker has taken waits: the pause of its kind, and how many workers take it. */
export async function presentWaiting(db: Db, organizationId: OrganizationId): Promise<object> {
  const [kinds, processes] = await Promise.all([listPausedKinds(db), listProcesses(db)]);
  const found = kinds.find(({ kind }) => kind === 'ingestion');
  const workers = processes.filter(
    (each) => each.role === 'worker' && isAlive(each) && each.kinds.includes('ingestion'),
  );
  const paused = found && {
    at: found.pausedAt,
    reason: found.reason,
    byName: await nameOf(db, organizationId, found.pausedBy),
  };
  return { paused: paused ?? null, workers: workers.length };
}

/** People of other organizations are not shown. */
async function nameOf(
  db: Db,
  organizationId: OrganizationId,
  principal: string,
): Promise<string | null> {
  if ((await findFirstOrganization(db)) !== organizationId) return null;
  return (await listPrincipalNames(db, organizationId, [principal])).get(principal) ?? null;
}
