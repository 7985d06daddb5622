import type { Database } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { deleteOrganizationMember as deleteRow } from '../../db/tables/organizations/organization-members.ts';
import { signalAfterCommit, transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';

/**
 * Deletes the role and custom members of a person; a member of a team stays a Member. Refuses with `not_found` if nothing is
 * stored about the person.
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
        `The organization stores nothing about '${email}'; remove members of teams from their teams.`,
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
