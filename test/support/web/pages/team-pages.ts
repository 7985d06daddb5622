import * as states from './page-states.ts';
import { allSee, always, isList, never, noFilter, noTag, readOnly, tested } from './state-cells.ts';
import type { Row } from './state-cells.ts';

/** The parts of a team, documents of governance, and assets. */
export const teamPages: Record<string, Row> = {
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
  'form of a team': {
    path: '/teams/checkout/edit',
    main: /\/ui\/api\/teams\/checkout\/team\.yaml/,
    ready: 'Links and contacts',
    write: /^Save team/,
    cells: {
      ...always,
      ...noFilter,
      'nothing yet': never('a team has a name at least'),
      'not allowed to see': tested(
        'team-form',
        'tells a member why they may not edit the team, and who may',
      ),
      '404': states.missing('/teams/none/edit'),
      '409': never('teams below are not offered as the team above'),
      '412': tested(
        'team-form',
        'takes over what others saved elsewhere, and asks where both wrote',
      ),
      '422': tested('team-form', 'says at the field what cannot be saved'),
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
  definitions: {
    path: '/definitions',
    main: /\/ui\/api\/definitions\?/,
    ready: 'Postcode',
    write: /^New definition/,
    cells: {
      ...always,
      ...isList,
      ...allSee,
      ...readOnly,
      'nothing yet': states.empty('/certifications', 'No certifications yet'),
      'filtered away': states.empty('/definitions?q=qqqqq', 'Nothing matches these filters'),
    },
  },
  definition: {
    path: '/definitions/postcode',
    main: /\/ui\/api\/definitions\/postcode$/,
    ready: 'A postcode of a delivery',
    part: /\/ui\/api\/definitions\/postcode\/usages/,
    write: /^Edit/,
    cells: {
      ...always,
      ...noFilter,
      'nothing yet': states.empty('/definitions/postcode', 'Used nowhere yet'),
      'not allowed to see': tested(
        'governance',
        'tells a member why they may not edit, and who may',
      ),
      '404': states.missing('/definitions/none'),
      '409': never('it is written with its entity tag'),
      '412': tested('governance', 'shows before, theirs and mine when somebody saved meanwhile'),
      '422': tested('governance', 'names what is wrong with its line, and keeps the text'),
    },
  },
  assets: {
    path: '/assets',
    main: /\/ui\/api\/search\?.*size=100/,
    ready: 'public.orders',
    cells: {
      ...always,
      ...isList,
      ...allSee,
      ...readOnly,
      'nothing yet': tested('assets', 'says that there is no asset yet'),
      'filtered away': states.empty('/assets?q=qqqqq', 'Nothing matches these filters'),
    },
  },
  asset: {
    path: '/assets/orders-table',
    main: /\/ui\/api\/assets\/orders-table$/,
    ready: 'public.orders',
    part: /\/ui\/api\/assets\/orders-table\/drift/,
    write: /^Add a tag/,
    cells: {
      ...always,
      ...noFilter,
      ...allSee,
      ...readOnly,
      'nothing yet': states.empty('/assets/orders-table', 'In no data product yet'),
      '404': states.missing('/assets/none'),
    },
  },
};
