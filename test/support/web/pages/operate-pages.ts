import * as states from './page-states.ts';
import { always, isList, never, noFilter, readOnly, tested } from './state-cells.ts';
import type { Row } from './state-cells.ts';

/** A piece of work that the table of pages and states stores. */
export const knownWork = '01890a5d-ac96-774b-bcce-b302099a8057';

const operators = {
  'not allowed to see': never('the navigation leads operators there; others get the refusal'),
};
const numberChanged = tested(
  'operate/work',
  'does nothing when the number has changed meanwhile, and offers the current one',
);
const noTags = { '412': never('work has no entity tag') };

/** The pages of those who run Concordat, for the table of pages and states. */
export const operatePages: Record<string, Row> = {
  operations: {
    path: '/operate',
    main: /\/ui\/api\/ops\/overview/,
    ready: 'Live, checked',
    part: /\/ui\/api\/ops\/series/,
    cells: {
      ...always,
      ...isList,
      ...noFilter,
      ...operators,
      ...noTags,
      'nothing yet': tested('operate/system', 'is one calm line when nothing needs a human'),
      '409': never('resumes a kind, which may be resumed already'),
      '422': never('sends nothing that is typed'),
    },
  },
  work: {
    path: '/operate/work?state=FAILED&error=no%20route',
    main: /\/ui\/api\/ops\/work\?/,
    ready: 'Retry all 1',
    write: /^Retry all/,
    cells: {
      ...always,
      ...isList,
      ...operators,
      ...noTags,
      'nothing yet': tested(
        'operate/work',
        'filters by the address, counts every state, and says what an empty list means',
      ),
      'filtered away': states.empty('/operate/work?error=qqqqq', 'Nothing matches these filters'),
      '409': numberChanged,
      '422': tested(
        'operate/work',
        'pauses a kind with a reason, which every page shows, and resumes it',
      ),
    },
  },
  'piece of work': {
    path: `/operate/work/${knownWork}`,
    main: /\/ui\/api\/ops\/work\/0/,
    ready: 'Attempt 2',
    write: /^Retry/,
    cells: {
      ...always,
      ...noFilter,
      ...operators,
      ...noTags,
      '404': states.missing('/operate/work/01890a5d-ac96-774b-bcce-b302099a8058'),
      'nothing yet': tested(
        'operate/work',
        'cancels one waiting piece after a question, and starts another one now',
      ),
      '409': tested('operate/work', 'says why a piece cannot be retried'),
      '422': never('sends nothing that is typed'),
    },
  },
  'bulk actions': {
    path: '/operate/work/batches',
    main: /\/ui\/api\/ops\/work-batches/,
    ready: 'No bulk action yet',
    cells: {
      ...always,
      ...isList,
      ...noFilter,
      ...operators,
      ...readOnly,
      'nothing yet': states.loaded,
    },
  },
  'bulk action': {
    path: '/operate/work/batches/none',
    main: /\/ui\/api\/ops\/work-batches\/none/,
    ready: 'Gone, or never was',
    cells: {
      ...always,
      ...operators,
      ...noTags,
      'nothing yet': never('a bulk action has at least one piece'),
      'filtered away': tested(
        'operate/work',
        'reports each row of a bulk action, which can be left and found again',
      ),
      '404': states.missing('/operate/work/batches/none'),
      '409': numberChanged,
      '422': never('sends nothing that is typed'),
    },
  },
  schedules: {
    path: '/operate/schedules',
    main: /\/ui\/api\/ops\/schedules/,
    ready: 'Delete what is kept long enough',
    cells: {
      ...always,
      ...isList,
      ...operators,
      ...readOnly,
      'nothing yet': never('the installation has schedules of its own'),
      'filtered away': states.empty(
        '/operate/schedules?kind=mail&enabled=off',
        'Nothing matches these filters',
      ),
    },
  },
  system: {
    path: '/operate/system',
    main: /\/ui\/api\/ops\/system/,
    ready: 'Schema of the database',
    write: /^Send test mail/,
    cells: {
      ...always,
      ...isList,
      ...noFilter,
      ...operators,
      ...noTags,
      'nothing yet': states.empty('/operate/system', 'No backup yet'),
      '409': never('sends a mail, which meets no other'),
      '422': tested('operate/system', 'sends a test mail, and shows what the server answered'),
    },
  },
};
