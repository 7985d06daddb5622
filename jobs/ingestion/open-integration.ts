import type { AnyAssetSource, AssetScan } from '../../connectors/asset-source.ts';
import { findAssetSource } from '../../connectors/index.ts';
import { openCredentials, openSettings } from '../../commands/integrations/integration-settings.ts';
import { findIntegration, findSealedSettings } from '../../db/tables/integrations.ts';
import type { Integration, IntegrationKey } from '../../db/tables/integrations.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { createAssetFilter } from '../../domain/ingestion/asset-filter.ts';
import type { AssetFilter } from '../../domain/ingestion/asset-filter.ts';
import type { IntegrationSettings } from '../../domain/ingestion/integration.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import type { JobContext } from '../define-job.ts';

/** Most assets in a page, which is what a run holds at once: more are hardly faster, and leave more garbage behind. */
export const pageSize = 250;

/** An integration with an open look at its platform. */
export type OpenIntegration = {
  integration: Integration;
  settings: IntegrationSettings;
  filter: AssetFilter;
  /** What was reached, in a sentence. */
  describe: () => Promise<string>;
  /** Whether nothing but containers, such as schemas, has been found so far. */
  isBare: () => boolean;
  /** Pages as the source gives them; what the source throws is a refusal without secrets. */
  pages: () => AsyncGenerator<readonly ScannedAsset[], void>;
  close: () => Promise<void>;
};

/** Opens the platform of an integration. Refuses with `not_found`, and with what the source refuses or throws. */
export async function openIntegration(
  context: JobContext,
  key: IntegrationKey,
  note: (line: string) => void,
): Promise<OpenIntegration> {
  const { integration, source, settings, credentials } = await read(context, key);
  const filter = createAssetFilter(settings.filters, source.levels);
  const { signal } = context;
  const told = tellWithout(credentials);
  const ofSource = guardSource(signal, told);
  const scan = await ofSource(() =>
    source.open(
      { config: settings.configuration, credentials },
      { access: context.settings.sourceAccess, signal, filter, pageSize, note },
    ),
  );
  let hasContent = false;
  const look = (page: readonly ScannedAsset[]): void => {
    hasContent ||= page.some(({ kind, path }) => !isContainer(kind) && filter.admits(path));
  };
  return {
    integration,
    settings,
    filter,
    describe: () => ofSource(scan.describe),
    isBare: () => !hasContent,
    pages: () => readPages(scan, ofSource, look),
    // Also after a cancellation: nothing of the run may stay open on the platform.
    close: () => scan.close().catch(told),
  };
}

async function read(
  { database: { knex }, settings: { secretKey } }: JobContext,
  key: IntegrationKey,
): Promise<{
  integration: Integration;
  source: AnyAssetSource;
  settings: IntegrationSettings;
  credentials: Record<string, unknown>;
}> {
  const integration = await findIntegration(knex, key);
  const sealed = await findSealedSettings(knex, key);
  if (!integration || !sealed) {
    return refuse('not_found', `The integration '${key.id}' no longer exists.`);
  }
  const source =
    findAssetSource(integration.source) ??
    refuse('source_refused', `This worker knows no source '${integration.source}'.`);
  return {
    integration,
    source,
    settings: openSettings(sealed, key, secretKey),
    credentials: openCredentials(sealed, key, secretKey),
  };
}

type OfSource = <T>(work: () => Promise<T>) => Promise<T>;

/** Throws what a source has thrown, with its words, but without any credential in them. */
function tellWithout(credentials: Record<string, unknown>): (error: unknown) => never {
  // Whom a platform does not let in is what people need to read.
  const { username: _, ...hidden } = credentials;
  const secrets = Object.values(hidden).filter(
    (value): value is string => typeof value === 'string' && value.length > 2,
  );
  return (error) => {
    const message = error instanceof Error ? error.message : String(error);
    const shown = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), message);
    const code = error instanceof Refusal ? error.code : 'source_failed';
    throw new Refusal(code, shown === '' ? 'The source failed without a message.' : shown);
  };
}

/** What a source throws ends the run; a cancellation stays one. */
function guardSource(signal: AbortSignal, told: (error: unknown) => never): OfSource {
  return async (work) => {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      return told(error);
    }
  };
}

const containers = new Set([
  'catalog',
  'database',
  'schema',
  'project',
  'dataset',
  'workspace',
  'data_source',
  'folder',
  'directory',
  'bucket',
]);

const isContainer = (kind: string): boolean => containers.has(kind);

/** A page is what a source gave at once, or a part of it when that is too much. */
async function* readPages(
  scan: AssetScan,
  ofSource: OfSource,
  look: (page: readonly ScannedAsset[]) => void,
): AsyncGenerator<readonly ScannedAsset[], void> {
  const iterator = scan.pages()[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await ofSource(() => iterator.next());
      if (next.done) return;
      look(next.value);
      for (let at = 0; at < next.value.length; at += pageSize) {
        yield next.value.slice(at, at + pageSize);
      }
    }
  } finally {
    await iterator.return?.();
  }
}
