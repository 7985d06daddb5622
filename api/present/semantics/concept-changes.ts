import { Type } from '@sinclair/typebox';
import { compareOntologies } from '../../../commands/semantics/compare-ontologies.ts';
import type { Db } from '../../../db/connect.ts';
import type { NamespaceKey } from '../../../db/tables/semantics/namespaces.ts';
import { nextLink } from '../../http/paging/paging.ts';
import type { Answer } from '../../exchange.ts';

const most = 10_000;

/**
 * Query parameters of lists of changes. The default size covers all changes of most branches, for clients that do not page; each
 * page repeats the whole comparison.
 */
export const changesQuery = {
  p: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: 'Page, from 0' }),
  size: Type.Integer({
    minimum: 1,
    maximum: most,
    default: most,
    description: 'Entries per page',
  }),
};

/** Answers with the differences between two texts: one page, `Link` to the next one, and the total in `X-Total-Count`. */
export async function answerChanges(
  db: Db,
  key: NamespaceKey,
  texts: { from: string; to: string },
  { url, query: { p, size } }: { url: URL; query: { p: number; size: number } },
): Promise<Answer> {
  const slice = { offset: p * size, size };
  const { changes, total } = await compareOntologies(db, key, { ...texts, slice });
  const next = { more: slice.offset + size < total, lastKey: changes.at(-1)?.external_id };
  return {
    status: 200,
    json: changes,
    headers: { link: nextLink(url, { p, size }, next), 'x-total-count': total.toString() },
  };
}
