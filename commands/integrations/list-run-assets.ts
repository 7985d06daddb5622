import type { Db } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import type { IngestionRunKey } from '../../db/tables/ingestion/runs.ts';
import { listRunAssets } from '../../db/views/ingestion/run-assets.ts';
import type { RunAsset, RunAssetFilter } from '../../db/views/ingestion/run-assets.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { runOnStored } from '../tasks/run-task.ts';

type NamedPort = RunAsset['ports'][number] & { outputPortName: string | null };

/** An asset of a run with the names of the ports that use it and of who changed it since. */
export type NamedRunAsset = Omit<RunAsset, 'ports' | 'since'> & {
  ports: NamedPort[];
  since: (NonNullable<RunAsset['since']> & { principalName: string | null }) | null;
};

/** A page of the assets that a run changed or left alone. */
export async function readRunAssets(
  db: Db,
  key: IngestionRunKey,
  filter: RunAssetFilter,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<NamedRunAsset[]> {
  const assets = await listRunAssets(db, key, filter, page);
  const { organizationId } = key;
  const names = await namePorts(db, organizationId, assets);
  const principals = assets.flatMap(({ since }) => (since ? [since.principal] : []));
  const people =
    principals.length > 0 ? await listPrincipalNames(db, organizationId, principals) : new Map();
  return assets.map((asset) => ({
    ...asset,
    since: asset.since && {
      ...asset.since,
      principalName: (people.get(asset.since.principal) as string | undefined) ?? null,
    },
    ports: asset.ports.map((port) => ({
      ...port,
      outputPortName: names.get(nameOf(port)) ?? port.outputPortId,
    })),
  }));
}

type Port = { dataProductId: string; outputPortId: string | null };
const nameOf = ({ dataProductId, outputPortId }: Port): string =>
  JSON.stringify([dataProductId, outputPortId]);

/** Reads each product once; few assets of a page are in use. */
async function namePorts(
  db: Db,
  organizationId: OrganizationId,
  assets: readonly RunAsset[],
): Promise<ReadonlyMap<string, string>> {
  const ports = assets.flatMap(({ ports: used }) => used);
  const named = new Map<string, string>();
  for (const dataProductId of new Set(ports.map((port) => port.dataProductId))) {
    const key = { organizationId, kind: 'data-product', id: dataProductId };
    const body = (await findDocument(db, key))?.body;
    if (body === undefined) continue;
    for (const { outputPortId, name } of await runOnStored('listPortContracts', body)) {
      if (name !== undefined) named.set(nameOf({ dataProductId, outputPortId }), name);
    }
  }
  return named;
}
