import type {
  AssetPath,
  ScannedAsset,
  ScannedColumn,
} from '../../domain/ingestion/scanned-asset.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { demandText, factsOf, flagOf, objectOf, objectsOf, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import { uniqueNames } from '../assets/unique-name.ts';

/** A workspace of Power BI with its items, from the REST API or the admin scanner. */
export type PowerBiWorkspace = {
  id: string;
  name: string;
  facts: AnswerObject;
  items: PowerBiItem[];
};

export type PowerBiType = 'SemanticModel' | 'Report' | 'PaginatedReport' | 'Dashboard' | 'Dataflow';

export type PowerBiItem = {
  id: string;
  name: string;
  type: PowerBiType;
  facts: AnswerObject;
  /** Ids of the upstream items, in any workspace. */
  madeOf: readonly string[];
};

const kinds: Readonly<Record<PowerBiType, string>> = {
  SemanticModel: 'semantic_model',
  Report: 'report',
  PaginatedReport: 'paginated_report',
  Dashboard: 'dashboard',
  Dataflow: 'dataflow',
};

/** Paths of items in the web application, below their workspace. */
const places: Readonly<Record<PowerBiType, string>> = {
  SemanticModel: 'datasets',
  Report: 'reports',
  PaginatedReport: 'rdlreports',
  Dashboard: 'dashboards',
  Dataflow: 'dataflows',
};

/** Lists of a workspace, with the same names in REST API and scanner. */
export type WorkspaceLists = Record<
  'datasets' | 'reports' | 'dashboards' | 'dataflows',
  AnswerObject[]
>;

/** The items of a workspace, without the copies that belong to published apps. */
export function toPowerBiItems(lists: WorkspaceLists): PowerBiItem[] {
  const own = (list: readonly AnswerObject[]): AnswerObject[] =>
    list.filter((item) => textOf(item, 'appId') === undefined);
  return [
    ...own(lists.dataflows).map(toDataflow),
    ...own(lists.datasets).map(toDataset),
    ...own(lists.reports).map(toReport),
    ...own(lists.dashboards).map(toDashboard),
  ];
}

function toDataflow(facts: AnswerObject): PowerBiItem {
  const id = demandText(facts, 'objectId');
  const madeOf = idsIn(objectsOf(facts, 'upstreamDataflows'), 'targetDataflowId');
  return { id, name: textOf(facts, 'name') ?? id, type: 'Dataflow', facts, madeOf };
}

function toDataset(facts: AnswerObject): PowerBiItem {
  const id = demandText(facts, 'id');
  const madeOf = [
    ...idsIn(objectsOf(facts, 'upstreamDataflows'), 'targetDataflowId'),
    ...idsIn(objectsOf(facts, 'upstreamDatasets'), 'targetDatasetId'),
  ];
  return { id, name: textOf(facts, 'name') ?? id, type: 'SemanticModel', facts, madeOf };
}

function toReport(facts: AnswerObject): PowerBiItem {
  const id = demandText(facts, 'id');
  const isPaginated = textOf(facts, 'reportType') === 'PaginatedReport';
  const type = isPaginated ? 'PaginatedReport' : 'Report';
  return {
    id,
    name: textOf(facts, 'name') ?? id,
    type,
    facts,
    madeOf: idsIn([facts], 'datasetId'),
  };
}

function toDashboard(facts: AnswerObject): PowerBiItem {
  const id = demandText(facts, 'id');
  const tiles = objectsOf(facts, 'tiles');
  const madeOf = [
    ...idsIn(tiles, 'reportId'),
    // A tile of a report also names the data of that report, which is not a direct source of the dashboard.
    ...idsIn(
      tiles.filter((tile) => textOf(tile, 'reportId') === undefined),
      'datasetId',
    ),
  ];
  return { id, name: textOf(facts, 'displayName') ?? id, type: 'Dashboard', facts, madeOf };
}

function idsIn(list: readonly AnswerObject[], member: string): string[] {
  return list.map((entry) => textOf(entry, member)).filter((id) => id !== undefined);
}

