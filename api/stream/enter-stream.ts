import { refuse } from '../../domain/errors.ts';
import type { ApiRequest } from '../exchange.ts';
import type { StreamSlot } from '../wait-for-work.ts';

/**
 * Limit of streams per contact. Contacts are people whose apps vanish without closing, so a new stream replaces their oldest. An
 * API key may belong to a program that serves many people, whose streams must not replace each other.
 */
const maxOfContact = 8;

/**
 * Reserves a stream for the caller. Refuses with `unavailable` when all streams are taken, and with `too_many_requests` when a
 * key or its organization has reached its limit.
 */
export function enterStream({
  services,
  principal,
}: Pick<ApiRequest<object, object>, 'services' | 'principal'>): StreamSlot {
  const replaceFrom = principal.contact ? maxOfContact : Infinity;
  const slot = services.waiters.enterStream(principal, replaceFrom);
  if (slot !== 'full') return slot;
  return refuse('unavailable', 'Too many event streams are open here; poll, or try again later.');
}
