import type { Database } from '../../db/connect.ts';
import { findAccess } from '../../db/tables/access.ts';
import { findAccessAlert, resolveAccessAlert as resolve } from '../../db/tables/access-alerts.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../documents/assert-permission.ts';

/**
 * Ends an alert by hand; it rises again when its cause is found again. Refuses with `not_found`, and with `permission_denied`
 * without ACCESS_EDIT on the providing team, or, where it is about no access, without acting for the organization.
 */
export async function resolveAccessAlert(
  database: Database,
  request: { id: string; principal: Principal; requestId: string | undefined; now: Date },
): Promise<void> {
  const { id, principal, requestId, now } = request;
  const { organizationId } = principal;
  const key = { organizationId, id };
  await transact(database, async (tx) => {
    const alert = await findAccessAlert(tx, key);
    if (!alert) return refuse('not_found', `There is no alert with the id '${id}'.`);
    const access = await findAccess(tx, { organizationId, id: alert.accessId });
    await assertPermission(tx, principal, 'ACCESS_EDIT', [access?.providerTeamId]);
    await resolve(tx, key, now);
    await recordEvent(tx, {
      organizationId,
      type: 'AccessAlertResolved',
      subjectKind: 'access-alert',
      subjectId: id,
      principal: principal.name,
      requestId,
      public: false,
      now,
    });
  });
}
