import type { GitCredential } from '../queries.ts';

/** What people call a credential. */
export const credentialName = ({ id, tokenName, externalId }: GitCredential): string =>
  tokenName ?? externalId ?? id;
