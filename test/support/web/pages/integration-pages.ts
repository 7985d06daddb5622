import { integrations } from '../../fakes/stub-source.ts';
import type { TestApi } from '../../http/api.ts';
import * as states from './page-states.ts';
import { allSee, always, isList, never, noFilter, readOnly, tested } from './state-cells.ts';
import type { Row } from './state-cells.ts';

/** Two integrations; a run of the first one has ended, because its host is not allowed. */
export async function fillIntegrations(
  api: Pick<TestApi, 'database' | 'organizationId' | 'send'>,
): Promise<void> {
  const call = integrations(api);
  const common = {
    source: 'postgres',
    owningTeamExternalId: 'checkout',
    scheduleExpression: '0 6 * * *',
    configuration: { host: 'db.example.com', database: 'shop' },
    credentials: { username: 'reader', password: 'secret' },
  };
  await call.put('warehouse', { ...common, name: 'Warehouse of the shop' });
  await call.put('bare', { ...common, name: 'Another warehouse', enabled: false });
  await call.run('warehouse');
}

const warehouse = '/operate/integrations/warehouse';
const readers = tested(
  'operate/integrations',
  'tell readers why they may not run, cancel or decide',
);

/** The pages of integrations, for the table of pages and states. */
export const integrationPages: Record<string, Row> = {
  integrations: {
    path: '/operate/integrations',
    main: /\/ui\/integrations(\?|$)/,
    ready: 'Warehouse of the shop',
    write: /^Run Warehouse/,
    cells: {
      ...always,
      ...isList,
      ...allSee,
      ...readOnly,
      'nothing yet': tested('operate/integrations', 'say in an empty list what they are for'),
      'filtered away': states.empty(
        '/operate/integrations?q=qqqqq',
        'Nothing matches these filters',
      ),
    },
  },
  integration: {
    path: warehouse,
    main: /\/ui\/integrations\/warehouse$/,
    ready: 'Warehouse of the shop',
    part: /\/ui\/integrations\/warehouse\/runs/,
    write: /^Run now/,
    cells: {
      ...always,
      'nothing yet': states.empty('/operate/integrations/bare', 'It has never run'),
      'filtered away': states.empty(
        `${warehouse}?status=CANCELLED`,
        'Nothing matches these filters',
      ),
      'not allowed to see': readers,
      '404': states.missing('/operate/integrations/none'),
      '409': never('a run in progress is looked at, not started'),
      '412': never('its edits are in the wizard'),
      '422': never('has no form'),
    },
  },
  'integration wizard': {
    path: `${warehouse}/edit`,
    main: /\/ui\/integrations\/warehouse$/,
    ready: 'Edit Warehouse of the shop',
    write: /^Save/,
    cells: {
      ...always,
      ...noFilter,
      'nothing yet': never('an integration is never empty'),
      'not allowed to see': readers,
      '404': states.missing('/operate/integrations/none/edit'),
      '409': never('a check joins one that runs'),
      '412': tested(
        'operate/integrations',
        'keep what was typed when somebody else saved meanwhile, and ask only what both changed',
      ),
      '422': tested(
        'operate/integrations',
        'say at the field what the server refuses, and that an id is taken',
      ),
    },
  },
  run: {
    path: `${warehouse}/runs/latest`,
    main: /\/ui\/integrations\/warehouse\/runs\/latest$/,
    ready: 'Warehouse of the shop',
    part: /\/runs\/[0-9a-f-]+\/logs/,
    write: /^Run again/,
    cells: {
      ...always,
      // The answers of the redirect would ask for the new build again and again.
      'new build': (stack, window, place) =>
        states.build(stack, window, { ...place, main: /\/runs\/[0-9a-f-]+\/logs/ }),
      'nothing yet': states.empty(`${warehouse}/runs/latest?part=assets`, 'No asset has changed'),
      'filtered away': tested(
        'operate/integrations',
        'show a log as text, search it, and go back beyond a thousand lines',
      ),
      'not allowed to see': readers,
      '404': states.missing(`${warehouse}/runs/none`),
      '409': tested(
        'operate/integrations',
        'undo exactly what the plan says, and say when it has moved',
      ),
      '412': never('a run has no entity tag'),
      '422': never('has no form but a number, which is typed as it is asked for'),
    },
  },
  connectors: {
    path: '/develop/connectors',
    main: /\/ui\/api\/ops\/connectors/,
    ready: 'No connector has registered yet',
    cells: {
      ...always,
      ...isList,
      ...readOnly,
      'nothing yet': states.empty('/develop/connectors', 'No connector has registered yet'),
      'filtered away': tested(
        'operate/integrations',
        'show connectors with their heartbeat and how far behind they are',
      ),
      'not allowed to see': never('a person without the right gets the 403 of its list'),
    },
  },
};
