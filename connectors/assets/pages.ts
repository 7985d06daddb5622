import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import type { ScanContext } from '../asset-source.ts';

/** Splits assets into pages of the size that the job requests; rejects with the reason of the signal. */
export async function* inPages(
  assets: AsyncIterable<ScannedAsset> | Iterable<ScannedAsset>,
  { pageSize, signal }: Pick<ScanContext, 'pageSize' | 'signal'>,
): AsyncGenerator<readonly ScannedAsset[]> {
  let page: ScannedAsset[] = [];
  for await (const asset of assets) {
    signal.throwIfAborted();
    page.push(asset);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
