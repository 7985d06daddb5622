import { personPrefix } from '../organizations/people.ts';
import type { Principal } from '../principal.ts';

/** Minutes for which a token of a session works; a page asks for the next one in time. */
export const sessionTokenMinutes = 15;

const maxBaseLength = 48;
const candidateCount = 100;

/** Id of the person who is signed in; undefined for sessions of API keys. */
export function personIdOf({ name }: Pick<Principal, 'name'>): string | undefined {
  return name.startsWith(personPrefix) ? name.slice(personPrefix.length) : undefined;
}

/** Usernames for a person, the best first: the local part of the address, then with numbers. */
export function usernamesFor(email: string): string[] {
  const [local = ''] = email.split('@');
  const visible = local.normalize('NFKC').replaceAll(/[^\p{L}\p{N}._-]/gu, '');
  const base = visible.slice(0, maxBaseLength).toWellFormed() || 'person';
  return Array.from({ length: candidateCount }, (_, index) =>
    index === 0 ? base : `${base}${index + 1}`,
  );
}
