import { Type } from '@sinclair/typebox';
import { putIntegration } from '../../../commands/integrations/put-integration.ts';
import { defineAssetSource } from '../../../connectors/asset-source.ts';
import type {
  AssetSource,
  AssetSourceInfo,
  ScanContext,
} from '../../../connectors/asset-source.ts';
import * as catalogue from '../../../connectors/catalogue.ts';
import { assetSources } from '../../../connectors/index.ts';
import type { ScannedAsset } from '../../../domain/ingestion/scanned-asset.ts';
import { testSecretKey } from '../sources/job-settings.ts';
import type { TestApi } from '../http/api.ts';
import { until } from '../until.ts';

/** A platform in memory, whose assets and behavior are set by the test. */
export type StubPlatform = {
  assets: ScannedAsset[];
  /** Called before each page with its number, from 0; may wait or throw. */
  beforePage: (page: number, context: ScanContext) => Promise<void>;
  opened: number;
  closed: number;
};

/**
 * Registers a source whose platform is in memory, for the tests of the file or block that calls it; the settings of an integration name
 * no address.
 */
export function registerStubSource(name = 'stub'): StubPlatform {
  const platform: StubPlatform = {
    assets: [],
    beforePage: () => Promise.resolve(),
    opened: 0,
    closed: 0,
  };
  const info: AssetSourceInfo = {
    name,
    title: 'Stub',
    levels: ['catalog', 'schema', 'name'],
    configSchema: Type.Object(
      { place: Type.Optional(Type.String({ description: 'Anything' })) },
      { additionalProperties: false },
    ),
    credentialsSchema: Type.Object(
      { token: Type.Optional(Type.String({ description: 'Anything' })) },
      { additionalProperties: false },
    ),
    triedAgainst: 'nothing',
  };
  const source = defineAssetSource(info, (_settings, context) => {
    platform.opened += 1;
    return Promise.resolve({
      describe: () => Promise.resolve('a platform in memory'),
      pages: () => pagesOf(platform, context),
      close: () => {
        platform.closed += 1;
        return Promise.resolve();
      },
    });
  });
  // Before the real ones, whose names tests may borrow.
  beforeAll(() => {
    (catalogue.assetSources as AssetSourceInfo[]).unshift(info);
    (assetSources as AssetSource[]).unshift(source);
  });
  afterAll(() => {
    (catalogue.assetSources as AssetSourceInfo[]).shift();
    (assetSources as AssetSource[]).shift();
  });
  return platform;
}

async function* pagesOf(
  platform: StubPlatform,
  context: ScanContext,
): AsyncGenerator<readonly ScannedAsset[]> {
  const { assets } = platform;
  for (let page = 0; page * context.pageSize < Math.max(assets.length, 1); page++) {
    await platform.beforePage(page, context);
    context.signal.throwIfAborted();
    yield assets.slice(page * context.pageSize, (page + 1) * context.pageSize);
  }
}

/** A table of the stub. */
export const table = (name: string, more: Partial<ScannedAsset> = {}): ScannedAsset => ({
  path: ['shop', 'public', name],
  kind: 'table',
  columns: [{ name: 'id', type: 'integer', required: true, primaryKey: true }],
  ...more,
});

/** The most frequent calls of tests with integrations. */
export function integrations(api: Pick<TestApi, 'database' | 'organizationId' | 'send'>) {
  const put = (id: string, document: Record<string, unknown> = {}) =>
    putIntegration(api.database, {
      id,
      document: { name: id, source: 'stub', configuration: {}, ...document },
      principal: principalOf(api),
      requestId: undefined,
      now: new Date(),
      preconditions: { ifMatch: undefined, mustBeNew: false },
      secretKey: testSecretKey,
    });
  const at = (id: string, rest = '') => `/api/integrations/${id}${rest}`;
  const trigger = (id: string) => api.send('POST', at(id, '/run'));
  const latest = async (id: string) => (await api.send('GET', at(id, '/runs/latest'))).json;
  const ended = (id: string, timeoutMs?: number): Promise<any> =>
    until(
      `the run of ${id} has ended`,
      async () => {
        const run = await latest(id);
        return run.status === 'RUNNING' ? undefined : run;
      },
      timeoutMs,
    );
  const run = async (id: string) => {
    const { status } = await trigger(id);
    if (status !== 202) throw new Error(`trigger answered ${status}`);
    return ended(id);
  };
  return { put, at, trigger, latest, ended, run };
}

/** A principal that acts for the organization of a test. */
export const principalOf = ({ organizationId }: Pick<TestApi, 'organizationId'>) =>
  ({
    organizationId,
    name: 'api-key:test',
    scope: 'organization',
    teamId: undefined,
    email: undefined,
  }) as const;
