import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one grant of one organization. */
export type GrantKey = { organizationId: OrganizationId; id: string };

/** What a person or an API key allows a client, with the code that the client exchanges for tokens. */
export type NewGrant = GrantKey & {
  clientId: string;
  apiKeyId: string | undefined;
  personId: string | undefined;
  codeHash: Buffer;
  codeChallenge: string;
  redirectUri: string;
  codeExpiresAt: Date;
  now: Date;
};

const insert = {
  name: 'agent-grants-insert',
  text: `insert into agent_grants (organization_id, id, client_id, api_key_id, person_id, code_hash, code_challenge,
      redirect_uri, code_expires_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

/** Stores a grant whose code was not used yet. */
export async function insertGrant(tx: Tx, grant: NewGrant): Promise<void> {
  await runStatement(tx, insert, [
    grant.organizationId,
    grant.id,
    grant.clientId,
    grant.apiKeyId,
    grant.personId,
    grant.codeHash,
    grant.codeChallenge,
    grant.redirectUri,
    grant.codeExpiresAt,
    grant.now,
  ]);
}

/** A grant as its code names it. */
export type CodeGrant = GrantKey & {
  clientId: string;
  codeChallenge: string;
  redirectUri: string;
  codeExpiresAt: Date;
  codeUsedAt: Date | null;
};

const lockByCode = {
  name: 'agent-grants-lock-by-code',
  text: `select organization_id as "organizationId", id, client_id as "clientId", code_challenge as "codeChallenge",
      redirect_uri as "redirectUri", code_expires_at as "codeExpiresAt", code_used_at as "codeUsedAt"
    from agent_grants where code_hash = $1 for update`,
};

/** Locks the grant of a code, so that concurrent exchanges see each other. */
export async function lockGrantByCode(tx: Tx, codeHash: Buffer): Promise<CodeGrant | undefined> {
  const [row] = await runStatement<CodeGrant>(tx, lockByCode, [codeHash]);
  return row && { ...row, organizationId: asOrganizationId(row.organizationId) };
}

const useCode = {
  name: 'agent-grants-use-code',
  text: `update agent_grants set code_used_at = $3 where organization_id = $1 and id = $2`,
};

/** Notes that the code was exchanged. */
export async function updateCodeUse(
  tx: Tx,
  { organizationId, id }: GrantKey,
  now: Date,
): Promise<void> {
  await runStatement(tx, useCode, [organizationId, id, now]);
}

const remove = {
  name: 'agent-grants-delete',
  text: `delete from agent_grants where organization_id = $1 and id = $2 returning 1`,
};

/** Deletes a grant with its tokens; false if it was deleted before. */
export async function deleteGrant(tx: Tx, { organizationId, id }: GrantKey): Promise<boolean> {
  return (await runStatement(tx, remove, [organizationId, id])).length === 1;
}

/** A grant as its owner sees it. */
export type OwnGrant = {
  id: string;
  clientName: string;
  createdAt: Date;
  redirectUri: string;
};

const listOwn = {
  name: 'agent-grants-list-own',
  text: `select g.id, c.name as "clientName", g.created_at as "createdAt", g.redirect_uri as "redirectUri"
    from agent_grants g join agent_clients c on c.id = g.client_id
    where g.organization_id = $1 and (g.person_id = $2 or g.api_key_id = $3) and g.code_used_at is not null
    order by g.id desc limit 100`,
};

/** The person or the key of a session. */
export type GrantOwner = {
  organizationId: OrganizationId;
  personId: string | undefined;
  apiKeyId: string | undefined;
};

/** The grants of a person or a key, newest first, at most 100. */
export function listOwnGrants(
  db: Db,
  { organizationId, personId, apiKeyId }: GrantOwner,
): Promise<OwnGrant[]> {
  return runStatement<OwnGrant>(db, listOwn, [organizationId, personId, apiKeyId]);
}

const removeOwn = {
  name: 'agent-grants-delete-own',
  text: `delete from agent_grants
    where organization_id = $1 and (person_id = $2 or api_key_id = $3) and id = $4
    returning (select name from agent_clients c where c.id = client_id) as name`,
};

/** Deletes one grant of a person or a key, and returns the name of its client; undefined if it is not theirs. */
export async function deleteOwnGrant(
  tx: Tx,
  { organizationId, personId, apiKeyId }: GrantOwner,
  id: string,
): Promise<{ name: string } | undefined> {
  const values = [organizationId, personId, apiKeyId, id];
  return (await runStatement<{ name: string }>(tx, removeOwn, values))[0];
}

const removeEnded = {
  name: 'agent-grants-delete-ended',
  text: `delete from agent_grants where (organization_id, id) in (
      select g.organization_id, g.id from agent_grants g where g.code_expires_at <= $1
        and not exists (select 1 from agent_tokens t
          where t.organization_id = g.organization_id and t.grant_id = g.id and t.expires_at > $1)
      limit $2)
    returning 1`,
};

/** Deletes up to `limit` grants of all organizations without a code or token that still works; returns their number. */
export async function deleteEndedGrants(tx: Tx, now: Date, limit: number): Promise<number> {
  return (await runStatement(tx, removeEnded, [now, limit])).length;
}
