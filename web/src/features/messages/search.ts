import type { Shown } from './types.ts';

/** What the address of messages holds: the filter of the list, the words of the search, and the message that it leads to. */
export type MessageSearch = { q?: string; show?: 'archived'; find?: string; at?: string };

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Reads the address; anything else in it is dropped. */
export function readMessageSearch(search: Record<string, unknown>): MessageSearch {
  const [q, find, at] = [textOf(search['q']), textOf(search['find']), textOf(search['at'])];
  return {
    ...(q !== '' && { q }),
    ...(search['show'] === 'archived' && { show: 'archived' }),
    ...(find !== '' && { find }),
    ...(at !== '' && { at }),
  };
}

export const shownOf = ({ show }: MessageSearch): Shown => show ?? 'active';

/** What the list of conversations keeps of the address. */
export const listPart = ({ q, show }: MessageSearch): MessageSearch => ({
  ...(q !== undefined && { q }),
  ...(show !== undefined && { show }),
});
