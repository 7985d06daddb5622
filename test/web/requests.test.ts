import { ensureSchedules } from '../../jobs/housekeeping/schedules.ts';
import { access, fillForAccess } from '../support/builders/access.ts';
import { copyAccess } from '../support/web/access.ts';
import { contract, product } from '../support/builders/contracts.ts';
import { span, traces } from '../support/builders/spans.ts';
import { knownImport, storeGitImport } from '../support/web/git-imports.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';
import { feedRequests, quietWebhook } from '../support/web/pages/feed-pages.ts';
import { fillIntegrations } from '../support/web/pages/integration-pages.ts';
import { putConflicts } from '../support/web/semantics.ts';
import { putAll } from '../support/web/stored.ts';
import { knownWork } from '../support/web/pages/operate-pages.ts';
import { storeWork } from '../support/web/operations.ts';

const shop = '/dataproducts/shop';
const orders = '/datacontracts/orders';

const sales = '/ui/api/semantics/experimental/namespaces/sales';
const credit = `${sales}/branches/credit`;
const ofShop = ['/ui/api/dataproducts/shop'];
const warehouse = '/operate/integrations/warehouse';
const ofWarehouse = ['/ui/integrations/warehouse', '/ui/asset-sources'];
const ofImport = `/ui/api/git-imports/${knownImport}`;
const ofOrders = ['/ui/api/datacontracts/orders/model'];

