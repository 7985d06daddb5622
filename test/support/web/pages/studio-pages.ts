import * as states from './page-states.ts';
import { always, isList, never, noFilter, readOnly, tested } from './state-cells.ts';
import type { Row } from './state-cells.ts';

/** The pages of those who own data, for the table of pages and states. */
export const studioPages: Record<string, Row> = {
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
      '409': never('sets a schedule only, which meets no other state than a newer revision'),
      '412': tested(
        'studio/schedule',
        'keeps what somebody else saved meanwhile, and asks if it is the schedule',
      ),
      '422': tested('studio/schedule', 'shows what the server refuses, and keeps what was typed'),
      'nothing yet': states.empty('/datacontracts/orders/quality', 'has not been tested yet'),
      'filtered away': tested(
        'studio/studio',
        'tells broken and flaky checks apart, and shows numbers',
      ),
      'not allowed to see': never('everybody signed in may read contracts'),
      '404': states.missing('/datacontracts/former/quality', 'deleted Contract former'),
    },
  },
  consumers: {
    path: '/dataproducts/shop/consumers',
    main: /\/ui\/api\/dataproducts\/shop(\?|$)/,
    ready: 'Product shop',
    part: /\/ui\/dataproducts\/shop\/grants/,
    cells: {
      ...always,
      ...noFilter,
      'nothing yet': states.empty('/dataproducts/bare/consumers', 'No consumers yet'),
      'not allowed to see': tested(
        'studio/consumers',
        'says to others why they may not end an access',
      ),
      '404': states.missing('/dataproducts/old/consumers', 'deleted Product old'),
      '409': never('ends and reassesses only what lasts; what ended meanwhile is a 412'),
      '412': tested(
        'studio/consumers',
        'says that somebody changed the access meanwhile, and keeps the day',
      ),
      '422': never('takes only days'),
    },
  },
};
