import type { Database, Tx } from '../../../db/connect.ts';
import { violatedConstraint } from '../../../db/postgres-errors.ts';
import { listGitCredentials, upsertGitCredential } from '../../../db/tables/git/credentials.ts';
import type { GitCredential, SealedGitCredential } from '../../../db/tables/git/credentials.ts';
import { transact } from '../../../db/transact.ts';
import { refuse } from '../../../domain/errors.ts';
import { maxGitCredentials, readGitCredential } from '../../../domain/git/credential.ts';
import type { GitCredentialWrite } from '../../../domain/git/credential.ts';
import { newId } from '../../../lib/ids.ts';
import type { SecretKeys } from '../../../lib/secrets/secrets.ts';
import {
  assertMayEditCredentials,
  auditGitCredential,
  getGitCredential,
} from './credential-request.ts';
import type { GitCredentialsRequest } from './credential-request.ts';
import { sealGitSecret } from './credential-secret.ts';

export type WriteGitCredential = GitCredentialsRequest & {
  document: unknown;
  secretKey: SecretKeys | undefined;
};

/**
 * Creates a Git credential. Refuses with `bad_request` and violations, `already_exists` if its external id is taken, and
 * `limit_reached`.
 */
export async function createGitCredential(
  database: Database,
  request: WriteGitCredential,
): Promise<GitCredential> {
  const { principal, teamId, now } = request;
  await assertMayEditCredentials(database.knex, request);
  const write = readGitCredential(request.document, 'create');
  const id = newId();
  return store(database, write, async (tx) => {
    const existing = await listGitCredentials(tx, principal.organizationId, teamId);
    if (existing.length >= maxGitCredentials) {
      refuse('limit_reached', `There are ${maxGitCredentials} Git credentials: delete one first.`);
    }
    const secret = sealed(request, id, write.authenticationToken ?? '');
    const created = { createdAt: now, createdBy: principal.name };
    const row = { ...rowOf(request, write, id), ...created, secret };
    await upsertGitCredential(tx, principal.organizationId, row);
    await auditGitCredential(tx, 'GitCredentialCreated', request, row);
    return row;
  });
}

/**
 * Replaces a Git credential; without a token the stored token stays, unless the host or the kind of the token changes. Refuses
 * with `not_found`, `bad_request` and `already_exists`.
 */
export async function updateGitCredential(
  database: Database,
  id: string,
  request: WriteGitCredential,
): Promise<GitCredential> {
  await assertMayEditCredentials(database.knex, request);
  const write = readGitCredential(request.document, 'update');
  return store(database, write, async (tx) => {
    const stored = await getGitCredential(tx, request, id);
    const { authenticationToken: token } = write;
    const secret =
      token === undefined ? keepStored(stored, write) : sealed(request, stored.id, token);
    const row = { ...stored, ...rowOf(request, write, stored.id), secret };
    await upsertGitCredential(tx, request.principal.organizationId, row);
    await auditGitCredential(tx, 'GitCredentialUpdated', request, row);
    return row;
  });
}

function sealed({ principal, secretKey }: WriteGitCredential, id: string, token: string): string {
  const { organizationId } = principal;
  return sealGitSecret(token, secretKey, { organizationId, id });
}

/** A stored token must not be sent to another host: a user who may change the host could read it there. */
function keepStored(stored: SealedGitCredential, write: GitCredentialWrite): string {
  if (stored.host === write.host && stored.tokenType === write.tokenType) return stored.secret;
  const what = stored.host === write.host ? 'kind of the token' : 'host';
  return refuse('bad_request', `The ${what} changes: send the token.`, {
    violations: [{ field: 'authenticationToken', message: 'is required' }],
  });
}

type Changed = Omit<SealedGitCredential, 'secret' | 'createdAt' | 'createdBy'>;

function rowOf(
  { teamId, principal, now }: WriteGitCredential,
  write: GitCredentialWrite,
  id: string,
): Changed {
  const { tokenName = null, username = null, appId = null, installationId = null } = write;
  const { host, tokenType, knownHosts = null, externalId = id, gitConnectionType: type } = write;
  const names = { tokenName, username, appId, installationId, knownHosts };
  const updated = { updatedAt: now, updatedBy: principal.name };
  return { id, teamId, externalId, type, host, tokenType, ...names, ...updated };
}

async function store(
  database: Database,
  { externalId }: GitCredentialWrite,
  write: (tx: Tx) => Promise<GitCredential>,
): Promise<GitCredential> {
  try {
    return await transact(database, write);
  } catch (error) {
    if (violatedConstraint(error) !== 'git_credentials_external_id') throw error;
    return refuse(
      'already_exists',
      `The organization has another Git credential with the external id '${externalId}': choose another one.`,
    );
  }
}
