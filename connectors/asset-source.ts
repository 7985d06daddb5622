import type { Static, TObject } from '@sinclair/typebox';
import type { AssetFilter, FilterLevel } from '../domain/ingestion/asset-filter.ts';
import type { ScannedAsset } from '../domain/ingestion/scanned-asset.ts';
import type { SourceAccess } from './connector.ts';

/** The context that the job passes to a scan. */
export type ScanContext = {
  /**
   * Hosts and folders that a worker may access, and the statement timeout; from configuration, never from an
   * integration.
   */
  access: Pick<SourceAccess, 'allowedHosts' | 'allowedDataDirs' | 'statementTimeoutMs'>;
  /** Aborts when the run is cancelled or lost; running statements are then cancelled on the platform. */
  signal: AbortSignal;
  /** The filter of the integration. The job filters every asset again; sources use the filter to read less. */
  filter: AssetFilter;
  /** Maximum number of assets in a page. */
  pageSize: number;
  /** Adds a line for users to the run's log, e.g. what was left out and why. It must not contain a secret. */
  note: (line: string) => void;
};

/** An open connection to a platform; used by one job and closed by it. */
export type AssetScan = {
  /** The server in one sentence without secrets, e.g. `PostgreSQL 16.4, database shop at db:5432`. */
  describe: () => Promise<string>;
  /**
   * All assets that the filter admits, page by page, containers before their content. The scan is complete when the iteration
   * ends; every cause of an incomplete scan is thrown, because the job removes assets that a complete scan did not find.
   */
  pages: () => AsyncIterable<readonly ScannedAsset[]>;
  close: () => Promise<void>;
};

/** Facts about a platform whose assets can be ingested; an integration refers to it as its `source`. */
export type AssetSourceInfo<Name extends string = string> = {
  name: Name;
  /** Name for people, e.g. `PostgreSQL`. */
  title: string;
  /** Kinds of the names in a path of this platform, outermost first; further names are a `name`. */
  levels: readonly FilterLevel[];
  /** Settings that the API shows; every member has a description. */
  configSchema: TObject;
  /** Settings that are encrypted and never shown; every member has a description. */
  credentialsSchema: TObject;
  /** The platform that the tests run against, e.g. `PostgreSQL 18`, or a fake. */
  triedAgainst: string;
};

/** The settings of an integration, typed by the schemas of its source. */
export type SettingsOf<Info extends AssetSourceInfo> = {
  config: Static<Info['configSchema']>;
  credentials: Static<Info['credentialsSchema']>;
};

/** A source with its code. The types of its settings are hidden, so that one registry can contain all sources. */
export type AssetSource<Name extends string = string> = AssetSourceInfo<Name> & {
  open: (
    settings: { config: unknown; credentials: unknown },
    context: ScanContext,
  ) => Promise<AssetScan>;
};

/**
 * Declares a source. `open` connects with settings that the caller has validated. It refuses with `source_refused` platforms that
 * `access` does not allow, before any connection, and failures to connect or sign in, with a message that says what to change.
 */
export function defineAssetSource<Info extends AssetSourceInfo>(
  info: Info,
  open: (settings: SettingsOf<Info>, context: ScanContext) => Promise<AssetScan>,
): AssetSource<Info['name']> {
  return { ...info, open: open as AssetSource['open'] };
}