/** Every page, what only its content shows, and the requests that this waits for beside who is signed in. */
const pages: readonly (readonly [path: string, content: string, needed: readonly string[]])[] = [
  ['/', '.hit h3 a', ['/ui/api/search']],
  ['/?q=orders', '.hit h3 a', ['/ui/api/search']],
  [shop, '.port h3', ofShop],
  ...['ports', 'quality', 'lineage', 'consumers', 'costs', 'git', 'example', 'history'].map(
    (part) => [`${shop}/${part}`, '.tabs [aria-current="page"]', ofShop] as const,
  ),
  [`${shop}/usage`, 'main td.medium', [...ofShop, `/ui/api${shop}/usage`]],
  [`${shop}/ports/port-0`, '.product-aside', ofShop],
  ...[
    '',
    '/quality',
    '/tests',
    '/yaml',
    '/versions',
    '/branches',
    '/git',
    '/terms',
    '/usages',
    '/history',
  ].map((part) => [`${orders}${part}`, '.tabs [aria-current="page"]', ofOrders] as const),
  [`${shop}/edit`, '.cm-line', [`/ui/api${shop}/dataproduct.yaml`]],
  [`${orders}/edit`, '.cm-line', [`/ui/api${orders}/datacontract.yaml`]],
  [`${shop}/edit?show=diagram`, '.diagram-node', [`/ui/api${shop}/dataproduct.yaml`]],
  [`${orders}/edit?show=diagram`, '.er-entity', [`/ui/api${orders}/datacontract.yaml`]],
  ['/me/access', 'main table', ['/ui/api/access']],
  ['/access/one', '.phase-line', ['/ui/api/access/one', '/ui/api/access/one/history']],
  ['/inbox', 'main li', ['/ui/api/access', '/ui/todo']],
  ['/studio', '.studio-lines, .studio > .card', ['/ui/todo']],
  ['/studio/import', '.import form', []],
  [`/studio/import?from=${knownImport}`, '.import form', [ofImport]],
  [`/studio/import/${knownImport}`, '.import-facts', [ofImport]],
  ['/inbox?show=changes', '.change-item', ['/ui/api/change-requests', '/ui/todo']],
  ['/teams', 'main li', ['/ui/api/teams']],
  ...['', '/members', '/channels', '/connections', '/git', '/keys'].map(
    (part) =>
      [`/teams/checkout${part}`, '.tabs [aria-current="page"]', ['/ui/teams/checkout']] as const,
  ),
  ['/teams/checkout/edit', '.team-form', ['/ui/api/teams/checkout/team.yaml']],
  ['/tags', 'main table', ['/ui/api/tags']],
  ['/tags/personal', 'main .part-title', ['/ui/api/tags/personal']],
  ['/assets', 'main .asset-table, main .card .state', ['/ui/api/search']],
  ['/operate', '.need', ['/ui/api/ops/overview']],
  ['/operate/work', 'main table, main .card .state', ['/ui/api/ops/work']],
  [`/operate/work/${knownWork}`, '.attempt', [`/ui/api/ops/work/${knownWork}`]],
  ['/operate/work/batches', 'main .card', ['/ui/api/ops/work-batches']],
  ['/operate/schedules', 'main table', ['/ui/api/ops/schedules']],
  ['/operate/system', '.check-line', ['/ui/api/ops/system']],
  ['/me/sessions', 'main table', ['/ui/sessions']],
  ['/operate/integrations', '.integration-table', ['/ui/integrations']],
  [warehouse, '.title-line .button', [`/ui/integrations/warehouse`]],
  [`${warehouse}/edit?step=connection`, '.schema-field', ofWarehouse],
  [`${warehouse}/runs/latest`, '.run-numbers', ['/ui/integrations/warehouse/runs/latest']],
  ['/develop/connectors', 'main .card', ['/ui/api/ops/connectors']],
  ['/me/keys', 'main .state', []],
  ['/develop', '.develop h2', []],
  ['/develop/sandbox', 'main .state', ['/ui/api/sandbox']],
  ['/organization/people', 'main table', ['/ui/api/organization/members', '/ui/api/teams']],
  ['/organization/roles', 'main table', ['/ui/api/settings/team-roles']],
  [
    '/organization/permissions?person=checkout-owner@example.com&resource=teams/checkout',
    'main table',
    ['/ui/api/permissions/explain'],
  ],
  ['/organization/keys', 'main table', ['/ui/api/api-keys']],
  ['/organization/settings', '.setting-form', ['/ui/settings']],
  ['/organization/settings?part=git', '.part-head', ['/ui/settings']],
  ['/concepts', '.namespace-list li', ['/ui/namespaces']],
  ['/semantics/sales', 'main table', [sales, '/ui/api/semantics/concepts']],
  ['/semantics/sales?tab=branches', 'main table', [sales, `${sales}/branches`]],
  ['/semantics/sales?tab=history', '.change-table', [sales, `${sales}/revisions`, `${sales}/diff`]],
  [
    '/semantics/sales?tab=git',
    '.git-actions',
    [sales, `${sales}/gitconnection/runs`, `${sales}/gitconnection`],
  ],
  ['/semantics/sales/Term 0', '.details', ['/ui/api/semantics/concepts/sales/Term%200']],
  ['/semantics/sales/branches/credit', '.change-table', [credit, `${credit}/changes`]],
  [
    '/semantics/sales/branches/credit/concepts/Term 0',
    '.entry-form',
    [`${credit}/concepts/Term%200`],
  ],
  [
    '/semantics/sales/branches/credit/merge',
    '.merge-version',
    [credit, `${credit}/choices`, `${credit}/merge`],
  ],
  ...feedRequests,
];

/** Connects a contract, a product and an ontology with files, which the jobs of this test may not reach. */
async function connectWithGit(api: WebStack['api']): Promise<void> {
  const gitConnectionType = 'github';
  const body = { gitConnectionType, authenticationToken: 'a-token' };
  await api.send('POST', '/api/organization/gitcredentials', { body });
  const ontology = 'semantics/experimental/namespaces/sales';
  for (const path of ['datacontracts/orders', 'dataproducts/shop', ontology]) {
    const file = { repositoryUrl: 'https://github.com/example/shop.git', repositoryPath: path };
    const { status } = await api.send('PUT', `/api/${path}/gitconnection`, {
      body: { gitConnectionType, ...file },
    });
    expect(status).toBe(200);
  }
}

