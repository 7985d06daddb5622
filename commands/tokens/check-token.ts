import type { ContactToken } from '../../db/tables/messaging/contact-tokens.ts';
import { sameDigest } from '../../domain/organizations/api-key-rules.ts';
import { refuse } from '../../domain/errors.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { tokenState } from '../../domain/messaging/token-state.ts';
import { readTokenText } from '../../domain/messaging/token-text.ts';
import type { Principal } from '../../domain/principal.ts';

const noDigest = Buffer.alloc(32);
const otherDigest = Buffer.alloc(32, 1);

/** Finds the valid token with this text. Unknown, wrong, revoked and expired tokens are refused with the same `token_invalid`. */
export async function checkToken(
  text: string,
  now: Date,
  find: (publicId: string) => Promise<ContactToken | undefined>,
): Promise<ContactToken> {
  const parts = readTokenText(text);
  const token = parts && (await find(parts.publicId));
  // Unknown tokens run the same comparison, so that the timing reveals nothing.
  const matches = sameDigest(parts?.secretHash ?? noDigest, token?.secretHash ?? otherDigest);
  if (token && matches && tokenState(token, now) === 'working') return token;
  return refuse('token_invalid', 'The token is unknown, has expired, or was revoked.');
}

/** The principal of a token: a contact without rights in the catalog. */
export function principalOfToken({ organizationId, contact, expiresAt }: ContactToken): Principal {
  return {
    organizationId,
    name: contactPrincipal(contact.id),
    scope: 'user',
    teamId: undefined,
    email: undefined,
    contact,
    expiresAt: expiresAt ?? undefined,
  };
}
