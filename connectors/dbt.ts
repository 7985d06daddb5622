import { Type } from '@sinclair/typebox';
import type { ScannedAsset } from '../domain/ingestion/scanned-asset.ts';
import { inPages } from './asset-pages.ts';
import { defineAssetSource } from './asset-source.ts';
import type { ScanContext } from './asset-source.ts';
import { readArtifacts } from './dbt-artifacts.ts';
import type { DbtArtifacts } from './dbt-artifacts.ts';
import { assetsOfDbt } from './dbt-assets.ts';

const place = (what: string): string =>
  `${what}: a path inside of the folders in ALLOWED_DATA_DIRS, or an address that begins with https://`;

const configSchema = Type.Object(
  {
    manifest: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: place('target/manifest.json of a dbt project, version 9 or newer'),
    }),
    catalog: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: place('target/catalog.json, which has the types of all columns'),
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    token: Type.Optional(
      Type.String({ minLength: 1, description: 'Bearer token for manifest and catalog addresses' }),
    ),
  },
  { additionalProperties: false },
);

function describe({ metadata }: DbtArtifacts): string {
  const version = /v(\d+)(?:\.json)?$/.exec(String(metadata['dbt_schema_version']))?.[1];
  const project = metadata['project_name'];
  const shown = typeof project === 'string' ? `dbt project ${project}` : 'dbt project';
  const made = [`manifest v${version}`];
  if (typeof metadata['dbt_version'] === 'string') made.push(`dbt ${metadata['dbt_version']}`);
  if (typeof metadata['adapter_type'] === 'string') made.push(metadata['adapter_type']);
  return `${shown}: ${made.join(', ')}`;
}

/** Lineage leads to what the integration asks for only. */
function admitted(artifacts: DbtArtifacts, { filter, note }: ScanContext): ScannedAsset[] {
  const { assets, renamed } = assetsOfDbt(artifacts);
  for (const id of renamed)
    note(`${id} has its id behind its name: another node is the same table`);
  return assets
    .filter(({ path }) => filter.admits(path))
    .map(({ upstream = [], ...asset }) => {
      const known = upstream.filter((path) => filter.admits(path));
      return known.length === 0 ? asset : { ...asset, upstream: known };
    });
}

/** Models, sources, seeds, snapshots, tests and exposures of a dbt project, from what dbt wrote into `target/`. */
export const dbt = defineAssetSource({
  name: 'dbt',
  title: 'dbt',
  levels: ['catalog', 'schema', 'name'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'manifests as dbt writes them',
  async open({ config, credentials }, context) {
    const artifacts = await readArtifacts({ ...config, ...credentials }, context);
    return {
      describe: async () => describe(artifacts),
      pages: () => inPages(admitted(artifacts, context), context),
      close: async () => undefined,
    };
  },
});
