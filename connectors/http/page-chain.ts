import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import type { ScanContext } from '../asset-source.ts';

/** A page of a listing and the token of the next page; the last page has no token. */
export type ChainPage<Item> = { items: readonly Item[]; next: string | undefined };

/**
 * All items of a listing, page by page. Throws when a page cannot be read, and when the platform repeats a token, because an
 * incomplete or endless listing must not look complete.
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
    if (given.has(token)) throw new Error(`The platform repeated a page of ${what}`);
    given.add(token);
  } while (token !== undefined);
}

/** Collects a whole listing; only for listings of containers, which are short. */
export async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/**
 * Splits assets into pages of at most `pageSize`, with lineage only to assets that the filter admits. A repeated path is left
 * out, because a platform that changes during a listing may list an asset twice.
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
