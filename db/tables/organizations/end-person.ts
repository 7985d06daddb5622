import type { OrganizationId } from '../../../domain/principal.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const endSessions = {
  name: 'ui-sessions-delete-of-person',
  text: `with grants as (
      delete from agent_grants g using people p
      where p.organization_id = $1 and p.email = $2 and g.organization_id = p.organization_id and g.person_id = p.id)
    delete from ui_sessions s using people p
    where p.organization_id = $1 and p.email = $2 and s.organization_id = p.organization_id and s.person_id = p.id
    returning s.id`,
};

/**
 * Ends the sessions of a person in the organization, with the tokens of messaging that belong to them, and everything that the
 * person allowed agents; returns the number of sessions.
 */
export async function endSessionsOfPerson(
  tx: Tx,
  organizationId: OrganizationId,
  email: string,
): Promise<number> {
  return (await runStatement(tx, endSessions, [organizationId, email])).length;
}

const deleteCodes = {
  name: 'sign-in-codes-delete-of-person',
  text: `delete from sign_in_codes where email = $2 and (organization_id is null or organization_id = $1)`,
};

/** Deletes sign-in links of a person that were not used. */
export async function deleteSignInCodesOfPerson(
  tx: Tx,
  organizationId: OrganizationId,
  email: string,
): Promise<void> {
  await runStatement(tx, deleteCodes, [organizationId, email]);
}
