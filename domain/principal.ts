import type { StoredContact } from './messaging/contact.ts';

/** Scopes of API keys (decisions §2); the `_read` ones only read. */
export const keyScopes = [
  'organization',
  'organization_read',
  'team',
  'team_read',
  'user',
  'user_read',
] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Who asks: an API key, or the system itself (then `scope` is organization). */
export type Principal = {
  organizationId: OrganizationId;
  /** As written in events and revisions: `api-key:<id>`, `contact:<id>`, `system`. */
  name: string;
  scope: KeyScope;
  /** Team of a team key. */
  teamId: string | undefined;
  /** Person of a user key. */
  email: string | undefined;
  /** Whether that person is an Owner of the organization. */
  isOwner?: boolean | undefined;
  /** Contact of a token of /v1; such a token may nothing else. */
  contact?: StoredContact | undefined;
  /** From when on the key, token or session does not work any more. */
  expiresAt?: Date | undefined;
};

/** Every table function that reads or writes rows of a tenant takes one of these, never a bare string. */
export type OrganizationId = string & { readonly brand: unique symbol };

/** Marks a text that was read from the database or made here as the id of an organization. */
export function asOrganizationId(id: string): OrganizationId {
  return id as OrganizationId;
}
