import type { AssetSource, ScanContext } from '../../../connectors/asset-source.ts';
import { createAssetFilter } from '../../../domain/ingestion/asset-filter.ts';
import type { Filters } from '../../../domain/ingestion/asset-filter.ts';
import type { ScannedAsset } from '../../../domain/ingestion/scanned-asset.ts';

export type ScanOptions = {
  config: Record<string, unknown>;
  credentials?: Record<string, unknown>;
  filters?: Filters;
  access?: Partial<ScanContext['access']>;
  signal?: AbortSignal;
  pageSize?: number;
};

/** The result of a complete scan. */
export type ScanResult = {
  described: string;
  assets: ScannedAsset[];
  /** Number of assets in each page. */
  pages: number[];
  notes: string[];
};

/** Runs a source like the job: opens, describes, reads every page, and closes. */
export async function scanAll(source: AssetSource, options: ScanOptions): Promise<ScanResult> {
  const { config, credentials = {}, filters, access, pageSize = 100 } = options;
  const notes: string[] = [];
  const context: ScanContext = {
    access: { allowedHosts: [], allowedDataDirs: [], statementTimeoutMs: 10_000, ...access },
    signal: options.signal ?? new AbortController().signal,
    filter: createAssetFilter(filters, source.levels),
    pageSize,
    note: (line) => notes.push(line),
  };
  const scan = await source.open({ config, credentials }, context);
  try {
    const described = await scan.describe();
    const pages: number[] = [];
    const assets: ScannedAsset[] = [];
    for await (const page of scan.pages()) {
      pages.push(page.length);
      assets.push(...page);
    }
    return { described, assets, pages, notes };
  } finally {
    await scan.close();
  }
}
