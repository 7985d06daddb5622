import * as states from './page-states.ts';
import { always, isList, never, noFilter, noTag, readOnly, tested } from './state-cells.ts';
import type { Row } from './state-cells.ts';

const organization = 'organization/organization';
const sandbox = 'develop/sandbox';
const onlyOwners = tested(organization, 'tells a Member why they may not change the organization');

/** The pages of those who administer an organization, and of developers. */
export const organizationPages: Record<string, Row> = {
  people: {
    path: '/organization/people',
    main: /\/ui\/api\/organization\/members/,
    ready: 'checkout-owner@example.com',
    write: /^Add a person/,
    cells: {
      ...always,
      ...isList,
      ...noTag,
      'nothing yet': never('the teams of the demo and who signs in are listed'),
      'filtered away': states.empty(
        '/organization/people?q=qqqqq',
        'Nothing matches these filters',
      ),
      'not allowed to see': onlyOwners,
      '422': tested(
        organization,
        'says at the field what is wrong with an address, and keeps what was typed',
      ),
    },
  },
  roles: {
    path: '/organization/roles',
    main: /\/ui\/api\/settings\/team-roles/,
    ready: 'These are the built-in roles.',
    write: /^Define own roles/,
    cells: {
      ...always,
      ...isList,
      ...noFilter,
      ...noTag,
      'nothing yet': never('roles are always there'),
      'not allowed to see': onlyOwners,
      '422': tested(organization, 'defines own roles, and refuses to delete one that members have'),
    },
  },
  simulator: {
    path: '/organization/permissions?person=checkout-owner@example.com&resource=teams/checkout',
    main: /\/ui\/api\/permissions\/explain\?.*email=/,
    ready: 'actions are allowed',
    cells: {
      ...always,
      ...noFilter,
      ...readOnly,
      'nothing yet': states.empty('/organization/permissions', 'Choose a person and a resource'),
      'not allowed to see': onlyOwners,
      '404': states.missing(
        '/organization/permissions?person=checkout-owner@example.com&resource=teams/none',
      ),
    },
  },
  keys: {
    path: '/organization/keys',
    main: /\/ui\/api\/api-keys/,
    ready: 'The organization',
    write: /^Create a key/,
    cells: {
      ...always,
      ...isList,
      ...noTag,
      'nothing yet': never('the first key of an organization is always there'),
      'filtered away': states.empty('/organization/keys?q=qqqqq', 'Nothing matches these filters'),
      'not allowed to see': onlyOwners,
      '422': never('a name that is missing disables the button; days are chosen'),
    },
  },
  settings: {
    path: '/organization/settings',
    main: /\/ui\/settings/,
    ready: 'Short name in addresses',
    write: /^Save changes/,
    cells: {
      ...always,
      ...isList,
      ...noFilter,
      ...noTag,
      'nothing yet': never('settings are always there'),
      'not allowed to see': onlyOwners,
      '422': tested(
        organization,
        'saves settings, says at the field what is wrong, and never shows a secret',
      ),
    },
  },
  sandboxes: {
    path: '/develop/sandbox',
    main: /\/ui\/api\/sandbox$/,
    ready: 'No sandbox yet',
    write: /^New sandbox/,
    cells: {
      ...always,
      ...isList,
      ...noFilter,
      ...noTag,
      'nothing yet': states.loaded,
      'not allowed to see': never('it lists only what is one’s own'),
      '422': tested(sandbox, 'refuses a sandbox whose days are wrong at the field'),
    },
  },
};
