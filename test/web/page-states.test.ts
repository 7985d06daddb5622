import { ensureSchedules } from '../../jobs/housekeeping/schedules.ts';
import { readFileSync } from 'node:fs';
import { access, fillForAccess } from '../support/builders/access.ts';
import { contract, product, team } from '../support/builders/contracts.ts';
import { namespacesPath, ontology, semantics } from '../support/builders/ontologies.ts';
import { feedPages, quietWebhook } from '../support/web/pages/feed-pages.ts';
import { storeGitImport } from '../support/web/git-imports.ts';
import { gitPages } from '../support/web/pages/git-pages.ts';
import { organizationPages } from '../support/web/pages/organization-pages.ts';
import * as states from '../support/web/pages/page-states.ts';
import { semanticPages } from '../support/web/pages/semantic-pages.ts';
import {
  allSee,
  always,
  isList,
  never,
  noFilter,
  readOnly,
  stateNames,
  tested,
} from '../support/web/pages/state-cells.ts';
import type { Cell, Row } from '../support/web/pages/state-cells.ts';
import { teamPages } from '../support/web/pages/team-pages.ts';
import { fillIntegrations, integrationPages } from '../support/web/pages/integration-pages.ts';
import { studioPages } from '../support/web/pages/studio-pages.ts';
import { knownWork, operatePages } from '../support/web/pages/operate-pages.ts';
import { storeWork } from '../support/web/operations.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack } from '../support/web/stack.ts';

const searched = {
  ...always,
  ...allSee,
  ...isList,
  ...readOnly,
  'nothing yet': states.empty('/?q=qqqqq', 'qqqqq'),
  'filtered away': tested(
    'find',
    'says that similar words were searched, and when nothing is left',
  ),
};

