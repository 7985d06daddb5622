import { makeSignInLink } from '../../make-sign-in-link.ts';
import type { LoadDemo } from '../open-demo.ts';
import type { Administrator } from './send-messages.ts';
import { signIn } from './session.ts';

/** Signs the local administrator in, as the printed link does, so that the demo can write to them. */
export async function openAdministrator({
  address,
  databaseUrl,
  organizationId,
}: LoadDemo): Promise<Administrator> {
  const link = await makeSignInLink(databaseUrl, { organizationId, publicUrl: address });
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? '';
  const ui = await signIn(address, { code });
  const answer = await ui('POST', '/ui/messaging/token');
  const { token, contact } = JSON.parse(answer.text) as { token: string; contact: { id: string } };
  return { name: 'Administrator', id: contact.id, token, ui };
}
