import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { refuse } from '../../../domain/errors.ts';

const usual = 10;
const most = 100;

/** Query parameters of every list of /v1. */
export const cursorQuery = {
  limit: Type.Integer({
    minimum: 1,
    default: usual,
    description: `Entries per page; values above ${most} are reduced to ${most}`,
  }),
  starting_after: Type.Optional(
    Type.String({ description: 'Id of the last entry of a page, to get the next (older) page' }),
  ),
  ending_before: Type.Optional(
    Type.String({
      description: 'Id of the first entry of a page, to get the previous (newer) page',
    }),
  ),
};

type CursorQuery = { limit: number; starting_after?: string; ending_before?: string };

/** A page of a list, newest first, in the form that table functions take; positions are exclusive. */
export type CursorPage = {
  limit: number;
  /** Only entries older than this position. */
  before: number | undefined;
  /** Only entries newer than this position; the page holds the oldest of them, i.e. the entries next to the cursor. */
  after: number | undefined;
};

/**
 * The requested page plus one entry, which shows whether there are more. `find` returns the position of an entry of this list.
 * Refuses with `bad_request` unknown entries and two cursors.
 */
export async function readCursorPage(
  { limit, starting_after: older, ending_before: newer }: CursorQuery,
  find: (id: string) => Promise<number | undefined>,
): Promise<CursorPage> {
  if (older !== undefined && newer !== undefined) {
    refuse('bad_request', 'Send either starting_after or ending_before, not both.');
  }
  const page = { limit: Math.min(limit, most) + 1, before: undefined, after: undefined };
  if (older !== undefined)
    return { ...page, before: await findCursor('starting_after', older, find) };
  if (newer !== undefined)
    return { ...page, after: await findCursor('ending_before', newer, find) };
  return page;
}

async function findCursor(
  name: string,
  id: string,
  find: (id: string) => Promise<number | undefined>,
): Promise<number> {
  const position = await find(id);
  return position ?? refuse('bad_request', `${name}: there is no '${id}' in this list.`);
}

/** The answer of a list: entries newest first, and whether there are more in the requested direction. */
export function cursorAnswer<Entry, Shown>(
  entries: readonly Entry[],
  { limit, after }: CursorPage,
  show: (entry: Entry) => Shown,
): { has_more: boolean; data: Shown[] } {
  const shown = entries.slice(0, limit - 1);
  const newestFirst = after === undefined ? shown : shown.toReversed();
  return { has_more: entries.length === limit, data: newestFirst.map(show) };
}

/** The schema of a list's answer. */
export const listSchema = (entry: TSchema) =>
  Type.Object({ has_more: Type.Boolean(), data: Type.Array(entry) });
