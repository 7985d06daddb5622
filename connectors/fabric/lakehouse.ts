import type { AssetPath, ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { demandObject, demandObjects, demandText, factsOf, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import { mapBounded } from '../http/bounded-map.ts';
import { followPages, gather } from '../http/page-chain.ts';
import { askForObject } from '../http/rest-client.ts';
import type { RestClient } from '../http/rest-client.ts';
import { toUnityTable } from '../unity-catalog/asset.ts';
import { openUnityCatalog } from '../unity-catalog/tables.ts';
import type { UnityCatalog } from '../unity-catalog/tables.ts';

/** A lakehouse, and clients for its tables. */
export type Lakehouse = {
  id: string;
  workspaceId: string;
  path: AssetPath;
  fabric: RestClient;
  /** The table API of OneLake for this lakehouse, which is a Unity Catalog. */
  oneLake: RestClient;
  readColumns: boolean;
  admitsName: (name: string) => boolean;
};

/** Maximum page size of the listing of tables. */
const listed = 100;

const columnsReadAtOnce = 8;

/** The schema that OneLake shows for lakehouses without schemas. */
const defaultSchema = 'dbo';

type LakehouseTable = { schema: string; table: string; name: string; facts: AnswerObject };

/**
 * The tables of a lakehouse. Fabric lists the tables of a lakehouse without schemas, OneLake those with schemas; OneLake has the
 * columns of both. The name of a table in a schema is `schema.table`.
 */
export async function listLakehouseTables(lakehouse: Lakehouse): Promise<ScannedAsset[]> {
  const unity = openUnityCatalog(lakehouse.oneLake);
  const tables =
    (await listPlainTables(lakehouse)) ?? (await listTablesInSchemas(lakehouse, unity));
  const admitted = tables.filter(({ name }) => lakehouse.admitsName(name));
  const assets = await mapBounded(admitted, columnsReadAtOnce, (table) =>
    toAsset(lakehouse, unity, table),
  );
  return assets.sort((one, other) =>
    (one.path.at(-1) ?? '') < (other.path.at(-1) ?? '') ? -1 : 1,
  );
}

/** Undefined when the lakehouse has schemas. */
async function listPlainTables({
  fabric,
  workspaceId,
  id,
}: Lakehouse): Promise<LakehouseTable[] | undefined> {
  const path = `/v1/workspaces/${encodeURIComponent(workspaceId)}/lakehouses/${encodeURIComponent(id)}/tables`;
  let hasSchemas = false;
  const pages = followPages('tables of a lakehouse', async (continuationToken) => {
    const query = { maxResults: listed, continuationToken };
    const answer = await fabric({ path, query, accept: [400] });
    const page = demandObject(answer.json);
    const code = textOf(page, 'errorCode');
    hasSchemas = answer.status === 400 && code === 'UnsupportedOperationForSchemasEnabledLakehouse';
    if (hasSchemas) return { items: [], next: undefined };
    if (answer.status === 400)
      throw new Error(`Fabric does not list tables of a lakehouse: ${code}`);
    return { items: demandObjects(page, 'data'), next: textOf(page, 'continuationToken') };
  });
  const found = await gather(pages);
  if (hasSchemas) return undefined;
  return found.map((facts) => {
    const table = demandText(facts, 'name');
    return { schema: defaultSchema, table, name: table, facts };
  });
}

async function listTablesInSchemas(
  { id }: Lakehouse,
  unity: UnityCatalog,
): Promise<LakehouseTable[]> {
  const tables: LakehouseTable[] = [];
  for await (const found of unity.schemas(id)) {
    const schema = demandText(found, 'name');
    for await (const facts of unity.tables(id, schema)) {
      const table = demandText(facts, 'name');
      tables.push({ schema, table, name: `${schema}.${table}`, facts });
    }
  }
  return tables;
}

async function toAsset(
  { id, path, readColumns }: Lakehouse,
  unity: UnityCatalog,
  { schema, table, name, facts }: LakehouseTable,
): Promise<ScannedAsset> {
  const format = textOf(facts, 'format') ?? textOf(facts, 'data_source_format');
  const isDelta = format?.toLowerCase() === 'delta';
  // A table that OneLake does not have, e.g. a broken shortcut, has no columns.
  const detail = readColumns && isDelta ? await unity.table(`${id}.${schema}.${table}`) : undefined;
  const { columns, description } = toUnityTable(detail ?? {}, []);
  return {
    path: [...path, name],
    kind: textOf(facts, 'type') === 'External' ? 'external_table' : 'table',
    description,
    sourceId: textOf(detail, 'table_id'),
    columns: columns?.length === 0 ? undefined : columns,
    properties: factsOf({
      format,
      location: textOf(facts, 'location') ?? textOf(facts, 'storage_location'),
    }),
  };
}

/** All pages of a listing of Fabric's REST API. */
export function listFabric(client: RestClient, path: string): AsyncGenerator<AnswerObject> {
  return followPages(path, async (continuationToken) => {
    const page = await askForObject(client, { path, query: { continuationToken } });
    return { items: demandObjects(page, 'value'), next: textOf(page, 'continuationToken') };
  });
}
