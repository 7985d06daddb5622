import { refuse } from '../errors.ts';
import type { OrganizationId, Principal } from '../principal.ts';
import type { StoredContact } from './contact.ts';

/** The contact of a token of /v1. */
export type Caller = { organizationId: OrganizationId; contact: StoredContact };

/** The calling contact; refuses with `token_missing` principals without a contact, i.e. keys of the catalog. */
export function callerOf({ organizationId, contact }: Principal): Caller {
  if (!contact) return refuse('token_missing', 'Send the token of a contact as bearer token.');
  return { organizationId, contact };
}

/** The principal of a contact in events. */
export function contactPrincipal(contactId: string): string {
  return `contact:${contactId}`;
}
