import { isOperator } from '../organizations/people.ts';
import type { Principal } from '../principal.ts';

/** The owner of saved searches, follows and read marks: a person, or a key without one. */
export function readerOf({ email, name }: Pick<Principal, 'email' | 'name'>): string {
  return email === undefined ? name : personReader(email);
}

/** A person as reader, whether signed in by e-mail address or with a user key. */
export function personReader(email: string): string {
  return `person:${email.trim().toLowerCase()}`;
}

/** The recipient that stands for the keys of a team. */
export function teamRecipient(teamId: string): string {
  return `team:${teamId}`;
}

/** The recipient that stands for principals that act for the whole organization and are no person of a team. */
export const organizationRecipient = 'organization';

/** The recipients whose notices the principal reads. */
export function recipientsOf(principal: Principal): string[] {
  const { teamId } = principal;
  const shared = [
    ...(teamId === undefined ? [] : [teamRecipient(teamId)]),
    ...(isOperator(principal) ? [organizationRecipient] : []),
  ];
  return [readerOf(principal), ...shared];
}