const pages: Record<string, Row> = {
  ...teamPages,
  ...feedPages,
  ...gitPages,
  home: { path: '/', main: /\/ui\/api\/search\?/, ready: 'Product shop', cells: searched },
  search: { path: '/?q=shop', main: /\/ui\/api\/search\?/, ready: 'Product shop', cells: searched },
  product: {
    path: '/dataproducts/shop',
    main: /\/ui\/api\/dataproducts\/shop(\?|$)/,
    ready: 'port-0',
    cells: {
      ...always,
      ...noFilter,
      ...readOnly,
      'nothing yet': states.empty('/dataproducts/bare/ports', 'no output port'),
      'not allowed to see': never('everybody signed in may read products'),
      '404': states.missing('/dataproducts/old', 'deleted Product old'),
      '409': tested('access', 'keeps what was typed when the page is left, and sends it once'),
      '422': tested('access', 'shows what the server refuses at its field'),
    },
  },
  port: {
    path: '/dataproducts/shop/ports/port-0',
    main: /\/ui\/api\/dataproducts\/shop(\?|$)/,
    ready: 'port-0',
    cells: {
      ...always,
      ...noFilter,
      ...allSee,
      ...readOnly,
      'nothing yet': states.empty('/dataproducts/shop/ports/none', 'none'),
      '404': states.missing('/dataproducts/old/ports/port-0', 'deleted Product old'),
    },
  },
  contract: {
    path: '/datacontracts/orders',
    main: /\/ui\/api\/datacontracts\/orders\/model/,
    ready: 'Contract orders',
    write: /^Run test/,
    cells: {
      ...always,
      ...readOnly,
      'nothing yet': tested('contract', 'says why something is not there'),
      'filtered away': tested('contract', 'shows only failing fields, and says when none is left'),
      'not allowed to see': tested('contract', 'says why something is not there'),
      '404': states.missing('/datacontracts/former', 'deleted Contract former'),
    },
  },
  editor: {
    path: '/datacontracts/orders/edit',
    main: /\/ui\/api\/datacontracts\/orders\/datacontract\.yaml/,
    ready: 'Contract orders',
    write: /^Save/,
    cells: {
      ...always,
      ...noFilter,
      'nothing yet': never('a document is never empty'),
      'not allowed to see': tested(
        'studio/editor',
        'leads to a new contract where there is none, and says why one may not edit',
      ),
      '404': states.missing('/datacontracts/former/edit', 'deleted Contract former'),
      '409': tested('studio/editor', 'tells why a save was refused, and keeps the text'),
      '412': tested('studio/editor', 'asks what to keep when somebody else saved meanwhile'),
      '422': tested('studio/editor', 'shows what a save refuses at its line, and loses nothing'),
    },
  },
  'my access': {
    path: '/me/access',
    main: /\/ui\/api\/access\?/,
    ready: 'Forecasts',
    cells: {
      ...always,
      ...isList,
      ...readOnly,
      'nothing yet': tested(
        'access',
        'lists accesses by their state, and says why a list is empty',
      ),
      'filtered away': states.empty(
        '/me/access?lifecycle=rejected',
        'Nothing matches these filters',
      ),
      'not allowed to see': never('it lists what is one’s own'),
    },
  },
  access: {
    path: '/access/mine',
    main: /\/ui\/api\/access\/mine$/,
    ready: 'Forecasts',
    part: /\/ui\/api\/access\/mine\/history/,
    write: /^Withdraw|^Decide|^Change/,
    cells: {
      ...always,
      ...noFilter,
      'nothing yet': never('an access has at least its request'),
      'not allowed to see': tested('access', 'says to others why they may not end it, and who may'),
      '404': states.missing('/access/none'),
      '409': tested(
        'access',
        'joins edits of different fields, and says when the request was decided meanwhile',
      ),
      '412': tested(
        'access',
        'lets the person choose field by field when somebody changed the request meanwhile',
      ),
      '422': tested('access', 'shows what the server refuses at its field'),
    },
  },
  inbox: {
    path: '/inbox',
    main: /\/ui\/api\/access\?.*mine=decide/,
    ready: 'Forecasts',
    write: /^Approve/,
    cells: {
      ...always,
      ...isList,
      'nothing yet': tested('inbox', 'says when nothing waits'),
      'filtered away': states.empty('/inbox?show=due', 'Nothing is due'),
      'not allowed to see': never('it lists only what one may decide'),
      '409': tested('inbox', 'says that a request was decided elsewhere, and decides nothing'),
      '412': tested('inbox', 'shows a request that changed meanwhile again, and keeps the note'),
      '422': tested('inbox', 'sends a request back only with a note that says what must change'),
    },
  },
  ...studioPages,
  ...operatePages,
  ...integrationPages,
  teams: {
    path: '/teams',
    main: /\/ui\/api\/teams\?/,
    ready: 'Team checkout',
    cells: {
      ...always,
      ...isList,
      ...allSee,
      ...readOnly,
      'nothing yet': never('whoever is signed in as a person is in a team; a key made this one'),
      'filtered away': states.empty('/teams?q=qqqqq', 'Nothing matches these filters'),
    },
  },
  team: {
    path: '/teams/checkout',
    main: /\/ui\/teams\/checkout$/,
    ready: 'checkout-owner@example.com',
    cells: {
      ...always,
      ...noFilter,
      ...allSee,
      ...readOnly,
      'nothing yet': states.empty('/teams/marketing', 'owns no data product and no contract'),
      '404': states.missing('/teams/none'),
    },
  },
  concept: {
    path: '/semantics/sales/order',
    main: /\/semantics\/concepts\/sales\/order$/,
    ready: 'A confirmed purchase',
    cells: {
      ...always,
      ...noFilter,
      ...allSee,
      ...readOnly,
      'nothing yet': states.empty('/semantics/sales/order', 'No contract or product names'),
      '404': states.missing('/semantics/sales/none'),
    },
  },
  ...semanticPages,
  ...organizationPages,
  document: {
    path: '/policies/privacy',
    main: /\/ui\/api\/policies\/privacy$/,
    ready: 'Ask before you copy',
    cells: {
      ...always,
      ...noFilter,
      ...allSee,
      ...readOnly,
      'nothing yet': never('a document is never empty'),
      '404': states.missing('/policies/none'),
    },
  },
  sessions: {
    path: '/me/sessions',
    main: /\/ui\/sessions$/,
    ready: 'This browser',
    cells: {
      ...always,
      ...noFilter,
      ...allSee,
      ...isList,
      ...readOnly,
      'nothing yet': never('the own session is always there'),
    },
  },
  notices: {
    path: '/me/sessions',
    main: /\/ui\/notices/,
    ready: 'No notices',
    open: (page) =>
      page
        .getByRole('button', { name: /notice/i })
        .first()
        .click(),
    cells: {
      ...always,
      ...noFilter,
      ...allSee,
      ...isList,
      ...readOnly,
      'nothing yet': states.loaded,
      'session over': never('the page below it has the overlay'),
      'new build': never('the page below it has the strip'),
    },
  },
  'sign-in': {
    path: '/sign-in',
    main: /\/ui\/sign-in-methods/,
    ready: 'API key',
    cells: {
      ...always,
      ...noFilter,
      ...allSee,
      ...isList,
      'nothing yet': never('the API key is always offered'),
      '403': tested(
        'sign-in',
        'says what is wrong with a key, and keeps it in no address or storage',
      ),
      '409': never('a code works once and then is unknown'),
      '412': never('edits nothing'),
      '422': tested(
        'sign-in',
        'says what is wrong with a key, and keeps it in no address or storage',
      ),
      offline: never('has no frame; the browser says that it sends nothing'),
      'session over': never('is the page that begins a session'),
      'new build': never('is loaded anew before each sign-in'),
    },
  },
};

