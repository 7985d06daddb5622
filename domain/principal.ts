import type { StoredContact } from './messaging/contact.ts';

/** Scopes of API keys; `_read` scopes are read-only. */
export const keyScopes = [
  'organization',
  'organization_read',
  'team',
  'team_read',
  'user',
  'user_read',
] as const;
export type KeyScope = (typeof keyScopes)[number];

/** The caller: an API key, a person who has signed in, or the system itself (then `scope` is organization). */
export type Principal = {
  organizationId: OrganizationId;
  /** The name in events and revisions: `api-key:<id>`, `user:<id>`, `contact:<id>`, `system`. */
  name: string;
  scope: KeyScope;
  /** Team of a team key. */
  teamId: string | undefined;
  /** Person of a user key. */
  email: string | undefined;
  /** True if that person is an Owner of the organization. */
  isOwner?: boolean | undefined;
  /** Contact of a token of /v1, which has no other permissions. */
  contact?: StoredContact | undefined;
  /** Agent that acts for the caller over MCP, as it calls itself. */
  agent?: string | undefined;
  /** Expiry of the key, token or session. */
  expiresAt?: Date | undefined;
};

/** Table functions on rows of a tenant take an OrganizationId instead of a bare string. */
export type OrganizationId = string & { readonly brand: unique symbol };

/** Marks a text from the database, or a new id, as the id of an organization. */
export function asOrganizationId(id: string): OrganizationId {
  return id as OrganizationId;
}
