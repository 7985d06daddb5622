import type { OrganizationId, Principal } from '../principal.ts';
import { actsForOrganization } from './permissions.ts';

/** A person who has signed in to an organization, with their current role. */
export type Person = {
  id: string;
  organizationId: OrganizationId;
  /** In lower case. */
  email: string;
  name: string | null;
  /** True if the person may do everything in the organization. */
  isOwner: boolean;
};

/** The person of printed sign-in links. No mail reaches an address below `.invalid`, and no provider can verify one (RFC 2606). */
export const localAdministrator = {
  email: 'local-administrator@concordat.invalid',
  name: 'Local administrator',
} as const;

/** True if the address can belong to a person of a sign-in provider or of a mailbox. */
export function isReachable(email: string): boolean {
  return !email.endsWith('.invalid');
}

/** True for keys of the organization, and for the local administrator: both act for it and are in no team. */
export function isOperator(principal: Principal): boolean {
  const { email } = principal;
  const isMember = email !== undefined && isReachable(email);
  return !isMember && actsForOrganization(principal, 'look');
}

/** Prefix of the principals of people. */
export const personPrefix = 'user:';

/** The principal of a person, with the rights of a key of this person. */
export function principalOfPerson(person: Person): Principal {
  return {
    organizationId: person.organizationId,
    name: `${personPrefix}${person.id}`,
    scope: 'user',
    teamId: undefined,
    email: person.email,
    isOwner: person.isOwner,
  };
}
