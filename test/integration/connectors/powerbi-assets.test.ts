import { powerbi } from '../../../connectors/powerbi/asset-source.ts';
import {
  assetAt,
  itMeetsTheSourceContract,
  openScan,
  pathsOf,
  scanAssets,
} from '../../support/sources/asset-source-contract.ts';
import {
  answerAsEntra,
  entraSecret,
  entraSettings,
  entraToken,
  isEntraSignIn,
} from '../../support/fakes/entra.ts';
import { platformOfEachTest } from '../../support/fakes/platform.ts';
import type { PlatformAnswer, PlatformRequest } from '../../support/fakes/platform.ts';

const scope = 'https://analysis.windows.net/powerbi/api/.default';

const groups = [
  {
    id: 'AAAAAAAA-0000-4000-8000-000000000001',
    name: 'Sales',
    type: 'Workspace',
    isReadOnly: false,
  },
  { id: 'BBBBBBBB-0000-4000-8000-000000000002', name: 'Finance', type: 'Workspace' },
  { id: 'CCCCCCCC-0000-4000-8000-000000000003', name: 'Empty', type: 'Workspace' },
];

let modified = 0;

/** As GetScanResult answers, with what the plain lists of a workspace have, too. */
const contents: Record<string, Record<string, any[]>> = {
  'AAAAAAAA-0000-4000-8000-000000000001': {
    datasets: [
      {
        id: 'd1',
        name: 'Orders',
        description: 'Orders of all shops',
        configuredBy: 'ann@contoso.example',
        targetStorageMode: 'Abf',
        endorsementDetails: { endorsement: 'Certified', certifiedBy: 'bob@contoso.example' },
        tables: [
          {
            name: 'Order Lines',
            columns: [
              { name: 'Sku', dataType: 'String', isHidden: false, columnType: 'Data' },
              { name: 'Margin', dataType: 'Double', isHidden: true, columnType: 'Calculated' },
            ],
            measures: [{ name: 'Revenue', description: 'In euros', isHidden: false }],
            isHidden: false,
          },
        ],
        upstreamDataflows: [
          { targetDataflowId: 'f1', groupId: 'BBBBBBBB-0000-4000-8000-000000000002' },
        ],
      },
    ],
    reports: [
      { id: 'r1', name: 'Orders', datasetId: 'd1', reportType: 'PowerBIReport' },
      { id: 'r2aaaaaa-1', name: 'Margins', datasetId: 'd1', reportType: 'PowerBIReport' },
      { id: 'r2bbbbbb-1', name: 'Margins', datasetId: 'd1', reportType: 'PowerBIReport' },
      { id: 'r3', name: 'Invoices', reportType: 'PaginatedReport' },
    ],
    dashboards: [{ id: 'b1', displayName: 'Overview', isReadOnly: false }],
    dataflows: [],
  },
  'BBBBBBBB-0000-4000-8000-000000000002': {
    datasets: [],
    reports: [
      { id: 'r4', name: 'Orders for Finance', datasetId: 'd1', reportType: 'PowerBIReport' },
      { id: 'r5', name: 'Orders', datasetId: 'd1', appId: 'published-app' },
    ],
    dashboards: [],
    dataflows: [{ objectId: 'f1', name: 'Rates', description: 'Exchange rates' }],
  },
  'CCCCCCCC-0000-4000-8000-000000000003': {
    datasets: [],
    reports: [],
    dashboards: [],
    dataflows: [],
  },
};

const tiles = [
  { id: 't1', title: 'Revenue', reportId: 'r1', datasetId: 'd1' },
  { id: 't2', title: 'Asked', datasetId: 'd1' },
];

const statuses = ['NotStarted', 'Running', 'Succeeded'];

function listGroups(query: URLSearchParams): PlatformAnswer {
  // Pages are shorter than asked for; the documentation promises no length.
  const skip = Number(query.get('$skip') ?? 0);
  const size = Math.min(Number(query.get('$top')), 2);
  return { json: { '@odata.context': 'c', value: groups.slice(skip, skip + size) } };
}

