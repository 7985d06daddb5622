import * as states from './page-states.ts';
import { allSee, always, isList, never, noFilter, noTag, readOnly, tested } from './state-cells.ts';
import type { Row } from './state-cells.ts';

const mayNotSee = tested(
  'operate/events',
  'tells people who do not operate that they may not see it',
);

/** Events, webhooks, mails, the audit trail and the inspector, for the table of pages and states. */
export const feedPages: Record<string, Row> = {
  events: {
    path: '/operate/events?subject=checkout',
    main: /\/ui\/api\/events\?order=newest/,
    ready: 'Team checkout',
    cells: {
      ...always,
      ...isList,
      ...readOnly,
      'nothing yet': tested('operate/events', 'says that nothing happened yet'),
      'filtered away': states.empty(
        '/operate/events?subject=qqqqq',
        'Nothing matches these filters',
      ),
      'not allowed to see': never('everybody may read the feed; its webhooks say who may not'),
    },
  },
  readers: {
    path: '/operate/events/readers',
    main: /\/ui\/api\/ops\/readers/,
    ready: 'Switched off',
    cells: {
      ...always,
      ...noFilter,
      ...isList,
      ...readOnly,
      'nothing yet': never('the page itself reads the feed'),
      'not allowed to see': mayNotSee,
    },
  },
  webhooks: {
    path: '/operate/webhooks',
    main: /\/ui\/api\/webhooks\?/,
    ready: 'Switched off',
    write: /^New webhook/,
    cells: {
      ...always,
      ...noFilter,
      ...isList,
      ...noTag,
      'nothing yet': tested('operate/webhooks', 'creates a webhook and shows its secret once'),
      'not allowed to see': mayNotSee,
      '422': tested('operate/webhooks', 'creates a webhook and shows its secret once'),
    },
  },
  webhook: {
    path: '/operate/webhooks/hook',
    main: /\/ui\/api\/webhooks\/hook\?/,
    ready: 'Receiver',
    part: /\/ui\/api\/webhooks\/hook\/deliveries/,
    write: /^Send test/,
    cells: {
      ...always,
      'nothing yet': states.empty('/operate/webhooks/hook', 'No delivery yet'),
      'filtered away': states.empty(
        '/operate/webhooks/hook?status=failed',
        'Nothing matches these filters',
      ),
      'not allowed to see': mayNotSee,
      '404': states.missing('/operate/webhooks/none'),
      '409': tested('operate/webhooks', 'sends exactly the events again that it has counted'),
      '412': never('it has no entity tag'),
      '422': tested('operate/webhooks', 'creates a webhook and shows its secret once'),
    },
  },
  mails: {
    path: '/operate/mail',
    main: /\/ui\/api\/notifications\?/,
    ready: 'No message yet',
    cells: {
      ...always,
      ...isList,
      'nothing yet': states.loaded,
      'filtered away': states.empty('/operate/mail?status=failed', 'Nothing matches these filters'),
      'not allowed to see': mayNotSee,
      '409': never('what is being sent is sent again once it has ended'),
      '412': never('edits nothing'),
      '422': never('has no form'),
    },
  },
  audit: {
    path: '/operate/audit?subject=checkout',
    main: /\/ui\/api\/audit\?/,
    ready: 'Team checkout',
    cells: {
      ...always,
      ...isList,
      ...readOnly,
      'nothing yet': never('the sign-in of the reader is in it'),
      'filtered away': states.empty(
        '/operate/audit?subject=qqqqq',
        'Nothing matches these filters',
      ),
      'not allowed to see': mayNotSee,
    },
  },
  'access inspector': {
    path: '/develop/access/mine',
    main: /\/ui\/api\/access\/mine$/,
    ready: 'Expected on',
    part: /\/ui\/api\/access\/mine\/provisioning\/reports/,
    cells: {
      ...always,
      ...noFilter,
      ...allSee,
      ...readOnly,
      'nothing yet': states.empty('/develop/access/mine', 'No component has reported yet'),
      '404': states.missing('/develop/access/none'),
    },
  },
};

const list = 'main table, main .state';

/** What these pages wait for, for the test of requests. */
export const feedRequests: readonly (readonly [
  path: string,
  content: string,
  needed: readonly string[],
])[] = [
  ['/operate/events', list, ['/ui/api/events']],
  ['/operate/events/readers', list, ['/ui/api/ops/readers']],
  ['/operate/webhooks', list, ['/ui/api/webhooks']],
  ['/operate/webhooks/hook', 'main aside', ['/ui/api/webhooks/hook']],
  ['/operate/mail', list, ['/ui/api/notifications']],
  ['/operate/audit', list, ['/ui/api/audit']],
  ['/develop/access/one', '.inspector', ['/ui/api/access/one']],
];

/** A webhook that is switched off: nothing is sent. */
export const quietWebhook = {
  url: 'https://receiver.example.com/hook',
  events: ['Access*'],
  enabled: false,
};
