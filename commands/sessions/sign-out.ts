import type { Database } from '../../db/connect.ts';
import { deleteUiSession } from '../../db/tables/organizations/ui-sessions.ts';
import { transact } from '../../db/transact.ts';
import type { Principal } from '../../domain/principal.ts';
import { auditSession } from './audit-session.ts';

/** Ends the session whose token has this digest; other sessions of its key continue. */
export async function signOut(
  database: Database,
  request: { tokenHash: Buffer; principal: Principal; requestId: string; now: Date },
): Promise<void> {
  const { tokenHash, principal } = request;
  await transact(database, async (tx) => {
    if (!(await deleteUiSession(tx, principal.organizationId, tokenHash))) return;
    await auditSession(tx, 'UiSessionEnded', request);
  });
}
