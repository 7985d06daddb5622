import type { AssetSource, AssetScan, ScanContext } from '../../../connectors/asset-source.ts';
import { createAssetFilter } from '../../../domain/ingestion/asset-filter.ts';
import type { Filters } from '../../../domain/ingestion/asset-filter.ts';
import type { ScannedAsset } from '../../../domain/ingestion/scanned-asset.ts';
import { platformOfEachTest } from '../fakes/platform.ts';
import type { Answering, PlatformAnswer, PlatformRequest } from '../fakes/platform.ts';
import { until } from '../until.ts';

export type SourceSettings = { config: unknown; credentials: unknown };

export type ScanOptions = {
  filters?: Filters;
  pageSize?: number;
  signal?: AbortSignal;
  allowedHosts?: readonly string[];
  statementTimeoutMs?: number;
  notes?: string[];
};

/** Opens a scan like a job. */
export function openScan(
  source: AssetSource,
  settings: SourceSettings,
  options: ScanOptions = {},
): Promise<AssetScan> {
  const { notes = [], allowedHosts = ['localhost'], pageSize = 100 } = options;
  const { statementTimeoutMs = 10_000 } = options;
  const context: ScanContext = {
    access: { allowedHosts, allowedDataDirs: [], statementTimeoutMs },
    signal: options.signal ?? new AbortController().signal,
    filter: createAssetFilter(options.filters, source.levels),
    pageSize,
    note: (line) => notes.push(line),
  };
  return source.open(settings, context);
}

/** All assets of a scan, page by page. */
export async function scanPages(
  source: AssetSource,
  settings: SourceSettings,
  options: ScanOptions = {},
): Promise<(readonly ScannedAsset[])[]> {
  const scan = await openScan(source, settings, options);
  const pages: (readonly ScannedAsset[])[] = [];
  try {
    for await (const page of scan.pages()) pages.push(page);
  } finally {
    await scan.close();
  }
  return pages;
}

/** All assets of a scan as the job stores them: as JSON, without undefined members. */
export async function scanAssets(
  source: AssetSource,
  settings: SourceSettings,
  options: ScanOptions = {},
): Promise<ScannedAsset[]> {
  const pages = await scanPages(source, settings, options);
  return JSON.parse(JSON.stringify(pages.flat()));
}

/** The asset with that path. */
export function assetAt(assets: readonly ScannedAsset[], ...path: string[]): ScannedAsset {
  const found = assets.find((asset) => asset.path.join('/') === path.join('/'));
  if (found === undefined) {
    throw new Error(
      `no ${path.join('/')} among ${assets.map((one) => one.path.join('/')).join(', ')}`,
    );
  }
  return found;
}

/** The paths of assets, written with slashes. */
export function pathsOf(assets: readonly ScannedAsset[]): string[] {
  return assets.map(({ path }) => path.join('/'));
}

export type SourceContract = {
  source: AssetSource;
  answer: Answering;
  settings: (url: string) => SourceSettings;
  /** Secrets that no message may contain. */
  secrets: readonly string[];
  /** True for a request for a later page. */
  isSecondPage: (request: PlatformRequest) => boolean;
  /** True for a request that exchanges credentials for a token; it continues to succeed while others are refused. */
  isSignIn?: (request: PlatformRequest) => boolean;
};

/** The contract tests of an asset source: pages, failures, refusals and cancellation; to be called in a `describe`. */
export function itMeetsTheSourceContract(contract: SourceContract): void {
  const { source, answer, settings, secrets, isSecondPage, isSignIn } = contract;
  const platform = platformOfEachTest(() => answer);

  const scan = (options: ScanOptions = {}): Promise<ScannedAsset[]> =>
    scanAssets(source, settings(platform.url), options);
  const failOnSecondPage = (failure: (request: PlatformRequest) => PlatformAnswer): void =>
    platform.answer((request) => (isSecondPage(request) ? failure(request) : answer(request)));

  it('describes every member of its settings', () => {
    for (const { properties } of [source.configSchema, source.credentialsSchema]) {
      for (const [name, schema] of Object.entries(properties)) {
        expect([name, typeof schema.description]).toEqual([name, 'string']);
      }
    }
  });

  it('lists containers before what they contain, each path once, and the same again', async () => {
    const assets = await scan();
    const paths = pathsOf(assets);
    expect(new Set(paths).size).toBe(paths.length);
    for (const [index, asset] of assets.entries()) {
      const parent = asset.parent === undefined ? asset.path.slice(0, -1) : asset.parent;
      if (parent === null || parent.length === 0) continue;
      expect(paths.slice(0, index)).toContain(parent.join('/'));
    }
    expect(await scan()).toEqual(assets);
  });

  it('keeps to the size of pages', async () => {
    const all = await scan();
    const pages = await scanPages(source, settings(platform.url), { pageSize: 2 });
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(2);
    expect(pathsOf(pages.flat()).sort()).toEqual(pathsOf(all).sort());
  });

  it('throws when a later page cannot be read', async () => {
    failOnSecondPage(() => ({ status: 404, json: { message: 'no such page' } }));
    await expect(scan()).rejects.toThrow(/404|no such page/);
    expect(platform.requests.some(isSecondPage)).toBe(true);
  });

  it('throws when a later page is not what was documented', async () => {
    failOnSecondPage(() => ({ text: '<html>Maintenance</html>' }));
    await expect(scan()).rejects.toThrow(/JSON/);
  });

  it('waits as a busy platform asks, and tries again what broke', async () => {
    const all = await scan();
    const hurdles: PlatformAnswer[] = [
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 502 },
    ];
    failOnSecondPage((request) => hurdles.shift() ?? answer(request));
    expect(await scan()).toEqual(all);
    expect(hurdles).toEqual([]);
  });

  it('refuses a host that is not allowed, before any connection', async () => {
    const refused = openScan(source, settings(platform.url), { allowedHosts: ['other.example'] });
    await expect(refused).rejects.toMatchObject({ code: 'source_refused' });
    await expect(refused).rejects.toThrow(/ALLOWED_HOSTS/);
    expect(platform.requests).toEqual([]);
  });

  it.each([401, 403])(
    'refuses when the platform answers %d, without showing secrets',
    async (status) => {
      platform.answer((request) => {
        if (isSignIn?.(request) === true) return answer(request);
        const { headers, body } = request;
        const message = `not with ${secrets.join(' ')} ${headers.authorization} ${body}`;
        return { status, json: { message } };
      });
      const error: any = await scan().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: 'source_refused' });
      for (const secret of secrets) expect(error.message).not.toContain(secret);
    },
  );

  it('ends when it is cancelled, without an answer', async () => {
    failOnSecondPage(() => 'silence');
    const controller = new AbortController();
    const running = scan({ signal: controller.signal, statementTimeoutMs: 3_600_000 });
    running.catch(() => undefined);
    await until('a later page is asked for', () => platform.requests.some(isSecondPage));
    controller.abort(new Error('the run was cancelled'));
    await expect(running).rejects.toThrow('the run was cancelled');
  });
}
