import type { AssetSource, AssetScan } from '../../connectors/asset-source.ts';
import { findAssetSource } from '../../connectors/index.ts';
import { openCredentials, openSettings } from '../../commands/integrations/integration-settings.ts';
import { findIntegration, findSealedSettings } from '../../db/tables/ingestion/integrations.ts';
import type { Integration, IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { createAssetFilter } from '../../domain/ingestion/asset-filter.ts';
import type { AssetFilter } from '../../domain/ingestion/asset-filter.ts';
import type { IntegrationSettings } from '../../domain/ingestion/integration.ts';
import { containerKinds } from '../../domain/ingestion/scanned-asset.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import type { JobContext } from '../define-job.ts';
import { throwDeleted } from '../subject-deleted.ts';
import { cutLine } from './cut-line.ts';
import { hideSecrets } from './hide-secrets.ts';

/**
 * Maximum number of assets in a page, which a run holds in memory; larger pages are hardly faster, and create
 * more garbage.
 */
export const pageSize = 250;

/** An integration with an open scan of its platform. */
export type OpenIntegration = {
  integration: Integration;
  settings: IntegrationSettings;
  filter: AssetFilter;
  /** Describes the platform in a sentence. */
  describe: () => Promise<string>;
  /** True while only containers, such as schemas, have been found. */
  isBare: () => boolean;
  /** Pages of the source; errors of the source become refusals without secrets. */
  pages: () => AsyncGenerator<readonly ScannedAsset[], void>;
  close: () => Promise<void>;
};

/**
 * Opens the platform of an integration. Throws `SubjectDeleted`, and refuses if the source refuses or fails.
 */
export async function openIntegration(
  context: JobContext,
  key: IntegrationKey,
  note: (line: string) => void,
): Promise<OpenIntegration> {
  const { integration, source, settings, credentials } = await read(context, key);
  const filter = createAssetFilter(settings.filters, source.levels);
  const { signal } = context;
  const hide = hideSecrets(credentials);
  const rethrow = throwWithout(hide);
  const ofSource = guardSource(signal, rethrow);
  const scan = await ofSource(() =>
    source.open(
      { config: settings.configuration, credentials },
      {
        access: context.settings.sourceAccess,
        signal,
        filter,
        pageSize,
        note: (line) => note(hide(line)),
      },
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
    describe: async () => hide(await ofSource(scan.describe)),
    isBare: () => !hasContent,
    pages: () => readPages(scan, ofSource, look),
    // Closes also after a cancellation: nothing of the run may stay open on the platform.
    close: () => scan.close().catch(rethrow),
  };
}

async function read(
  { database: { knex }, settings: { secretKey } }: JobContext,
  key: IntegrationKey,
): Promise<{
  integration: Integration;
  source: AssetSource;
  settings: IntegrationSettings;
  credentials: Record<string, unknown>;
}> {
  const integration = await findIntegration(knex, key);
  const sealed = await findSealedSettings(knex, key);
  if (!integration || !sealed) {
    return throwDeleted(`The integration '${key.id}' was deleted.`);
  }
  const source =
    findAssetSource(integration.source) ??
    refuse('source_refused', `This worker does not know the source '${integration.source}'.`);
  return {
    integration,
    source,
    settings: openSettings(sealed, key, secretKey),
    credentials: openCredentials(sealed, key, secretKey),
  };
}

type OfSource = <T>(work: () => Promise<T>) => Promise<T>;

/** Throws an error of a source with its message, but without any credential. */
function throwWithout(hide: (text: string) => string): (error: unknown) => never {
  return (error) => {
    const shown = hide(error instanceof Error ? error.message : String(error));
    const code = error instanceof Refusal ? error.code : 'source_failed';
    throw new Refusal(code, shown === '' ? 'The source failed without a message.' : cutLine(shown));
  };
}

/** An error of the source ends the run; a cancellation stays a cancellation. */
function guardSource(signal: AbortSignal, rethrow: (error: unknown) => never): OfSource {
  return async (work) => {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      return rethrow(error);
    }
  };
}

const containers = new Set(containerKinds);

const isContainer = (kind: string): boolean => containers.has(kind);

/** Splits the pages of a source that are too large. */
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
