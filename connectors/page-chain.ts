import type { ScannedAsset } from '../domain/ingestion/scanned-asset.ts';
import type { ScanContext } from './asset-source.ts';

/** One page of a listing, and the token of the next; the last page has none. */
export type ChainPage<Item> = { items: readonly Item[]; next: string | undefined };

/**
 * All items of a listing, page by page to its end. Throws when a page cannot be read, and when the platform gives the same token
 * twice: a listing that is cut off or goes round in circles must not pass for a complete one.
 */
export async function* followPages<Item>(
  what: string,
  read: (token: string | undefined) => Promise<ChainPage<Item>>,
): AsyncGenerator<Item> {
  const given = new Set<string>();
  let token: string | undefined;
  do {
    const page = await read(token);
    yield* page.items;
    token = page.next;
    if (token === undefined) return;
    if (given.has(token)) throw new Error(`The pages of ${what} go round in circles`);
    given.add(token);
  } while (token !== undefined);
}

/** A whole listing at once; only for listings of containers, which are short. */
export async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/**
 * The assets in pages of at most `pageSize`; their lineage names only what the filter admits. One whose path was there before is
 * left out: a platform that changes while it is listed may list a thing twice.
 */
export async function* pageAssets(
  assets: AsyncIterable<ScannedAsset>,
  { pageSize, filter }: Pick<ScanContext, 'pageSize' | 'filter'>,
): AsyncGenerator<readonly ScannedAsset[]> {
  const listed = new Set<string>();
  let page: ScannedAsset[] = [];
  for await (const asset of assets) {
    const key = JSON.stringify(asset.path);
    if (listed.has(key)) continue;
    listed.add(key);
    const upstream = asset.upstream?.filter((path) => filter.admits(path)) ?? [];
    page.push({ ...asset, upstream: upstream.length === 0 ? undefined : upstream });
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
