import type { Database } from '../../db/connect.ts';
import { findGroup } from '../../db/views/messaging/groups.ts';
import { refuse } from '../../domain/errors.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { transactAsCaller } from './transact-as-caller.ts';
import { refuseUnknownGroup } from './group-request.ts';
import type { GroupRequest } from './group-request.ts';
import { removeGroups } from './remove-groups.ts';

/**
 * Deletes a group with its conversation. Refuses with `not_found`, and with `permission_denied` members that did not create the
 * group.
 */
export function deleteGroup(
  database: Database,
  { caller, requestId, id, now }: GroupRequest & { id: string },
): Promise<void> {
  const { organizationId, contact } = caller;
  return transactAsCaller(database, caller, async (tx) => {
    const group = await findGroup(tx, { organizationId, id }, contact.id);
    const { createdBy } = group ?? refuseUnknownGroup(id);
    if (createdBy !== contact.id) {
      refuse('permission_denied', 'Only the contact that created the group may delete it.');
    }
    const principal = contactPrincipal(contact.id);
    await removeGroups(tx, [id], { organizationId, principal, requestId, now });
  });
}