/** Paths of all items by id: `[workspace, name.Type]`, as in Fabric; duplicate names get the id as a suffix. */
export function pathsOfItems(workspaces: readonly PowerBiWorkspace[]): Map<string, AssetPath> {
  const paths = new Map<string, AssetPath>();
  const workspaceNames = uniqueNames(workspaces);
  for (const workspace of workspaces) {
    const name = workspaceNames.get(workspace.id) ?? workspace.name;
    paths.set(workspace.id, [name]);
    for (const type of Object.keys(kinds)) {
      const items = workspace.items.filter((item) => item.type === type);
      for (const [id, unique] of uniqueNames(items)) paths.set(id, [name, `${unique}.${type}`]);
    }
  }
  return paths;
}

/** Converts a workspace to an asset. */
export function toWorkspaceAsset(
  { id, facts }: PowerBiWorkspace,
  path: AssetPath,
  appUrl: string,
): ScannedAsset {
  return {
    path,
    kind: 'workspace',
    description: textOf(facts, 'description'),
    sourceId: id,
    sourceUrl: `${appUrl}/groups/${id}`,
    properties: factsOf({ type: textOf(facts, 'type'), capacityId: textOf(facts, 'capacityId') }),
  };
}

/** Converts an item to an asset, followed by the tables of a semantic model, as far as the scanner lists them. */
export function* toItemAssets(
  { id, type, facts, madeOf }: PowerBiItem,
  paths: ReadonlyMap<string, AssetPath>,
  { workspaceId, appUrl }: { workspaceId: string; appUrl: string },
): Generator<ScannedAsset> {
  const path = paths.get(id) ?? [];
  yield {
    path,
    kind: kinds[type],
    description: textOf(facts, 'description'),
    sourceId: id,
    sourceUrl: `${appUrl}/groups/${workspaceId}/${places[type]}/${id}`,
    properties: factsOf({
      configuredBy: textOf(facts, 'configuredBy'),
      storageMode: textOf(facts, 'targetStorageMode'),
      contentProviderType: textOf(facts, 'contentProviderType'),
      endorsement: textOf(objectOf(facts, 'endorsementDetails'), 'endorsement'),
      sensitivityLabel: textOf(objectOf(facts, 'sensitivityLabel'), 'labelId'),
    }),
    upstream: sourcePaths(madeOf, paths),
  };
  if (type !== 'SemanticModel') return;
  for (const table of objectsOf(facts, 'tables')) yield toTableAsset(table, path);
}

function sourcePaths(
  madeOf: readonly string[],
  paths: ReadonlyMap<string, AssetPath>,
): AssetPath[] {
  const found = [...new Set(madeOf)]
    .map((id) => paths.get(id))
    .filter((path) => path !== undefined);
  return found.sort((one, other) => (one.join('\0') < other.join('\0') ? -1 : 1));
}

function toTableAsset(table: AnswerObject, model: AssetPath): ScannedAsset {
  const measures = objectsOf(table, 'measures').map(toMeasure);
  return {
    path: [...model, demandText(table, 'name')],
    kind: 'table',
    description: textOf(table, 'description'),
    columns: objectsOf(table, 'columns').map(toColumn),
    properties: factsOf({
      isHidden: flagOf(table, 'isHidden') === true ? true : undefined,
      measures,
    }),
  };
}

function toMeasure(measure: AnswerObject): JsonObject {
  const facts = factsOf({
    name: textOf(measure, 'name'),
    description: textOf(measure, 'description'),
  });
  return facts ?? {};
}

function toColumn(column: AnswerObject): ScannedColumn {
  return {
    name: demandText(column, 'name'),
    type: textOf(column, 'dataType') ?? 'unknown',
    description: textOf(column, 'description'),
    custom: factsOf({
      isHidden: flagOf(column, 'isHidden') === true ? true : undefined,
      // `Data` and `RowNumber` are ordinary columns; the model computes `Calculated` ones.
      columnType: textOf(column, 'columnType') === 'Calculated' ? 'Calculated' : undefined,
      dataCategory: textOf(column, 'dataCategory'),
    }),
  };
}
