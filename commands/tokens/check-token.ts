import type { ContactToken } from '../../db/tables/contact-tokens.ts';
import { sameDigest } from '../../domain/api-key-text.ts';
import { refuse } from '../../domain/errors.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { tokenState } from '../../domain/messaging/token-state.ts';
import { readTokenText } from '../../domain/messaging/token-text.ts';
import type { Principal } from '../../domain/principal.ts';

const noDigest = Buffer.alloc(32);
const otherDigest = Buffer.alloc(32, 1);

/** The working token that has this text. Unknown, wrong, revoked and expired ones all refuse alike with `token_invalid`. */
export async function checkToken(
  text: string,
  now: Date,
  find: (publicId: string) => Promise<ContactToken | undefined>,
): Promise<ContactToken> {
  const parts = readTokenText(text);
  const token = parts && (await find(parts.publicId));
  // Unknown tokens take the same comparison, so that the time tells nothing.
  const matches = sameDigest(parts?.secretHash ?? noDigest, token?.secretHash ?? otherDigest);
  if (token && matches && tokenState(token, now) === 'working') return token;
  return refuse('token_invalid', 'The token is unknown, has expired, or was revoked.');
}

/** Who asks with this token: a contact, which has no rights in the catalog. */
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
