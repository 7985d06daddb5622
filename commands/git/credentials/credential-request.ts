import type { Db, Tx } from '../../../db/connect.ts';
import { recordEvent } from '../../../db/tables/feed/events.ts';
import { findGitCredential } from '../../../db/tables/git/credentials.ts';
import type { SealedGitCredential } from '../../../db/tables/git/credentials.ts';
import { refuse } from '../../../domain/errors.ts';
import type { Principal } from '../../../domain/principal.ts';
import { isUuid } from '../../../lib/ids.ts';
import { recordOrganizationChange } from '../../organizations/record-organization-change.ts';
import { assertMayEditTeam } from '../../teams/assert-may-edit-team.ts';

/** A request about Git credentials of a team, or of the organization for null. */
export type GitCredentialsRequest = {
  teamId: string | null;
  principal: Principal;
  requestId: string;
  now: Date;
};

/** Refuses with `not_found` an unknown team, and with `permission_denied`; routes check keys for the organization's own. */
export async function assertMayEditCredentials(
  db: Db,
  { teamId, principal }: GitCredentialsRequest,
): Promise<void> {
  if (teamId !== null) await assertMayEditTeam(db, principal, teamId);
}

/** The credential of this team, or of the organization. Refuses with `not_found`. */
export async function getGitCredential(
  db: Db,
  { teamId, principal }: Pick<GitCredentialsRequest, 'teamId' | 'principal'>,
  id: string,
): Promise<SealedGitCredential> {
  const { organizationId } = principal;
  const found = isUuid(id) ? await findGitCredential(db, { organizationId, id }) : undefined;
  if (found?.teamId === teamId) return found;
  const owner = teamId === null ? 'The organization' : `Team '${teamId}'`;
  return refuse('not_found', `${owner} has no Git credential with the id '${id}'.`);
}

/** Records a change of a credential in the audit trail of its team or of the organization. */
export async function auditGitCredential(
  tx: Tx,
  type: `GitCredential${'Created' | 'Updated' | 'Deleted'}`,
  { teamId, principal, requestId, now }: GitCredentialsRequest,
  { id, externalId, host }: Pick<SealedGitCredential, 'id' | 'externalId' | 'host'>,
): Promise<void> {
  const data = { gitCredentialId: id, externalId, host };
  if (teamId === null) {
    await recordOrganizationChange(tx, { principal, requestId, now }, { type, data });
    return;
  }
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type,
    // Credentials have no separate audit trail, so the entry is added to the trail of the team.
    subjectKind: 'team',
    subjectId: teamId,
    principal: principal.name,
    requestId,
    public: false,
    data,
    now,
  });
}
