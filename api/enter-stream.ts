import { refuse } from '../domain/errors.ts';
import type { ApiRequest } from './route.ts';
import type { StreamPlace } from './wait-for-work.ts';

/**
 * One caller must not take the places of all. Contacts are people, and their apps vanish without a word: a new stream replaces their
 * oldest. Behind a key there may be a program that serves many, who would replace each other.
 */
const limits = { contact: { most: 8, replaces: true }, key: { most: 100, replaces: false } };

/**
 * Takes a place among the streams for the caller. Refuses with `unavailable` when all are taken, and when a key has as many as one
 * may have.
 */
export function enterStream({
  services,
  principal,
}: Pick<ApiRequest<object, object>, 'services' | 'principal'>): StreamPlace {
  const limit = principal.contact ? limits.contact : limits.key;
  const place = services.waiters.enterStream(principal.name, limit);
  if (place === 'full') {
    return refuse('unavailable', 'Too many event streams are open here; poll, or try again later.');
  }
  if (place === 'enough') {
    return refuse(
      'unavailable',
      `You have ${limit.most} event streams open here, and may have no more; close one, and try again.`,
    );
  }
  return place;
}
