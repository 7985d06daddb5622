import type { AccessFilters, Lifecycle } from '../features/access/queries.ts';
import { inboxLists } from '../features/inbox/place.ts';
import type { InboxPlace } from '../features/inbox/place.ts';
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

/** What the address of the inbox holds: the open request, and what is listed. */
export function inboxSearch({ id, show }: Search): InboxPlace {
  const list = inboxLists.find((each) => each === show);
  return {
    ...(typeof id === 'string' && { id }),
    ...(list !== undefined && { show: list }),
  };
}
