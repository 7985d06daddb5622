import * as states from './page-states.ts';
import { allSee, always, isList, never, noFilter, noTag, tested } from './state-cells.ts';
import type { Row } from './state-cells.ts';

const connection = 'git/connection';
const ontology = 'git/ontology';
const credentials = 'git/credentials';

/** Files in Git, and the credentials for them. */
export const gitPages: Record<string, Row> = {
  'file in Git of a contract': {
    path: '/datacontracts/orders/git',
    main: /\/ui\/api\/datacontracts\/orders\/gitconnection\/runs/,
    ready: 'Not connected with Git',
    write: /^Connect with a file/,
    cells: {
      ...always,
      ...noFilter,
      ...allSee,
      'nothing yet': states.loaded,
      '404': states.missing('/datacontracts/none/git'),
      '409': tested(
        connection,
        'shows both texts of a conflict, and replaces the side that was chosen',
      ),
      '412': tested(connection, 'never replaces a side that has changed since it was seen'),
      '422': tested(
        connection,
        'is connected, pushed and pulled, with the state of both sides and the log of each run',
      ),
    },
  },
  'file in Git of an ontology': {
    path: '/semantics/sales?tab=git',
    main: /\/ui\/api\/semantics\/experimental\/namespaces\/sales\/gitconnection\/runs/,
    ready: 'Not connected with Git',
    write: /^Connect with a file/,
    cells: {
      ...always,
      ...noFilter,
      ...allSee,
      'nothing yet': states.loaded,
      '404': states.missing('/semantics/none?tab=git'),
      '409': tested(
        ontology,
        'shows both texts of a conflict, and replaces the side that was chosen',
      ),
      '412': tested(connection, 'never replaces a side that has changed since it was seen'),
      '422': tested(ontology, 'is connected, pushed and pulled'),
    },
  },
  'Git credentials of a team': {
    path: '/teams/checkout/git',
    main: /\/ui\/api\/teams\/checkout\/gitcredentials/,
    ready: 'No Git credential yet',
    write: /^Add a Git credential/,
    cells: {
      ...always,
      ...noFilter,
      ...noTag,
      'nothing yet': states.loaded,
      'not allowed to see': tested(credentials, 'tell a Member why they may not be changed'),
      '404': states.missing('/teams/none/git'),
      '422': tested(credentials, 'of a team are added, changed without their token, and deleted'),
    },
  },
  'Git credentials of the organization': {
    path: '/organization/settings?part=git',
    main: /\/ui\/api\/organization\/gitcredentials/,
    ready: 'No Git credential yet',
    write: /^Add a Git credential/,
    cells: {
      ...always,
      ...isList,
      ...noFilter,
      ...noTag,
      'nothing yet': states.loaded,
      'not allowed to see': never('only Owners see the settings of the organization'),
      '422': tested(credentials, 'of a team are added, changed without their token, and deleted'),
    },
  },
};
