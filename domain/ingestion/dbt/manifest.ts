import { isObject } from '../../../lib/json/json.ts';

/** A node, source or exposure of a manifest, as dbt writes it. */
export type DbtNode = Record<string, unknown>;

/** The content of manifest.json and catalog.json; entries by unique id. */
export type DbtArtifacts = {
  metadata: Record<string, unknown>;
  nodes: Record<string, DbtNode>;
  sources: Record<string, DbtNode>;
  exposures: Record<string, DbtNode>;
  /** Entries of nodes and sources; empty without a catalog. */
  catalog: Record<string, DbtNode>;
};

/** A parsed manifest.json or catalog.json, of which some parts may be left out. */
export type DbtFile = Record<string, unknown>;

const oldestVersion = 9;

/** Why a manifest cannot be read; undefined if it can. */
export function problemOfManifest(manifest: DbtFile): string | undefined {
  const { dbt_schema_version: schema } = metadataOf(manifest);
  const version = /manifest\/v(\d+)(?:\.json)?$/.exec(String(schema))?.[1];
  if (version === undefined) return 'The manifest contains no version of manifest.json';
  if (Number(version) >= oldestVersion) return undefined;
  return `The manifest is of version ${version}; ${oldestVersion} and newer can be read (dbt 1.5 and newer)`;
}

/** The entries of a manifest, and of a catalog when there is one. */
export function artifactsOf(manifest: DbtFile, catalog: DbtFile = {}): DbtArtifacts {
  return {
    metadata: metadataOf(manifest),
    nodes: entriesOf(manifest['nodes']),
    sources: entriesOf(manifest['sources']),
    exposures: entriesOf(manifest['exposures']),
    catalog: { ...entriesOf(catalog['nodes']), ...entriesOf(catalog['sources']) },
  };
}

const metadataOf = ({ metadata }: DbtFile): Record<string, unknown> =>
  isObject(metadata) ? metadata : {};

function entriesOf(section: unknown): Record<string, DbtNode> {
  if (!isObject(section)) return {};
  const entries = Object.entries(section).filter((entry): entry is [string, DbtNode] =>
    isObject(entry[1]),
  );
  return Object.fromEntries(entries);
}
