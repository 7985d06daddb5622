import { refuse } from '../errors.ts';
import type { OrganizationId, Principal } from '../principal.ts';
import type { StoredContact } from './contact.ts';

/** The contact that a token of /v1 speaks for. */
export type Caller = { organizationId: OrganizationId; contact: StoredContact };

/** Who calls; refuses with `token_missing` principals without a contact, i.e. keys of the catalog. */
export function callerOf({ organizationId, contact }: Principal): Caller {
  if (!contact) return refuse('token_missing', 'Send the token of a contact as bearer token.');
  return { organizationId, contact };
}

/** How events name a contact. */
export function contactPrincipal(contactId: string): string {
  return `contact:${contactId}`;
}
