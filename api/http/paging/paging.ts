import { Type } from '@sinclair/typebox';
import { refuse } from '../../../domain/errors.ts';
import { isUuid } from '../../../lib/ids.ts';
import type { Answer } from '../../exchange.ts';
import { headerValue } from '../header-values.ts';

/** Query parameters of every list; `p` counts pages from 0, `after` continues after a key. */
export const pagingQuery = {
  p: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Page number, from 0; p × size may not exceed 100,000',
    }),
  ),
  size: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 1000,
    description: 'Entries per page',
  }),
  after: Type.Optional(Type.String({ description: 'Key of the last entry of the previous page' })),
};

type PagingQuery = { p?: number; size: number; after?: string };

const deepest = 100_000;

/** The requested page; `limit` is one more than its size, so that `cutPage` sees whether there are more. */
export function readPage({ p, size, after }: PagingQuery): {
  size: number;
  limit: number;
  offset: number;
  after: string | undefined;
} {
  const offset = (p ?? 0) * size;
  if (offset > deepest) {
    refuse(
      'bad_request',
      `Pages after entry ${deepest} are reached with after=<key of the last entry>, as the Link header gives it.`,
    );
  }
  return { size, limit: size + 1, offset, after };
}

/** Reads `after` in lists of revisions, newest first: the number of the last revision of the previous page. */
export function readRevisionKey(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  return /^[1-9]\d{0,8}$/.test(after)
    ? Number(after)
    : refuse(
        'bad_request',
        `after=${after} is not a revision number; send the number of the last entry of the previous page.`,
      );
}

/** Reads `after` in lists in the order of UUIDs: the id of the last entry of the previous page. */
export function readUuidKey(after: string | undefined): string | undefined {
  if (after === undefined || isUuid(after)) return after;
  return refuse(
    'bad_request',
    `after=${after} is not an id; send the id of the last entry of the previous page.`,
  );
}

/** `Link: <…>; rel="next"` if there is more: the next `p` for clients that count pages, else `after`. */
export function nextLink(
  url: URL,
  query: PagingQuery,
  result: { more: boolean; lastKey: string | undefined; lastValue?: string | undefined },
): string | undefined {
  if (!result.more || result.lastKey === undefined) return undefined;
  const next = new URL(url);
  if (query.p === undefined) next.searchParams.set('after', result.lastKey);
  else next.searchParams.set('p', String(query.p + 1));
  if (query.p === undefined && result.lastValue !== undefined) {
    next.searchParams.set('afterValue', result.lastValue);
  }
  return headerValue(`<${next.href}>; rel="next"`);
}

/** The position of an entry: its key for `after`, with its value for `afterValue` if the list is sorted by another field. */
type EntryKey = string | { key: string; value: string | undefined };

/** The entries of a page read by `readPage`, and the link to the next page; `keyOf` returns the position of an entry. */
export function cutPage<Row>(
  rows: readonly Row[],
  { url, query }: { url: URL; query: PagingQuery },
  keyOf: (row: Row) => EntryKey,
): { shown: Row[]; link: string | undefined } {
  const shown = rows.slice(0, query.size);
  const more = rows.length > query.size;
  const last = shown.at(-1);
  if (last === undefined) return { shown, link: undefined };
  const position = keyOf(last);
  const { key: lastKey, value: lastValue } =
    typeof position === 'string' ? { key: position, value: undefined } : position;
  return { shown, link: nextLink(url, query, { more, lastKey, lastValue }) };
}

/** A page of a list: what `present` makes of each row, or as JSON text if it makes texts. */
export function answerList<Row>(
  rows: readonly Row[],
  request: { url: URL; query: PagingQuery; total?: number | undefined },
  present: (row: Row) => object | string,
  keyOf: (row: Row) => EntryKey,
): Answer {
  const { shown, link } = cutPage(rows, request, keyOf);
  const entries = shown.map((row) => {
    const entry = present(row);
    return typeof entry === 'string' ? entry : JSON.stringify(entry);
  });
  const headers = { link, 'x-total-count': request.total?.toString() };
  return { status: 200, text: `[${entries.join(',')}]`, headers };
}
