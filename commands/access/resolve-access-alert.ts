import type { Database } from '../../db/connect.ts';
import { findAccess } from '../../db/tables/access/access.ts';
import { findAccessAlert, resolveAccessAlert as resolve } from '../../db/tables/access/alerts.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';

/**
 * Ends an alert manually; it is raised again if its cause is found again. Refuses with `not_found`, and with `permission_denied`
 * without ACCESS_EDIT on the providing team or, for an alert without an access, without rights for the organization.
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
