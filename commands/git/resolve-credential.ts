import type { Db } from '../../db/connect.ts';
import { findGitCredential, listUsableGitCredentials } from '../../db/tables/git/credentials.ts';
import type { GitCredential, GitCredentialKey } from '../../db/tables/git/credentials.ts';
import type { GitConnection } from '../../db/tables/git/connections.ts';
import { listTeamPath } from '../../db/views/documents/team-path.ts';
import { refuse } from '../../domain/errors.ts';
import type { GitTarget } from '../../domain/git/connection.ts';
import type { GitType } from '../../domain/git/git-hosts.ts';
import type { GitSignIn, RepositoryAddress } from '../../domain/git/repository.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
import { openGitSecret } from './credentials/credential-secret.ts';

/** Credentials of the owning team, of the teams above it from below, and of the organization; each group oldest first. */
async function listUsable(
  db: Db,
  organizationId: OrganizationId,
  ownerId: string | null,
): Promise<GitCredential[]> {
  const path = ownerId === null ? [] : await listTeamPath(db, organizationId, ownerId);
  const teams = path.map(({ id }) => id);
  return listUsableGitCredentials(db, organizationId, teams);
}

/** True if a credential is for this type, host and protocol. */
export function fits(
  { type, host, tokenType }: GitCredential,
  address: RepositoryAddress,
  wanted: GitType | undefined,
): boolean {
  const isForSsh = tokenType === 'sshKey';
  const hasType = wanted === undefined || type === wanted;
  return hasType && host === address.host && isForSsh === (address.protocol === 'ssh');
}

/**
 * The credential for a document of this team: the named one, else the first, or that with this id, that fits type, host and protocol. Refuses with
 * `not_found` a name that is unknown to the team and the organization, and with `git_credential_missing`.
 */
export async function chooseGitCredential(
  db: Db,
  { organizationId, ownerId }: { organizationId: OrganizationId; ownerId: string | null },
  { gitCredentialExternalId: name, gitConnectionType, address }: GitTarget,
  id?: string,
): Promise<GitCredential> {
  const usable = await listUsable(db, organizationId, ownerId);
  if (name === undefined) {
    const isWanted = (each: GitCredential): boolean => id === undefined || each.id === id;
    const found = usable.find((each) => isWanted(each) && fits(each, address, gitConnectionType));
    return found ?? refuseWithout(address);
  }
  const named =
    usable.find(({ externalId }) => externalId === name) ??
    refuse(
      'not_found',
      `Neither the owning team nor the organization has a Git credential '${name}'.`,
    );
  if (fits(named, address, gitConnectionType)) return named;
  return refuse(
    'git_credential_missing',
    `The Git credential '${name}' does not fit: it is for ${named.host} (${named.type}, ${named.tokenType}).`,
  );
}

/** The credential with its secret. Refuses with `git_credential_missing` if it was deleted. */
export async function openGitCredentialById(
  db: Db,
  key: GitCredentialKey,
  { address, keys }: { address: RepositoryAddress; keys: SecretKeys | undefined },
): Promise<GitSignIn> {
  const found = (await findGitCredential(db, key)) ?? refuseWithout(address);
  return { ...found, secret: openGitSecret(found.secret, keys, key) };
}

/** The credential of a connection with its secret. Refuses with `git_credential_missing` if there is none any more. */
export async function openGitCredential(
  db: Db,
  organizationId: OrganizationId,
  connection: GitConnection,
  { address, keys }: { address: RepositoryAddress; keys: SecretKeys | undefined },
): Promise<GitSignIn> {
  // Teams and credentials may have changed since the file was connected.
  const usable = await listUsable(db, organizationId, connection.ownerId);
  const { credentialId, type } = connection;
  const isChosen = (each: GitCredential): boolean =>
    credentialId === null ? fits(each, address, type) : each.id === credentialId;
  const chosen = usable.find(isChosen) ?? refuseWithout(address);
  return openGitCredentialById(db, { organizationId, id: chosen.id }, { address, keys });
}

/** Refuses with `git_credential_missing`. */
export function refuseWithout({ host, protocol }: RepositoryAddress): never {
  const what = protocol === 'ssh' ? 'SSH key' : 'token';
  return refuse(
    'git_credential_missing',
    `Neither the owning team nor the organization has a Git credential with the type and the host ${host} and ${what === 'token' ? 'a' : 'an'} ${what}: create one.`,
  );
}
