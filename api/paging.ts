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

/** The page that a query asks for. */
export function readPage({ p, size, after }: PagingQuery): {
  size: number;
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
  return { size, offset, after };
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