const cells = Object.entries(pages).flatMap(([name, row]) =>
  stateNames.map((state) => ({ name, state, row, cell: row.cells[state] as Cell | undefined })),
);

test('the table has no missing cell, and each test that it names exists', () => {
  const missing = cells.filter(({ cell }) => cell === undefined);
  expect(missing.map(({ name, state }) => `${name}: ${state}`)).toEqual([]);
  for (const { cell } of cells) {
    if (cell === undefined || typeof cell === 'function' || 'never' in cell) continue;
    const source = readFileSync(new URL(`${cell.testedIn}.test.ts`, import.meta.url), 'utf8');
    expect(source).toContain(`it('${cell.as}'`);
  }
});

describeInBrowser('each state of each page', () => {
  let stack: WebStack;
  beforeAll(async () => {
    stack = await startWebStack();
    const { api } = stack;
    await fillForAccess(api);
    await ensureSchedules(api.database.knex, new Date());
    await storeWork(api, { id: knownWork, error: 'no route to host' });
    await storeGitImport(api);
    await api.send('PUT', '/api/teams/empty', { body: team('empty') });
    await api.send('PUT', '/api/webhooks/hook', { body: quietWebhook });
    await api.send('PUT', '/api/access/mine', { body: access('mine') });
    await api.send('PUT', '/api/dataproducts/bare', { body: product('bare') });
    await api.send('PUT', '/api/dataproducts/old', { body: product('old') });
    await api.send('DELETE', '/api/dataproducts/old');
    await api.send('PUT', '/api/datacontracts/former', { body: contract('former') });
    await api.send('DELETE', '/api/datacontracts/former');
    await api.send('PUT', '/api/definitions/postcode', {
      body: {
        id: 'postcode',
        owner: 'checkout',
        title: 'Postcode',
        description: 'A postcode of a delivery',
      },
    });
    await api.send('PUT', '/api/assets/orders-table', {
      body: { id: 'orders-table', info: { name: 'public.orders', owner: 'checkout' } },
    });
    const policy = {
      id: 'privacy',
      name: 'Privacy',
      status: 'Accepted',
      content: 'Ask before you copy',
    };
    await api.send('PUT', '/api/policies/privacy', { body: policy });
    const metadata = { namespace: 'sales', name: 'Sales' };
    await api.send('PUT', `${namespacesPath}/sales`, { body: metadata });
    const call = semantics(api);
    await call.put('sales', ontology('sales'));
    const bare = { namespace: 'bare', name: 'Bare' };
    await api.send('PUT', `${namespacesPath}/bare`, { body: bare });
    const title = 'Work on orders';
    await api.send('PUT', call.branchAt('sales', 'work'), { body: { title } });
    await call.putBranch('sales', 'work', ontology('sales').replace('A confirmed', 'A paid'));
    await fillIntegrations(api);
  });
  afterAll(() => stack?.stop());

  const driven = cells.flatMap(({ name, state, row, cell }) =>
    typeof cell === 'function' ? [{ name, state, row, drive: cell }] : [],
  );
  it.each(driven)('$name: $state', async ({ name, row, drive }) => {
    const window = await stack.open(name === 'sign-in' ? { key: null } : {});
    window.page.setDefaultTimeout(10_000);
    try {
      await drive(stack, window, row);
      expect(window.problems).toEqual([]);
    } finally {
      await window.close();
    }
  });
});
