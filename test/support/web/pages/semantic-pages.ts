import * as states from './page-states.ts';
import { always, never, noFilter, readOnly, tested } from './state-cells.ts';
import type { Row } from './state-cells.ts';

const allSee = { 'not allowed to see': never('everybody signed in may read ontologies') };
const refused = tested(
  'semantics/semantics',
  'writes a new concept, and says what the server refuses',
);
const branch = '/semantics/sales/branches/work';

/** Pages of concepts and ontologies in each state. */
export const semanticPages: Record<string, Row> = {
  concepts: {
    path: '/concepts',
    main: /\/ui\/namespaces/,
    ready: 'Sales',
    cells: {
      ...always,
      ...allSee,
      ...readOnly,
      'nothing yet': tested('semantics/semantics', 'says that there is no ontology yet'),
      'filtered away': states.empty('/concepts?q=qqqqq', 'Nothing matches these filters'),
      '404': never('a list is always there'),
    },
  },
  ontology: {
    path: '/semantics/sales',
    main: /\/api\/semantics\/experimental\/namespaces\/sales$/,
    ready: 'A confirmed purchase',
    write: /^New branch/,
    cells: {
      ...always,
      ...allSee,
      ...readOnly,
      'nothing yet': states.empty('/semantics/bare', '/namespaces/bare/ontology.yaml'),
      'filtered away': states.empty('/semantics/sales?q=qqqqq', 'Nothing matches these filters'),
      '404': states.missing('/semantics/none'),
      '412': tested(
        'semantics/semantics',
        'exports an ontology, and replaces it with a file after it was checked',
      ),
      '422': refused,
    },
  },
  branch: {
    path: branch,
    main: /\/ui\/api\/.*\/branches\/work$/,
    ready: 'Work on orders',
    part: /\/branches\/work\/changes/,
    write: /^Delete branch/,
    cells: {
      ...always,
      ...allSee,
      ...noFilter,
      ...readOnly,
      'nothing yet': tested(
        'semantics/semantics',
        'cuts a branch and changes a concept on it, as form and as YAML over one text',
      ),
      '404': states.missing('/semantics/sales/branches/none'),
    },
  },
  'concept of a branch': {
    path: `${branch}/concepts/order`,
    main: /\/ui\/api\/.*\/branches\/work\/concepts\/order$/,
    ready: 'Relationships',
    write: /^Save on the branch/,
    cells: {
      ...always,
      ...allSee,
      ...noFilter,
      'nothing yet': never('a new concept is an empty form'),
      '404': states.missing(`${branch}/concepts/none`),
      '409': never('a branch that was merged is not edited: the ontology is'),
      '412': tested(
        'semantics/semantics',
        'keeps what is typed when somebody changed the concept meanwhile',
      ),
      '422': refused,
    },
  },
  merge: {
    path: `${branch}/merge`,
    main: /\/branches\/work\/merge\?/,
    ready: 'Merges by itself, 1',
    write: /^Update branch/,
    cells: {
      ...always,
      ...noFilter,
      'nothing yet': tested('semantics/merge', 'says when there is nothing to merge'),
      'not allowed to see': tested('semantics/merge', 'shows those who may not merge why'),
      '404': states.missing('/semantics/sales/branches/none/merge'),
      '409': tested('semantics/merge', 'loses no choice when the ontology moves three times'),
      '412': never('choices are compared with the conflicts, not with a version'),
      '422': tested('semantics/merge', 'loses no choice when the ontology moves three times'),
    },
  },
};
