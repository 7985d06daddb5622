import { knownImport } from '../git-imports.ts';
import * as states from './page-states.ts';
import { allSee, always, isList, never, noFilter, noTag, tested } from './state-cells.ts';
import type { Row } from './state-cells.ts';

const connection = 'git/connection';
const ontology = 'git/ontology';
const credentials = 'git/credentials';
const imports = 'git/imports';
const webhooks = 'git/webhooks';

/** Files in Git, imports of them, and what reaches them. */
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
  'webhooks of Git hosts': {
    path: '/organization/settings?part=git',
    main: /\/ui\/api\/git-webhooks/,
    ready: 'No webhook of a Git host yet',
    write: /^Add a webhook/,
    cells: {
      ...always,
      ...isList,
      ...noFilter,
      ...noTag,
      'nothing yet': states.loaded,
      'not allowed to see': never('only Owners see the settings of the organization'),
      '422': tested(
        webhooks,
        'show their secret once with what to do with it, are listed without it, and deleted',
      ),
    },
  },
  'import from Git': {
    path: `/studio/import?from=${knownImport}`,
    main: new RegExp(`/ui/api/git-imports/${knownImport}$`),
    ready: 'Address of the repository',
    write: /^Preview/,
    cells: {
      ...always,
      ...noFilter,
      ...noTag,
      'nothing yet': never('it is a form'),
      'not allowed to see': never('everybody who may publish has it in the navigation'),
      '404': states.missing('/studio/import?from=none'),
      '422': tested(imports, 'says at the field what is wrong, and which credential is missing'),
    },
  },
  'one import from Git': {
    path: `/studio/import/${knownImport}`,
    main: new RegExp(`/ui/api/git-imports/${knownImport}$`),
    ready: 'contracts/**/*.odcs.yaml',
    part: new RegExp(`/ui/api/git-imports/${knownImport}/files`),
    cells: {
      ...always,
      '409': never('documents that exist have the verdict Changed or Unchanged'),
      '412': never('it has no entity tag'),
      'nothing yet': states.empty(`/studio/import/${knownImport}`, 'No file was judged'),
      'filtered away': states.empty(
        `/studio/import/${knownImport}?verdict=REFUSED`,
        'No file has this verdict.',
      ),
      'not allowed to see': tested(imports, 'is shown only to the person who requested it'),
      '404': states.missing('/studio/import/none'),
      '422': tested(imports, 'says at the field what is wrong, and which credential is missing'),
    },
  },
};
