import * as states from './page-states.ts';
import type { Drive, StatePage } from './page-states.ts';

/** Web page × state. A cell drives the page into the state, names the test that does, or says why it cannot occur. */
export const stateNames = [
  'skeleton',
  'nothing yet',
  'filtered away',
  'not allowed to see',
  'error in its part',
  '403',
  '404',
  '409',
  '412',
  '422',
  '429 and 503',
  'offline',
  'session over',
  'new build',
] as const;
export type StateName = (typeof stateNames)[number];

export type Cell = Drive | { testedIn: string; as: string } | { never: string };
export type Row = StatePage & { cells: Record<StateName, Cell> };

export const never = (why: string): Cell => ({ never: why });
export const tested = (testedIn: string, as: string): Cell => ({ testedIn, as });

export const readOnly = {
  '409': never('sends nothing'),
  '412': never('sends nothing'),
  '422': never('has no form'),
};
export const always = {
  skeleton: states.skeleton,
  'error in its part': states.failed,
  '403': states.forbidden,
  '429 and 503': states.busy,
  offline: states.offline,
  'session over': states.session,
  'new build': states.build,
};
export const noTag = {
  '409': never('it is replaced as a whole'),
  '412': never('it has no entity tag'),
};
export const noFilter = { 'filtered away': never('has no filter') };
export const allSee = { 'not allowed to see': never('everybody signed in may see it all') };
export const isList = { '404': never('a list is always there') };
