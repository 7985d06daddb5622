import type { JsonObject } from '../../lib/json/json.ts';

/** Names from the outermost container to the asset, e.g. `['shop', 'public', 'orders']`. */
export type AssetPath = readonly string[];

/** Kinds of assets that only contain others. */
export const containerKinds: readonly string[] = [
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
];

/** A column, field or topic member as a platform describes it. */
export type ScannedColumn = {
  name: string;
  /** The platform's own name of the type, e.g. `character varying(20)`. */
  type: string;
  description?: string | undefined;
  /** True when it is never null. */
  required?: boolean | undefined;
  unique?: boolean | undefined;
  primaryKey?: boolean | undefined;
  /** Members of an object. */
  properties?: readonly ScannedColumn[] | undefined;
  /** The items of a list. */
  items?: ScannedColumn | undefined;
  /** Further facts, e.g. a default or a foreign key. */
  custom?: JsonObject | undefined;
};

/**
 * An asset that a scan found on a platform. Its path is unique within an integration, and stable from run to
 * run.
 */
export type ScannedAsset = {
  path: AssetPath;
  /** In lower case with underscores, e.g. `database`, `schema`, `table`, `materialized_view`, `topic`, `model`, `file`. */
  kind: string;
  description?: string | undefined;
  /** Address of the asset's page on the platform. */
  sourceUrl?: string | undefined;
  /** The platform's own identifier, when that is not the path. */
  sourceId?: string | undefined;
  columns?: readonly ScannedColumn[] | undefined;
  /**
   * Facts of the platform, e.g. keys or sizes. Excludes secrets, and facts that differ between scans while the
   * asset is unchanged, which would make every run an update.
   */
  properties?: JsonObject | undefined;
  tags?: readonly string[] | undefined;
  /** True when parts could not be read this time; their stored values stay. */
  isIncomplete?: boolean | undefined;
  /** Container; the path without its last name when left out, null when there is none. */
  parent?: AssetPath | null | undefined;
  /** Upstream assets (lineage) of the same integration. */
  upstream?: readonly AssetPath[] | undefined;
};
