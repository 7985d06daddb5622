import type { Database } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { upsertOrganizationMember } from '../../db/tables/organizations/organization-members.ts';
import { signalAfterCommit, transact } from '../../db/transact.ts';
import type { OrganizationRole } from '../../domain/organizations/members.ts';
import type { Principal } from '../../domain/principal.ts';

export type PutOrganizationMember = {
  /** In lower case. */
  email: string;
  role: OrganizationRole;
  custom: Record<string, string>;
  principal: Principal;
  requestId: string;
  now: Date;
};

/** Makes a person an Owner or a Member; keys of an Owner act for the whole organization immediately. */
export function putOrganizationMember(
  database: Database,
  { email, role, custom, principal, requestId, now }: PutOrganizationMember,
): Promise<void> {
  const { organizationId, name } = principal;
  return transact(database, async (tx) => {
    const key = { organizationId, email };
    await upsertOrganizationMember(tx, key, { role, custom, principal: name, now });
    await recordEvent(tx, {
      organizationId,
      type: 'OrganizationMemberUpdated',
      subjectKind: 'organization-member',
      subjectId: email,
      principal: name,
      requestId,
      public: false,
      data: { role },
      now,
    });
    signalAfterCommit(tx, 'keys_changed');
  });
}
