import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import {
  deleteSignInCodesOfPerson,
  endSessionsOfPerson,
} from '../../db/tables/organizations/end-person.ts';
import { deleteOrganizationMember } from '../../db/tables/organizations/organization-members.ts';
import { storeMember } from '../../db/tables/organizations/people.ts';
import { signalAfterCommit } from '../../db/transact.ts';
import { listTeamsOfPerson } from '../../db/views/organizations/teams-of-person.ts';
import { revokeKeysOfPerson } from '../keys/revoke-api-key.ts';
import type { ScimCause } from './cause.ts';
import { reassessAccessOfPerson } from './reassess-access.ts';

/** A person whose rights ended, with the ids of the accesses that stay until somebody ends them. */
export type Deprovisioned = { email: string; accessIds: string[] };

/**
 * Ends the sessions, sign-in links, API keys and role of a person in the organization, whoever gave them; returns the teams whose
 * entries are to be removed with those of other people.
 */
export async function deprovisionPerson(
  tx: Tx,
  email: string,
  cause: ScimCause,
): Promise<Deprovisioned & { teamIds: string[] }> {
  const { principal, requestId, now } = cause;
  const { organizationId } = principal;
  // Locks the row of the person, so that a concurrent sign-in comes before or after.
  await storeMember(tx, { organizationId, email, now });
  const sessions = await endSessionsOfPerson(tx, organizationId, email);
  await deleteSignInCodesOfPerson(tx, organizationId, email);
  const keys = await revokeKeysOfPerson(tx, { email, principal, requestId, now });
  await deleteOrganizationMember(tx, { organizationId, email });
  const teams = await listTeamsOfPerson(tx, organizationId, email);
  const teamIds = [...new Set(teams.map(({ id }) => id))];
  const accessIds = await reassessAccessOfPerson(tx, email, cause);
  await recordEvent(tx, {
    organizationId,
    type: 'PersonDeprovisioned',
    subjectKind: 'organization-member',
    subjectId: email,
    principal: principal.name,
    requestId,
    public: false,
    data: { sessions, keys, teams: teamIds, remainingAccess: accessIds },
    now,
  });
  signalAfterCommit(tx, 'keys_changed');
  return { email, accessIds, teamIds };
}
