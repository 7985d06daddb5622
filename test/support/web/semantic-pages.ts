import * as states from './page-states.ts';
import type { Drive, StatePage } from './page-states.ts';

type Cell = Drive | { testedIn: string; as: string } | { never: string };
type Cells = Record<string, Cell>;

const never = (why: string): Cell => ({ never: why });
const tested = (testedIn: string, as: string): Cell => ({ testedIn, as });

const readOnly = {
  '409': never('sends nothing'),
  '412': never('sends nothing'),
  '422': never('has no form'),
};
const allSee = { 'not allowed to see': never('everybody signed in may read ontologies') };
const noFilter = { 'filtered away': never('has no filter') };
const refused = tested('semantics', 'writes a new concept, and says what the server refuses');
const branch = '/semantics/sales/branches/work';

/** Pages of concepts and ontologies in each state; `always` are the cells that all pages have. */
export function semanticPages<Always extends Cells>(
  always: Always,
): Record<string, StatePage & { cells: Always & Cells }> {
  return {
    concepts: {
      path: '/concepts',
      main: /\/ui\/namespaces/,
      ready: 'Sales',
      cells: {
        ...always,
        ...allSee,
        ...readOnly,
        'nothing yet': tested('semantics', 'says that there is no ontology yet'),
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
        'nothing yet': states.empty('/semantics/bare', 'No concept yet'),
        'filtered away': states.empty('/semantics/sales?q=qqqqq', 'Nothing matches these filters'),
        '404': states.missing('/semantics/none'),
        '412': tested(
          'semantics',
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
          'semantics',
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
          'semantics',
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
        'nothing yet': tested('merge', 'says when there is nothing to merge'),
        'not allowed to see': tested('merge', 'shows those who may not merge why'),
        '404': states.missing('/semantics/sales/branches/none/merge'),
        '409': tested('merge', 'loses no choice when the ontology moves three times'),
        '412': never('choices are compared with the conflicts, not with a version'),
        '422': tested('merge', 'loses no choice when the ontology moves three times'),
      },
    },
  };
}
