import type { Database } from '../../db/connect.ts';
import { countWorkingKeysOf } from '../../db/tables/organizations/listed-api-keys.ts';
import { lockOrganization } from '../../db/tables/organizations/organizations.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import {
  checkKeyRequest,
  dayOf,
  ownKeysAllowed,
} from '../../domain/organizations/api-key-rules.ts';
import { isReachable, personPrefix } from '../../domain/organizations/people.ts';
import type { KeyScope, Principal } from '../../domain/principal.ts';
import { issueCheckedKey } from './issue-api-key.ts';

export type IssueOwnApiKey = {
  principal: Principal;
  scope: KeyScope & ('user' | 'user_read');
  displayName: string;
  expiresOn: string | undefined;
  requestId: string;
  now: Date;
};

/**
 * The address of a person who may have own keys, in lower case. Refuses with `permission_denied` sessions of API keys, whose end
 * would not end the keys that they made, and the local administrator, who has no mailbox.
 */
export function ownerOfKeys({ name, email }: Principal): string {
  if (!name.startsWith(personPrefix) || email === undefined) {
    return refuse(
      'permission_denied',
      'This session belongs to an API key. Sign in as a person to have keys of your own.',
    );
  }
  if (isReachable(email)) return email.toLowerCase();
  return refuse(
    'permission_denied',
    'The local administrator has no keys of its own: create a key of the organization instead.',
  );
}

/**
 * Creates a key that acts for the signed-in person and returns its text, which cannot be shown again. Refuses like `ownerOfKeys`
 * and `issueApiKey`, and with `limit_reached` if the person has the maximum number of keys.
 */
export async function issueOwnApiKey(
  database: Database,
  { principal, ...request }: IssueOwnApiKey,
): Promise<{ id: string; text: string }> {
  const { organizationId } = principal;
  const email = ownerOfKeys(principal);
  const issued = { ...request, organizationId, email, createdBy: principal.name };
  checkKeyRequest(issued, request.now);
  return transact(database, async (tx) => {
    // Two concurrent requests must not both create the last allowed key.
    await lockOrganization(tx, organizationId);
    const working = await countWorkingKeysOf(tx, organizationId, email, dayOf(request.now));
    if (working >= ownKeysAllowed) {
      refuse(
        'limit_reached',
        `You have ${working} valid keys, which is the maximum: revoke one first.`,
      );
    }
    return issueCheckedKey(tx, issued);
  });
}