function scanResult(ids: readonly string[]): PlatformAnswer {
  const workspaces = groups
    .filter(({ id }) => ids.includes(id))
    // In another order than asked for, and with ids in other letters.
    .toReversed()
    .map(({ id, name, type }) => ({
      id: id.toLowerCase(),
      name,
      type,
      state: 'Active',
      capacityId: 'cap-1',
      ...contents[id],
      dashboards: contents[id]?.['dashboards']?.map((board) => ({ ...board, tiles })),
      reports: contents[id]?.['reports']?.map((report) => ({
        ...report,
        modifiedDateTime: String((modified += 1)),
      })),
    }));
  return { json: { workspaces, datasourceInstances: [], misconfiguredDatasourceInstances: [] } };
}

let scanned: string[] = [];
let looks = 0;

function answer(request: PlatformRequest): PlatformAnswer {
  const refused = answerAsEntra(request, scope);
  if (refused !== undefined) return refused;
  const { method, path, query, json } = request;
  if (path === '/v1.0/myorg/groups') return listGroups(query);
  if (method === 'POST' && path === '/v1.0/myorg/admin/workspaces/getInfo') {
    expect(query.get('datasetSchema')).toBe('true');
    expect(query.get('lineage')).toBe('true');
    scanned = json.workspaces;
    looks = 0;
    return { status: 202, json: { id: 'scan-1', status: 'NotStarted' } };
  }
  if (path === '/v1.0/myorg/admin/workspaces/scanStatus/scan-1') {
    return { json: { id: 'scan-1', status: statuses[looks++] } };
  }
  if (path === '/v1.0/myorg/admin/workspaces/scanResult/scan-1') return scanResult(scanned);
  return { status: 404, json: {} };
}

/** The same tenant for an app that may not use the admin API. */
function answerPlainly(request: PlatformRequest): PlatformAnswer {
  const { path } = request;
  if (path.includes('/admin/')) return { status: 403, json: { error: { code: 'Unauthorized' } } };
  const [, group = '', list = ''] = /^\/v1\.0\/myorg\/groups\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const value = contents[group]?.[list];
  if (value !== undefined) return { json: { value: withoutScan(value) } };
  if (list === 'dashboards/b1/tiles') return { json: { value: tiles } };
  if (list === 'datasets/upstreamDataflows') {
    const link = {
      datasetObjectId: 'd1',
      dataflowObjectId: 'f1',
      workspaceObjectId: groups[1]?.id,
    };
    return { json: { value: group.startsWith('AAAA') ? [link] : [] } };
  }
  return answer(request);
}

function withoutScan(list: any[]): any[] {
  return list
    .filter(({ appId }) => appId === undefined)
    .map(({ tables: _tables, upstreamDataflows: _flows, ...item }) => item);
}

const settings = (url: string): { config: Record<string, unknown>; credentials: object } => {
  const { config, credentials } = entraSettings(url);
  return { config: { ...config, apiUrl: url, appUrl: 'https://app.example' }, credentials };
};

const everything = [
  'Sales',
  'Sales/Overview.Dashboard',
  'Sales/Invoices.PaginatedReport',
  'Sales/Margins (r2aaaaaa).Report',
  'Sales/Margins (r2bbbbbb).Report',
  'Sales/Orders.Report',
  'Sales/Orders.SemanticModel',
  'Sales/Orders.SemanticModel/Order Lines',
  'Finance',
  'Finance/Rates.Dataflow',
  'Finance/Orders for Finance.Report',
  'Empty',
];

