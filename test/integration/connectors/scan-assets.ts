import { findAssetSource } from '../../../connectors/index.ts';
import type { AssetScan, ScanContext } from '../../../connectors/asset-source.ts';
import { createAssetFilter } from '../../../domain/ingestion/asset-filter.ts';
import type { Filters } from '../../../domain/ingestion/asset-filter.ts';
import type { ScannedAsset } from '../../../domain/ingestion/scanned-asset.ts';

/** How to reach a server in a test, and what to ask of it. */
export type ScanOptions = {
  source: string;
  config: Record<string, unknown>;
  credentials: Record<string, unknown>;
  allowedHosts: readonly string[];
  filters?: Filters;
  pageSize?: number;
  signal?: AbortSignal;
  notes?: string[];
};

/** Opens a source as the job does. */
export async function openScan(options: ScanOptions): Promise<AssetScan> {
  const source = findAssetSource(options.source);
  if (source === undefined) throw new Error(`there is no source ${options.source}`);
  const context: ScanContext = {
    access: {
      allowedHosts: options.allowedHosts,
      allowedDataDirs: [],
      statementTimeoutMs: 20_000,
    },
    signal: options.signal ?? new AbortController().signal,
    filter: createAssetFilter(options.filters, source.levels),
    pageSize: options.pageSize ?? 500,
    note: (line) => void options.notes?.push(line),
  };
  const { config, credentials } = options;
  return source.open({ config, credentials }, context);
}

/** All pages of a scan from its opening to its closing. */
export async function scanPages(options: ScanOptions): Promise<(readonly ScannedAsset[])[]> {
  const scan = await openScan(options);
  try {
    const pages: (readonly ScannedAsset[])[] = [];
    for await (const page of scan.pages()) pages.push(page);
    return pages;
  } finally {
    await scan.close();
  }
}

/** All assets of a scan. */
export async function scanAssets(options: ScanOptions): Promise<ScannedAsset[]> {
  return (await scanPages(options)).flat();
}

/** The asset with this path, as it would be written: without members that are undefined. */
export function assetAt(assets: readonly ScannedAsset[], ...path: string[]): ScannedAsset {
  const found = assets.find((asset) => asset.path.join('\0') === path.join('\0'));
  if (found === undefined) throw new Error(`no asset ${path.join(' / ')}`);
  return JSON.parse(JSON.stringify(found));
}
