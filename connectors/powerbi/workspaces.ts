import { Refusal } from '../../domain/errors.ts';
import { pause } from '../../lib/clock.ts';
import { demandObjects, demandText, objectsOf, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import type { ScanContext } from '../asset-source.ts';
import { mapBounded } from '../http/bounded-map.ts';
import { followPages, gather } from '../http/page-chain.ts';
import { toPowerBiItems } from './item.ts';
import type { PowerBiWorkspace, WorkspaceLists } from './item.ts';
import { askForObject } from '../http/rest-client.ts';
import type { RestCall, RestClient } from '../http/rest-client.ts';
import { timeoutError } from '../source-error.ts';

const api = '/v1.0/myorg';

/** Maximum page size of the listing of workspaces. */
const listed = 1000;

/** Maximum number of workspaces in one scan of the admin API. */
const scannedAtOnce = 100;

/** Parallel requests, because the API has no request for several workspaces or dashboards. */
const askedAtOnce = 4;

const firstPauseMs = 100;
const maxPauseMs = 5_000;
const scanTimeoutMs = 15 * 60_000;

type Asking = { client: RestClient; context: ScanContext };

/**
 * The workspaces that the filter admits: those with the app as a member, or all active workspaces of the tenant without personal
 * ones. The listing ends at an empty page, because a page may be shorter than its limit.
 */
export async function listPowerBiWorkspaces(
  { client, context }: Asking,
  isTenant: boolean,
): Promise<AnswerObject[]> {
  const path = isTenant ? `${api}/admin/groups` : `${api}/groups`;
  const pages = followPages('workspaces', async (token) => {
    const query = { $top: listed, $skip: Number(token ?? 0) };
    const items = demandObjects(await askForObject(client, { path, query }), 'value');
    return { items, next: items.length === 0 ? undefined : String(query.$skip + items.length) };
  });
  const all = await gather(pages);
  if (new Set(all.map((workspace) => workspace['id'])).size < all.length) {
    throw new Error('The workspaces of Power BI changed while they were listed');
  }
  return all.filter(
    (workspace) =>
      textOf(workspace, 'type') !== 'PersonalGroup' &&
      ['Active', undefined].includes(textOf(workspace, 'state')) &&
      context.filter.admitsName('catalog', demandText(workspace, 'name')),
  );
}

/**
 * The workspaces with their items, and with the tables of semantic models if the admin scanner can be used. That requires a
 * tenant setting for service principals (read-only admin APIs). With `isRequired` its absence is a refusal instead of a note.
 */
export async function readPowerBiWorkspaces(
  { client, context }: Asking,
  listedWorkspaces: readonly AnswerObject[],
  isRequired: boolean,
): Promise<PowerBiWorkspace[]> {
  const found: PowerBiWorkspace[] = [];
  for (let from = 0; from < listedWorkspaces.length; from += scannedAtOnce) {
    const group = listedWorkspaces.slice(from, from + scannedAtOnce);
    const scanned = await scanGroup({ client, context }, group).catch((error: unknown) => {
      const mayGoOn = error instanceof Refusal && !isRequired && from === 0;
      if (mayGoOn) return undefined;
      throw error;
    });
    if (scanned === undefined) {
      context.note(
        'No tables and columns of semantic models: the app may not use the admin scanner. An administrator can allow service principals to use read-only admin APIs',
      );
      return mapBounded(listedWorkspaces, askedAtOnce, (facts) => readPlainly(client, facts));
    }
    found.push(...scanned);
  }
  return found;
}

async function scanGroup(
  { client, context }: Asking,
  group: readonly AnswerObject[],
): Promise<PowerBiWorkspace[]> {
  const begun = await askForObject(client, {
    method: 'POST',
    path: `${api}/admin/workspaces/getInfo`,
    query: { lineage: true, datasourceDetails: true, datasetSchema: true },
    body: { workspaces: group.map((workspace) => demandText(workspace, 'id')) },
  });
  const scanId = encodeURIComponent(demandText(begun, 'id'));
  await waitForScan({ client, context }, scanId);
  const path = `${api}/admin/workspaces/scanResult/${scanId}`;
  const results = demandObjects(await askForObject(client, { path }), 'workspaces');
  const byId = new Map(results.map((result) => [demandText(result, 'id').toLowerCase(), result]));
  return group.map((workspace) => {
    const id = demandText(workspace, 'id');
    const result = byId.get(id.toLowerCase());
    if (result === undefined) throw new Error(`The scan of Power BI lacks workspace ${id}`);
    const lists: WorkspaceLists = {
      datasets: objectsOf(result, 'datasets'),
      reports: objectsOf(result, 'reports'),
      dashboards: objectsOf(result, 'dashboards'),
      dataflows: objectsOf(result, 'dataflows'),
    };
    return toWorkspace({ ...withoutLists(result), ...workspace }, lists);
  });
}

function withoutLists(result: AnswerObject): AnswerObject {
  return Object.fromEntries(Object.entries(result).filter(([, value]) => !Array.isArray(value)));
}

async function waitForScan({ client, context }: Asking, scanId: string): Promise<void> {
  const begun = performance.now();
  const path = `${api}/admin/workspaces/scanStatus/${scanId}`;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const status = textOf(await askForObject(client, { path }), 'status')?.toLowerCase();
    if (status === 'succeeded') return;
    if (status === 'failed') throw new Error('Power BI could not scan the workspaces');
    if (performance.now() - begun > scanTimeoutMs) {
      throw timeoutError('Power BI did not complete the scan of workspaces in time');
    }
    await pause(pauseMs, context.signal);
    context.signal.throwIfAborted();
  }
}

async function readPlainly(client: RestClient, facts: AnswerObject): Promise<PowerBiWorkspace> {
  const group = `${api}/groups/${encodeURIComponent(demandText(facts, 'id'))}`;
  const list = async (path: string, more: Partial<RestCall> = {}): Promise<AnswerObject[]> =>
    demandObjects(await askForObject(client, { path: `${group}/${path}`, ...more }), 'value');
  const dashboards = await list('dashboards');
  const withTiles = await mapBounded(dashboards, askedAtOnce, async (dashboard) => {
    const id = encodeURIComponent(demandText(dashboard, 'id'));
    return { ...dashboard, tiles: await list(`dashboards/${id}/tiles`) };
  });
  const links = await list('datasets/upstreamDataflows');
  const datasets = (await list('datasets')).map((dataset) => ({
    ...dataset,
    upstreamDataflows: links
      .filter((link) => link['datasetObjectId'] === dataset['id'])
      .map((link) => ({ targetDataflowId: link['dataflowObjectId'] })),
  }));
  const lists: WorkspaceLists = {
    datasets,
    reports: await list('reports'),
    dashboards: withTiles,
    dataflows: await list('dataflows'),
  };
  return toWorkspace(facts, lists);
}

function toWorkspace(facts: AnswerObject, lists: WorkspaceLists): PowerBiWorkspace {
  const items = toPowerBiItems(lists).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return { id: demandText(facts, 'id'), name: demandText(facts, 'name'), facts, items };
}

function keyOf({ type, name, id }: { type: string; name: string; id: string }): string {
  return `${type}\0${name}\0${id}`;
}