describe('Power BI as a source of assets', () => {
  const platform = platformOfEachTest(() => answer);

  it('lists workspaces, items and tables with columns and lineage across workspaces', async () => {
    const assets = await scanAssets(powerbi, settings(platform.url));
    expect(pathsOf(assets)).toEqual(everything);
    expect(assetAt(assets, 'Sales', 'Orders.SemanticModel')).toEqual({
      path: ['Sales', 'Orders.SemanticModel'],
      kind: 'semantic_model',
      description: 'Orders of all shops',
      sourceId: 'd1',
      sourceUrl: `https://app.example/groups/${groups[0]?.id}/datasets/d1`,
      properties: {
        configuredBy: 'ann@contoso.example',
        storageMode: 'Abf',
        endorsement: 'Certified',
      },
      upstream: [['Finance', 'Rates.Dataflow']],
    });
    expect(assetAt(assets, 'Sales', 'Orders.SemanticModel', 'Order Lines')).toEqual({
      path: ['Sales', 'Orders.SemanticModel', 'Order Lines'],
      kind: 'table',
      columns: [
        { name: 'Sku', type: 'String' },
        { name: 'Margin', type: 'Double', custom: { isHidden: true, columnType: 'Calculated' } },
      ],
      properties: { measures: [{ name: 'Revenue', description: 'In euros' }] },
    });
    expect(assetAt(assets, 'Finance', 'Orders for Finance.Report').upstream).toEqual([
      ['Sales', 'Orders.SemanticModel'],
    ]);
    expect(assetAt(assets, 'Sales', 'Overview.Dashboard').upstream).toEqual([
      ['Sales', 'Orders.Report'],
      ['Sales', 'Orders.SemanticModel'],
    ]);
    expect(assetAt(assets, 'Sales', 'Invoices.PaginatedReport').kind).toBe('paginated_report');
    expect(assetAt(assets, 'Sales').properties).toEqual({ type: 'Workspace', capacityId: 'cap-1' });
  });

  it('asks only for workspaces that the filter admits', async () => {
    const filters = { catalogs: ['sales'], schemas: ['*.SemanticModel', '*.Report'] };
    const assets = await scanAssets(powerbi, settings(platform.url), { filters });
    expect(pathsOf(assets)).toEqual([
      'Sales',
      'Sales/Margins (r2aaaaaa).Report',
      'Sales/Margins (r2bbbbbb).Report',
      'Sales/Orders.Report',
      'Sales/Orders.SemanticModel',
      'Sales/Orders.SemanticModel/Order Lines',
    ]);
    expect(scanned).toEqual([groups[0]?.id]);
    // The dataflow is in a workspace that is not admitted.
    expect(assetAt(assets, 'Sales', 'Orders.SemanticModel').upstream).toBeUndefined();
  });

  it('does without tables where the app may not use the admin scanner, and says so', async () => {
    platform.answer(answerPlainly);
    const notes: string[] = [];
    const assets = await scanAssets(powerbi, settings(platform.url), { notes });
    expect(pathsOf(assets)).toEqual(everything.filter((path) => !path.endsWith('Order Lines')));
    expect(assetAt(assets, 'Sales', 'Overview.Dashboard').upstream).toHaveLength(2);
    expect(assetAt(assets, 'Sales', 'Orders.SemanticModel').upstream).toEqual([
      ['Finance', 'Rates.Dataflow'],
    ]);
    expect(notes).toEqual([expect.stringMatching(/^No tables and columns.*admin scanner/)]);
  });

  it('refuses to scan a whole tenant without the admin API', async () => {
    platform.answer(answerPlainly);
    const { config, credentials } = settings(platform.url);
    const opened = openScan(powerbi, { config: { ...config, workspaces: 'tenant' }, credentials });
    await expect(opened).rejects.toMatchObject({ code: 'source_refused' });
  });

  it.each([
    ['fails', { json: { status: 'Failed' } }],
    ['lacks a workspace', undefined],
  ])('throws when the scan of the platform %s', async (_what, status) => {
    platform.answer((request) => {
      if (status !== undefined && request.path.includes('/scanStatus/')) return status;
      return request.path.includes('/scanResult/') ? scanResult(scanned.slice(1)) : answer(request);
    });
    await expect(scanAssets(powerbi, settings(platform.url))).rejects.toThrow(/Power BI/);
  });

  it('says what it reached, and that a secret is wrong', async () => {
    const scan = await openScan(powerbi, settings(platform.url));
    expect(await scan.describe()).toBe(
      'Power BI, tenant contoso.example as app app-1, workspaces of which it is a member',
    );
    const wrong = { ...settings(platform.url), credentials: { clientSecret: 'wrong-secret' } };
    const opened = openScan(powerbi, wrong);
    await expect(opened).rejects.toMatchObject({ code: 'source_refused' });
    await expect(opened).rejects.toThrow(/Could not sign in to Power BI: .*invalid_client/);
  });

  itMeetsTheSourceContract({
    source: powerbi,
    answer,
    settings,
    secrets: [entraSecret, entraToken],
    isSignIn: isEntraSignIn,
    isSecondPage: ({ path, query }) =>
      path === '/v1.0/myorg/groups' && Number(query.get('$skip') ?? 0) > 0,
  });
});
