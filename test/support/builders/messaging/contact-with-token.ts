import { createContact } from '../../../../commands/contacts/create-contact.ts';
import { createToken } from '../../../../commands/tokens/create-token.ts';
import type { Database } from '../../../../db/connect.ts';
import type { StoredContact } from '../../../../domain/messaging/contact.ts';
import type { OrganizationId, Principal } from '../../../../domain/principal.ts';

let phone = 1_000_000;

/** Creates a contact of the organization, and a token for it. */
export async function createContactWithToken(
  database: Database,
  organizationId: OrganizationId,
  username: string,
): Promise<{ contact: StoredContact; token: string; tokenId: string }> {
  const now = new Date();
  const principal: Principal = {
    organizationId,
    name: 'system',
    scope: 'organization',
    teamId: undefined,
    email: undefined,
  };
  phone += 1;
  const body = { username, phone_number: `+49 ${phone}` };
  const contact = await createContact(database, { principal, body, now });
  const request = { organizationId, contactId: contact.id, createdBy: 'system', now };
  const { token, tokenId } = await createToken(database, request);
  return { contact, token, tokenId };
}
