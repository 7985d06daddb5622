import { assetsOfDbt } from '../../domain/ingestion/dbt/assets.ts';
import type { DbtArtifacts } from '../../domain/ingestion/dbt/manifest.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { inPages } from '../assets/pages.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { ScanContext } from '../asset-source.ts';
import { readArtifacts } from './artifacts.ts';

function describe({ metadata }: DbtArtifacts): string {
  const version = /v(\d+)(?:\.json)?$/.exec(String(metadata['dbt_schema_version']))?.[1];
  const project = metadata['project_name'];
  const shown = typeof project === 'string' ? `dbt project ${project}` : 'dbt project';
  const made = [`manifest v${version}`];
  if (typeof metadata['dbt_version'] === 'string') made.push(`dbt ${metadata['dbt_version']}`);
  if (typeof metadata['adapter_type'] === 'string') made.push(metadata['adapter_type']);
  return `${shown}: ${made.join(', ')}`;
}

/** Lineage names only assets that the filter admits. */
function admitted(artifacts: DbtArtifacts, { filter, note }: ScanContext): ScannedAsset[] {
  const { assets, renamed } = assetsOfDbt(artifacts);
  for (const id of renamed)
    note(`${id} has its id as a suffix, because another node is the same table`);
  return assets
    .filter(({ path }) => filter.admits(path))
    .map(({ upstream = [], ...asset }) => {
      const known = upstream.filter((path) => filter.admits(path));
      return known.length === 0 ? asset : { ...asset, upstream: known };
    });
}

/** Models, sources, seeds, snapshots, tests and exposures of a dbt project, from the artifacts in `target/`. */
export const dbt = defineAssetSource(about.dbt, async ({ config, credentials }, context) => {
  const artifacts = await readArtifacts({ ...config, ...credentials }, context);
  return {
    describe: async () => describe(artifacts),
    pages: () => inPages(admitted(artifacts, context), context),
    close: async () => undefined,
  };
});
