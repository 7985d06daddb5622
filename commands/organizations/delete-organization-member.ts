import type { Database } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { deleteOrganizationMember as deleteRow } from '../../db/tables/organization-members.ts';
import { signalAfterCommit, transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';

/**
 * Forgets role and custom members of a person; who is in a team stays a Member. Refuses with `not_found` when
 * nothing is written down about them.
 */
export function deleteOrganizationMember(
  database: Database,
  request: { email: string; principal: Principal; requestId: string; now: Date },
): Promise<void> {
  const { email, principal, requestId, now } = request;
  const { organizationId } = principal;
  return transact(database, async (tx) => {
    const deleted = await deleteRow(tx, { organizationId, email });
    if (!deleted) {
      refuse(
        'not_found',
        `Nothing is written down about '${email}'; who is only in teams is removed there.`,
      );
    }
    await recordEvent(tx, {
      organizationId,
      type: 'OrganizationMemberRemoved',
      subjectKind: 'organization-member',
      subjectId: email,
      principal: principal.name,
      requestId,
      public: false,
      now,
    });
    signalAfterCommit(tx, 'keys_changed');
  });
}
