import type { StoredContact } from '../../../domain/messaging/contact.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { contactColumns } from './contacts.ts';

/** A token for verification, with its contact; the digest covers the secret part only. */
export type ContactToken = {
  tokenId: string;
  organizationId: OrganizationId;
  secretHash: Buffer;
  expiresAt: Date | null;
  revokedAt: Date | null;
  contact: StoredContact;
};

const find = {
  name: 'contact-tokens-find',
  text: `select t.id as "tokenId", t.organization_id as "organizationId", t.secret_hash as "secretHash",
      t.expires_at as "expiresAt", t.revoked_at as "revokedAt", ${contactColumns}
    from contact_tokens t join contacts c on c.organization_id = t.organization_id and c.id = t.contact_id
    where t.public_id = $1 and c.deleted_at is null`,
};

/** The token with this public part, in any state; undefined when its contact was deleted. */
export async function findContactToken(
  db: Db,
  publicId: string,
): Promise<ContactToken | undefined> {
  type Row = Omit<ContactToken, 'contact' | 'organizationId'> &
    StoredContact & { organizationId: string };
  const [row] = await runStatement<Row>(db, find, [publicId]);
  if (!row) return undefined;
  const { tokenId, organizationId, secretHash, expiresAt, revokedAt, ...contact } = row;
  return {
    tokenId,
    organizationId: asOrganizationId(organizationId),
    secretHash,
    expiresAt,
    revokedAt,
    contact,
  };
}

const touch = {
  name: 'contact-tokens-touch',
  text: `with used as (
      update contact_tokens set last_used_at = $3::timestamptz
      where organization_id = $1 and id = $2
        and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')
      returning organization_id, contact_id),
    active as (
      update contacts c set last_active_at = $3::timestamptz from used
      where c.organization_id = used.organization_id and c.id = used.contact_id and c.last_active_at < $3::timestamptz
      returning c.last_active_at)
    select coalesce((select last_active_at from active), c.last_active_at) as "lastActiveAt"
    from contact_tokens t join contacts c on c.organization_id = t.organization_id and c.id = t.contact_id
    where t.organization_id = $1 and t.id = $2`,
};

/**
 * Records the use of a token and the activity of its contact, at most once a minute; returns when the contact
 * was last active.
 */
export async function touchContactToken(
  db: Db,
  { organizationId, tokenId }: Pick<ContactToken, 'organizationId' | 'tokenId'>,
  now: Date,
): Promise<Date | undefined> {
  const values = [organizationId, tokenId, now];
  const [row] = await runStatement<{ lastActiveAt: Date }>(db, touch, values);
  return row?.lastActiveAt;
}

export type NewContactToken = {
  organizationId: OrganizationId;
  id: string;
  contactId: string;
  publicId: string;
  secretHash: Buffer;
  expiresAt: Date | undefined;
  createdBy: string;
  now: Date;
};

/** Stores a token. */
export async function insertContactToken(db: Db, token: NewContactToken): Promise<void> {
  await db('contact_tokens').insert({
    organization_id: token.organizationId,
    id: token.id,
    contact_id: token.contactId,
    public_id: token.publicId,
    secret_hash: token.secretHash,
    expires_at: token.expiresAt ?? null,
    created_by: token.createdBy,
    created_at: token.now,
  });
}

const insertOfSession = {
  name: 'contact-tokens-insert-of-session',
  text: `with ended as (
      delete from contact_tokens where organization_id = $1 and session_id = $2 and expires_at <= $9)
    insert into contact_tokens (organization_id, session_id, id, contact_id, public_id, secret_hash, expires_at,
      created_by, created_at)
    select $1, s.id, $3, c.id, $5, $6, least($7::timestamptz, s.expires_at), $8, $9
    from ui_sessions s join contacts c on c.organization_id = s.organization_id
    where s.organization_id = $1 and s.id = $2 and c.id = $4 and c.deleted_at is null
    returning expires_at as "expiresAt"`,
};

/**
 * Stores a token that ends with a session of the web UI, and deletes expired tokens of this session. Returns when the token
 * expires; undefined if the session or the contact has ended.
 */
export async function insertTokenOfSession(
  db: Db,
  { expiresAt, ...token }: NewContactToken & { sessionId: string },
): Promise<Date | undefined> {
  const { organizationId, sessionId, id, contactId, publicId, secretHash, createdBy, now } = token;
  const named = [organizationId, sessionId, id, contactId, publicId, secretHash];
  const values = [...named, expiresAt, createdBy, now];
  const [row] = await runStatement<{ expiresAt: Date }>(db, insertOfSession, values);
  return row?.expiresAt;
}

/** A token as it is listed. */
export type ListedContactToken = {
  id: string;
  contactId: string;
  username: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

const list = {
  name: 'contact-tokens-list',
  text: `select t.id, t.contact_id as "contactId", c.username, t.created_at as "createdAt",
      t.last_used_at as "lastUsedAt", t.expires_at as "expiresAt", t.revoked_at as "revokedAt"
    from contact_tokens t join contacts c on c.organization_id = t.organization_id and c.id = t.contact_id
    where t.organization_id = $1 and t.session_id is null and ($2::text is null or t.contact_id = $2)
      and ($3::uuid is null or t.id > $3)
    order by t.id limit $4 offset $5`,
};

/**
 * A page of the organization's tokens in any state, or of one contact's, oldest first, without secrets. Tokens of sessions are
 * left out: they end by themselves within minutes.
 */
export function listContactTokens(
  db: Db,
  organizationId: OrganizationId,
  contactId: string | undefined,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<ListedContactToken[]> {
  const values = [organizationId, contactId, page.after, page.limit, page.offset];
  return runStatement<ListedContactToken>(db, list, values);
}

const revoke = {
  name: 'contact-tokens-revoke',
  text: `update contact_tokens set revoked_at = $3
    where organization_id = $1 and id = $2 and revoked_at is null returning contact_id as "contactId"`,
};

/** Revokes a token; returns its contact, undefined when there is no working token. */
export async function revokeContactToken(
  db: Db,
  token: { organizationId: OrganizationId; id: string },
  now: Date,
): Promise<string | undefined> {
  const values = [token.organizationId, token.id, now];
  const [row] = await runStatement<{ contactId: string }>(db, revoke, values);
  return row?.contactId;
}

/** The organization of a token in any state; for operators, who know only the token's id. */
export async function findOrganizationOfToken(
  db: Db,
  id: string,
): Promise<OrganizationId | undefined> {
  const row = await db('contact_tokens')
    .where({ id })
    .first<{ organization_id: string } | undefined>('organization_id');
  return row && asOrganizationId(row.organization_id);
}