/** Has what pages name with more requests: tags with a document, a person who uses the data, and an earlier version. */
async function fill(api: WebStack['api']): Promise<void> {
  // First: it puts the team without its members.
  await putConflicts(api, 'sales', { conflicts: 2, others: 1 });
  await fillForAccess(api);
  await ensureSchedules(api.database.knex, new Date());
  await storeWork(api, { id: knownWork, error: 'no route to host' });
  await storeGitImport(api);
  const person = { consumer: { userId: 'marketing-member@example.com' } };
  const changed = contract('orders', { version: '2.0.0', description: { purpose: 'All orders' } });
  const documents = {
    'tags/personal': { id: 'personal', info: { name: 'Personal data' } },
    'dataproducts/shop': product('shop', ['orders'], { tags: ['personal', 'retail'] }),
    'datacontracts/orders': changed,
    'access/one': access('one'),
    'access/two': { ...access('two'), ...person },
    'webhooks/hook': quietWebhook,
  };
  await putAll(api, documents);
  await api.send('POST', '/api/v1/traces', { body: traces([span()]) });
  await connectWithGit(api);
  await fillIntegrations(api);
  const proposed = { ...changed, description: { purpose: 'Orders' } };
  const source = JSON.stringify(proposed);
  const body = {
    kind: 'datacontracts',
    documentId: 'orders',
    title: 'Shorter',
    format: 'json',
    source,
  };
  await api.send('POST', '/api/change-requests', { body });
}

describeInBrowser('requests of a page', () => {
  let stack: WebStack;
  let key: string;
  let deciderKey: string;
  beforeAll(async () => {
    stack = await startWebStack();
    await fill(stack.api);
    // More than a page of each list.
    await copyAccess(stack.api, 'one', 300);
    ({ text: deciderKey } = await stack.api.newKey('user', {
      email: 'checkout-owner@example.com',
    }));
    ({ text: key } = await stack.api.newKey('user', { email: 'marketing-owner@example.com' }));
  });
  afterAll(() => stack?.stop());

  /** The requests of a page whose content has only what it needs: all others wait until it stands there. */
  const requestsOf = async (window: Window, [path, content, needed]: (typeof pages)[number]) => {
    const { page, goto } = window;
    const sent: string[] = [];
    let show = () => {};
    const shown = new Promise<void>((resolve) => {
      show = resolve;
    });
    await page.route('**/ui/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      sent.push(pathname);
      if (pathname !== '/ui/me' && !needed.includes(pathname)) await shown;
      await route.continue();
    });
    await goto(path);
    await page.locator(content).first().waitFor();
    show();
    await page.waitForLoadState('networkidle');
    return sent;
  };

  it('the consumers of a product make at most 8 for those who provide it', async () => {
    const window = await stack.open({ key: deciderKey });
    const page = [`${shop}/consumers`, '.tabs [aria-current="page"]', ofShop] as const;
    const sent = await requestsOf(window, page);
    await window.close();
    expect(sent).toContain('/ui/dataproducts/shop/grants');
    expect({ sent, isFew: sent.length <= 8 }).toEqual({ sent, isFew: true });
  });

  it.each(pages)('%s waits for few requests, and makes at most 8', async (...row) => {
    const [path, , needed] = row;
    const isDecided = path.startsWith('/inbox') || path.endsWith('/merge');
    // Operations, the organization and the import of somebody else are shown to those who act for it.
    const isOperated = /^\/(operate|organization|develop\/connectors|studio\/import)/.test(path);
    const window = await stack.open(isOperated ? {} : { key: isDecided ? deciderKey : key });
    const sent = await requestsOf(window, row);
    await window.close();
    expect(sent).toEqual(expect.arrayContaining(['/ui/me', ...needed]));
    expect(needed.length + 1).toBeLessThanOrEqual(4);
    expect({ sent, isFew: sent.length <= 8 }).toEqual({ sent, isFew: true });
  });

  it('loads few files, and its script stays small', async () => {
    const { page, goto, close } = await stack.open();
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await goto('/');
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(
      scripts.map(async (url) => {
        const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
        return Number(answer.headers.get('content-length'));
      }),
    );
    await close();
    expect(scripts.length).toBeLessThanOrEqual(12);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(250_000);
  });
});
