import type { Person } from '../../../domain/organizations/people.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { apiKeyColumns, apiKeyJoin } from '../organizations/api-keys.ts';
import type { ApiKey } from '../organizations/api-keys.ts';
import type { SessionOwner } from '../organizations/ui-sessions.ts';
import type { GrantKey } from './grants.ts';

export type AgentTokenKind = 'access' | 'refresh';

const insert = {
  name: 'agent-tokens-insert',
  text: `insert into agent_tokens (organization_id, grant_id, token_hash, kind, expires_at) values ($1, $2, $3, $4, $5)`,
};

/** Stores a token under its digest. */
export async function insertAgentToken(
  tx: Tx,
  { organizationId, id }: GrantKey,
  token: { hash: Buffer; kind: AgentTokenKind; expiresAt: Date },
): Promise<void> {
  await runStatement(tx, insert, [organizationId, id, token.hash, token.kind, token.expiresAt]);
}

/** An access token with the key or the person it acts for, in their current state. */
export type AgentToken = SessionOwner & { agent: string; expiresAt: Date };

const find = {
  name: 'agent-tokens-find',
  text: `select t.expires_at as "tokenExpiresAt", c.name as agent, t.organization_id as "organizationOfToken",
      ${apiKeyColumns},
      p.id as "personId", p.email as "personEmail", p.name as "personName",
      p.is_local_administrator or coalesce(pm.role = 'Owner', false) as "personIsOwner"
    from agent_tokens t
    join agent_grants g on g.organization_id = t.organization_id and g.id = t.grant_id
    join agent_clients c on c.id = g.client_id
    left join api_keys k on k.organization_id = g.organization_id and k.id = g.api_key_id ${apiKeyJoin}
    left join people p on p.organization_id = g.organization_id and p.id = g.person_id
    left join organization_members pm on pm.organization_id = p.organization_id and pm.email = p.email
    where t.token_hash = $1 and t.kind = 'access'`,
};

type TokenRow = ApiKey & {
  tokenExpiresAt: Date;
  agent: string;
  organizationOfToken: string;
  personId: string | null;
  personEmail: string | null;
  personName: string | null;
  personIsOwner: boolean;
};

/** The access token with this digest, in any state. */
export async function findAgentToken(db: Db, hash: Buffer): Promise<AgentToken | undefined> {
  const [row] = await runStatement<TokenRow>(db, find, [hash]);
  if (!row) return undefined;
  const { tokenExpiresAt: expiresAt, agent, organizationOfToken, ...owner } = row;
  const { personId, personEmail, personName: name, personIsOwner: isOwner, ...key } = owner;
  const organizationId = asOrganizationId(organizationOfToken);
  if (personId === null || personEmail === null)
    return { agent, expiresAt, key: { ...key, organizationId } };
  const person: Person = { id: personId, organizationId, email: personEmail, name, isOwner };
  return { agent, expiresAt, person };
}

/** A token with its grant and its client. */
export type GrantedToken = GrantKey & {
  kind: AgentTokenKind;
  clientId: string;
  expiresAt: Date;
  usedAt: Date | null;
};

const lock = {
  name: 'agent-tokens-lock',
  text: `select t.organization_id as "organizationId", t.grant_id as id, t.kind, g.client_id as "clientId",
      t.expires_at as "expiresAt", t.used_at as "usedAt"
    from agent_tokens t join agent_grants g on g.organization_id = t.organization_id and g.id = t.grant_id
    where t.token_hash = $1 for update of g, t`,
};

/** Locks a token and its grant, so that concurrent uses of a refresh token see each other. */
export async function lockAgentToken(tx: Tx, hash: Buffer): Promise<GrantedToken | undefined> {
  const [row] = await runStatement<GrantedToken>(tx, lock, [hash]);
  return row && { ...row, organizationId: asOrganizationId(row.organizationId) };
}

const use = {
  name: 'agent-tokens-use',
  text: `update agent_tokens set used_at = $2 where token_hash = $1`,
};

/** Notes that a refresh token was exchanged. */
export async function updateAgentTokenUse(tx: Tx, hash: Buffer, now: Date): Promise<void> {
  await runStatement(tx, use, [hash, now]);
}

const removeAccess = {
  name: 'agent-tokens-delete-access',
  text: `delete from agent_tokens where organization_id = $1 and grant_id = $2 and kind = 'access'`,
};

/** Deletes the access tokens of a grant, which new ones replace. */
export async function deleteAccessTokens(tx: Tx, { organizationId, id }: GrantKey): Promise<void> {
  await runStatement(tx, removeAccess, [organizationId, id]);
}

const removeEnded = {
  name: 'agent-tokens-delete-ended',
  text: `delete from agent_tokens where token_hash in (
      select token_hash from agent_tokens where expires_at <= $1 limit $2)
    returning 1`,
};

/** Deletes up to `limit` expired tokens of all organizations; returns their number. */
export async function deleteEndedAgentTokens(tx: Tx, now: Date, limit: number): Promise<number> {
  return (await runStatement(tx, removeEnded, [now, limit])).length;
}
