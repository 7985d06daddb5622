import { readFileSync } from 'node:fs';
import { access, fillForAccess } from '../support/builders/access.ts';
import { contract, product, team } from '../support/builders/contracts.ts';
import { namespacesPath, ontology, semantics } from '../support/builders/ontologies.ts';
import * as states from '../support/web/page-states.ts';
import type { Drive, StatePage } from '../support/web/page-states.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack } from '../support/web/stack.ts';

/** Web page × state. A cell drives the page into the state, names the test that does, or says why it cannot occur. */
const stateNames = [
  'skeleton',
  'nothing yet',
  'filtered away',
  'not allowed to see',
  'error in its part',
  '403',
  '404',
  '409',
  '412',
  '422',
  '429 and 503',
  'offline',
  'session over',
  'new build',
] as const;
type StateName = (typeof stateNames)[number];

type Cell = Drive | { testedIn: string; as: string } | { never: string };
type Row = StatePage & { cells: Record<StateName, Cell> };

const never = (why: string): Cell => ({ never: why });
const tested = (testedIn: string, as: string): Cell => ({ testedIn, as });

const readOnly = {
  '409': never('sends nothing'),
  '412': never('sends nothing'),
  '422': never('has no form'),
};
const always = {
  skeleton: states.skeleton,
  'error in its part': states.failed,
  '403': states.forbidden,
  '429 and 503': states.busy,
  offline: states.offline,
  'session over': states.session,
  'new build': states.build,
};
const noTag = {
  '409': never('it is replaced as a whole'),
  '412': never('it has no entity tag'),
};
const noFilter = { 'filtered away': never('has no filter') };
const allSee = { 'not allowed to see': never('everybody signed in may see it all') };
const isList = { '404': never('a list is always there') };

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
  studio: {
    path: '/studio',
    main: /\/ui\/todo/,
    ready: 'Product shop',
    part: /\/ui\/studio\/products/,
    cells: {
      ...always,
      ...isList,
      ...readOnly,
      'nothing yet': states.empty('/studio?team=marketing', 'Nothing waits for this team'),
      'filtered away': states.empty('/studio?team=marketing', 'Nothing waits for this team'),
      'not allowed to see': never('it lists only what one may edit'),
    },
  },
  quality: {
    path: '/datacontracts/orders/quality',
    main: /\/ui\/api\/datacontracts\/orders\/model/,
    ready: 'Contract orders',
    part: /\/test-results\/checks/,
    write: /^Run test/,
    cells: {
      ...always,
      ...readOnly,
      'nothing yet': states.empty('/datacontracts/orders/quality', 'has not been tested yet'),
      'filtered away': tested('studio', 'tells broken and flaky checks apart, and shows numbers'),
      'not allowed to see': never('everybody signed in may read contracts'),
      '404': states.missing('/datacontracts/former/quality', 'deleted Contract former'),
    },
  },
  consumers: {
    path: '/dataproducts/shop/consumers',
    main: /\/ui\/api\/dataproducts\/shop(\?|$)/,
    ready: 'port-0',
    part: /\/ui\/api\/access\/expected-grants/,
    cells: {
      ...always,
      ...noFilter,
      'nothing yet': states.empty('/dataproducts/bare/consumers', 'No consumers yet'),
      'not allowed to see': tested('consumers', 'says to others why they may not end an access'),
      '404': states.missing('/dataproducts/old/consumers', 'deleted Product old'),
      '409': never('ends and reassesses only what lasts; what ended meanwhile is a 412'),
      '412': tested(
        'consumers',
        'says that somebody changed the access meanwhile, and keeps the day',
      ),
      '422': never('takes only days'),
    },
  },
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
  'members of a team': {
    path: '/teams/checkout/members',
    main: /\/ui\/teams\/checkout$/,
    ready: 'checkout-owner@example.com',
    write: /^Add a person/,
    cells: {
      ...always,
      ...noFilter,
      'nothing yet': states.empty('/teams/empty/members', 'no members'),
      'not allowed to see': tested(
        'team',
        'tells a member why they may not change the team, and who may',
      ),
      '404': states.missing('/teams/none/members'),
      '409': never('a member is written by itself, whatever others change'),
      '412': tested(
        'team',
        'shows what somebody else made of the same person meanwhile, and keeps what was typed',
      ),
      '422': tested(
        'team',
        'says at the field what is wrong with a person, and keeps what was typed',
      ),
    },
  },
  'chats of a team': {
    path: '/teams/checkout/channels',
    main: /\/ui\/api\/teams\/checkout\/notification-channels/,
    ready: 'No chat yet',
    write: /^Add a chat/,
    cells: {
      ...always,
      ...noFilter,
      ...noTag,
      'nothing yet': tested(
        'team',
        'says what a chat answered to a test message, and never shows its address',
      ),
      'not allowed to see': tested(
        'team',
        'tells a member why they may not change the team, and who may',
      ),
      '404': states.missing('/teams/none/channels'),
      '422': tested('team', 'sets and replaces credentials that it cannot read'),
    },
  },
  'connections of a team': {
    path: '/teams/checkout/connections',
    main: /\/ui\/api\/teams\/checkout\/connections/,
    ready: 'No connection yet',
    write: /^Add a connection/,
    cells: {
      ...always,
      ...noFilter,
      ...noTag,
      'nothing yet': tested('team', 'sets and replaces credentials that it cannot read'),
      'not allowed to see': tested(
        'team',
        'tells a member why they may not change the team, and who may',
      ),
      '404': states.missing('/teams/none/connections'),
      '422': tested('team', 'sets and replaces credentials that it cannot read'),
    },
  },
  'keys of a team': {
    path: '/teams/checkout/keys',
    main: /\/ui\/api\/teams\/checkout\/api-keys/,
    ready: 'No key yet',
    write: /^Create a key/,
    cells: {
      ...always,
      ...noFilter,
      ...noTag,
      'nothing yet': states.empty('/teams/empty/keys', 'No key yet'),
      'not allowed to see': tested(
        'team',
        'tells a member why they may not change the team, and who may',
      ),
      '404': states.missing('/teams/none/keys'),
      '422': tested(
        'team',
        'says at the field what is wrong with a person, and keeps what was typed',
      ),
    },
  },
  concept: {
    path: '/semantics/sales/order',
    main: /\/concepts\/order$/,
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
    await api.send('PUT', '/api/teams/empty', { body: team('empty') });
    await api.send('PUT', '/api/access/mine', { body: access('mine') });
    await api.send('PUT', '/api/dataproducts/bare', { body: product('bare') });
    await api.send('PUT', '/api/dataproducts/old', { body: product('old') });
    await api.send('DELETE', '/api/dataproducts/old');
    await api.send('PUT', '/api/datacontracts/former', { body: contract('former') });
    await api.send('DELETE', '/api/datacontracts/former');
    const policy = {
      id: 'privacy',
      name: 'Privacy',
      status: 'Accepted',
      content: 'Ask before you copy',
    };
    await api.send('PUT', '/api/policies/privacy', { body: policy });
    const metadata = { namespace: 'sales', name: 'Sales' };
    await api.send('PUT', `${namespacesPath}/sales`, { body: metadata });
    await semantics(api).put('sales', ontology('sales'));
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
