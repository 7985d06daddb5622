import type { JsonObject } from '../../lib/json.ts';

/** Names from the outermost container to the thing itself, e.g. `['shop', 'public', 'orders']`. */
export type AssetPath = readonly string[];

/** A column, field or topic member as a platform describes it, before it is part of an asset document. */
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
  /** What a list holds. */
  items?: ScannedColumn | undefined;
  /** Further facts, e.g. a default or a foreign key. */
  custom?: JsonObject | undefined;
};

/** A thing that a scan found on a platform. Its path is unique within an integration, and stays the same from run to run. */
export type ScannedAsset = {
  path: AssetPath;
  /** In lower case with underscores, e.g. `database`, `schema`, `table`, `materialized_view`, `topic`, `model`, `file`. */
  kind: string;
  description?: string | undefined;
  /** Where people look at it on the platform. */
  sourceUrl?: string | undefined;
  /** The platform's own identifier, when that is not the path. */
  sourceId?: string | undefined;
  columns?: readonly ScannedColumn[] | undefined;
  /**
   * Facts of the platform, e.g. keys or sizes; nothing that differs from scan to scan while the thing itself is unchanged,
   * and no secrets: they would make every run an update.
   */
  properties?: JsonObject | undefined;
  tags?: readonly string[] | undefined;
  /** True when some of it could not be read this time: what is stored of that stays. */
  isIncomplete?: boolean | undefined;
  /** Container; the path without its last name when left out, null when there is none. */
  parent?: AssetPath | null | undefined;
  /** What it is made of (lineage), of the same integration. */
  upstream?: readonly AssetPath[] | undefined;
};
