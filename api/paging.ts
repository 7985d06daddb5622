import { Type } from '@sinclair/typebox';
import { refuse } from '../domain/errors.ts';
import { isUuid } from '../lib/ids.ts';
import { headerValue } from './header-values.ts';

/** Query parameters of every list (decisions §1); `p` counts pages from 0, `after` goes on behind a key. */
export const pagingQuery = {
  p: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Page, from 0; p × size may not exceed 100,000' }),
  ),
  size: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 1000,
    description: 'Entries of a page',
  }),
  after: Type.Optional(Type.String({ description: 'Key of the last entry of the page before' })),
};

type PagingQuery = { p?: number; size: number; after?: string };

const deepest = 100_000;

/** The page that a query asks for; `limit` is one more than its size, which tells `cutPage` whether there are more. */
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
      `Pages behind entry ${deepest} are reached with after=<key of the last entry>, as the Link header gives it.`,
    );
  }
  return { size, limit: size + 1, offset, after };
}

/** Of lists of revisions, newest first: the number behind which the page goes on. */
export function readRevisionKey(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  return /^[1-9]\d{0,8}$/.test(after)
    ? Number(after)
    : refuse('bad_request', `after=${after} is no number of a revision.`);
}

/** Of lists in the order of UUIDs: the id behind which the page goes on. */
export function readEventKey(after: string | undefined): string | undefined {
  if (after === undefined || isUuid(after)) return after;
  return refuse('bad_request', `after=${after} is no id of an entry.`);
}

/** `Link: <…>; rel="next"` when there is more: the next `p` for clients that count pages, else `after`. */
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

/** What is shown of the rows of `readPage`, and the link to what is behind them; `keyOf` gives what `after` takes. */
export function cutPage<Row>(
  rows: readonly Row[],
  { url, query }: { url: URL; query: PagingQuery },
  keyOf: (row: Row) => string,
): { shown: Row[]; link: string | undefined } {
  const shown = rows.slice(0, query.size);
  const last = shown.at(-1);
  const lastKey = last === undefined ? undefined : keyOf(last);
  return { shown, link: nextLink(url, query, { more: rows.length > query.size, lastKey }) };
}
