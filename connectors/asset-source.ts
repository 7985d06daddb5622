import type { Static, TObject } from '@sinclair/typebox';
import type { AssetFilter, FilterLevel } from '../domain/ingestion/asset-filter.ts';
import type { ScannedAsset } from '../domain/ingestion/scanned-asset.ts';
import type { SourceAccess } from './connector.ts';

/** What a scan gets from the job that runs it. */
export type ScanContext = {
  /** What a worker may reach, and how long one statement may take; from configuration, never from an integration. */
  access: Pick<SourceAccess, 'allowedHosts' | 'allowedDataDirs' | 'statementTimeoutMs'>;
  /** Aborts when the run is cancelled, or lost: what runs on the platform is then ended there, too. */
  signal: AbortSignal;
  /** What the integration asks for. The job looks at every asset once more; sources use it to ask for less. */
  filter: AssetFilter;
  /** Most assets in a page. */
  pageSize: number;
  /** A line of the run's log, for people: what was left out and why. Never a secret. */
  note: (line: string) => void;
};

/** An open look at a platform; used by one job and closed by it. */
export type AssetScan = {
  /** What was reached, in one sentence without secrets, e.g. `PostgreSQL 16.4, database shop at db:5432`. */
  describe: () => Promise<string>;
  /**
   * Everything that the filter admits, page by page, containers before what they contain. The scan is complete when the
   * iteration ends; whatever keeps it from being complete is thrown, because what is missing from a complete scan is removed.
   */
  pages: () => AsyncIterable<readonly ScannedAsset[]>;
  close: () => Promise<void>;
};

/** A platform whose assets can be ingested; an integration names it as its `source`. */
export type AssetSource<Config extends TObject = TObject, Credentials extends TObject = TObject> = {
  name: string;
  /** As people write it, e.g. `PostgreSQL`. */
  title: string;
  /** What the names in a path of this platform are, outermost first; what is further in is a `name`. */
  levels: readonly FilterLevel[];
  /** Settings that are shown; every member has a description. */
  configSchema: Config;
  /** Settings that are sealed and never shown; every member has a description. */
  credentialsSchema: Credentials;
  /** What its tests run against, in words, e.g. `PostgreSQL 18`; what is honest about fakes. */
  triedAgainst: string;
  /**
   * Connects. Refuses with `source_refused` what `access` does not allow, before any connection, and what cannot be reached or
   * signed in to, with a message that says what to change.
   */
  open: (
    settings: { config: Static<Config>; credentials: Static<Credentials> },
    context: ScanContext,
  ) => Promise<AssetScan>;
};

/** A source whose types of settings are hidden, so that all fit one registry. */
export type AnyAssetSource = Omit<AssetSource, 'open'> & {
  open: (
    settings: { config: unknown; credentials: unknown },
    context: ScanContext,
  ) => Promise<AssetScan>;
};

/** Declares a source; its settings are typed by their schemas, which the caller has checked. */
export function defineAssetSource<Config extends TObject, Credentials extends TObject>(
  source: AssetSource<Config, Credentials>,
): AnyAssetSource {
  return source as unknown as AnyAssetSource;
}
