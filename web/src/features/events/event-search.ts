import { textsOf } from '../../lib/address/address-texts.ts';
import { isBounded, readTimeRange } from '../../lib/address/time-range.ts';
import type { TimeRange } from '../../lib/address/time-range.ts';

/** What the address of the feed holds: filters, and the open event. */
export type EventSearch = TimeRange & EventFilters & { event?: string };

type EventFilters = { type?: string; subject?: string; principal?: string };

const filterNames = ['type', 'subject', 'principal'] as const;

/** Reads the address; what it does not know is dropped. */
export function readEventSearch(search: Record<string, unknown>): EventSearch {
  const texts = [...filterNames, 'event' as const].flatMap((name) => {
    const [text] = textsOf(search[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { ...readTimeRange(search), ...Object.fromEntries(texts) };
}

export const isFilteredFeed = (search: EventSearch): boolean =>
  isBounded(search) || filterNames.some((name) => search[name] !== undefined);
