import type { Db } from '../../../db/connect.ts';
import { listGitCredentialsOfHost } from '../../../db/tables/git/credentials.ts';
import type { GitCredential } from '../../../db/tables/git/credentials.ts';
import { listTeamPath } from '../../../db/views/documents/team-path.ts';
import { refuse } from '../../../domain/errors.ts';
import type { GitTarget } from '../../../domain/git/connection.ts';
import { actsForOrganization, can } from '../../../domain/organizations/permissions.ts';
import type { Principal } from '../../../domain/principal.ts';
import { fits, refuseWithout } from '../resolve-credential.ts';

/**
 * The credential for an import, whose documents have no owner yet: the named one, else the first that fits, of the teams to which
 * the caller may add resources, and then of the organization. Refuses with `not_found` and `git_credential_missing`.
 */
export async function chooseImportCredential(
  db: Db,
  principal: Principal,
  { gitCredentialExternalId: name, gitConnectionType, address }: GitTarget,
): Promise<GitCredential> {
  const { organizationId } = principal;
  const all = await listGitCredentialsOfHost(db, organizationId, address.host);
  const fitting = all.filter(
    (each) =>
      fits(each, address, gitConnectionType) && (name === undefined || each.externalId === name),
  );
  for (const credential of fitting) {
    if (await mayUse(db, principal, credential)) return credential;
  }
  if (name === undefined) return refuseWithout(address);
  return refuse(
    'not_found',
    `Neither the organization nor a team to which you may add resources has a Git credential '${name}' for ${address.host}.`,
  );
}

async function mayUse(db: Db, principal: Principal, { teamId }: GitCredential): Promise<boolean> {
  if (teamId === null || actsForOrganization(principal, 'change')) return true;
  const path = await listTeamPath(db, principal.organizationId, teamId);
  return can(principal, 'RESOURCES_ADD', path);
}
