import type { AccessFilters, Lifecycle } from '../features/access/queries.ts';
import { accessTexts } from '../texts/access.ts';

type Search = Record<string, unknown>;

/** Filters of the own accesses in the address; unknown states are dropped. */
export function accessFilters({ lifecycle, team }: Search): AccessFilters {
  const isState = typeof lifecycle === 'string' && Object.hasOwn(accessTexts.states, lifecycle);
  return {
    ...(isState && { lifecycle: lifecycle as Lifecycle }),
    ...(typeof team === 'string' && team !== '' && { team }),
  };
}

/** What the address of the inbox holds: the open request, and which requests are listed. */
export type InboxSearch = { id?: string | undefined; show?: 'returned' | undefined };

export function inboxSearch({ id, show }: Search): InboxSearch {
  return {
    ...(typeof id === 'string' && { id }),
    ...(show === 'returned' && { show }),
  };
}
