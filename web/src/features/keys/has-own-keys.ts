import type { Me } from '../session/queries.ts';

/** True for people; keys, and the local administrator who acts for the organization, have no keys of their own. */
export const hasOwnKeys = ({ principal, email }: Me): boolean =>
  principal.startsWith('user:') && email !== null;
