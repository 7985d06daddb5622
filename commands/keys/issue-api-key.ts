import type { Database } from '../../db/connect.ts';
import { countWorkingApiKeys } from '../../db/tables/api-keys.ts';
import { keepDocument } from '../../db/tables/document-locks.ts';
import { lockOrganization } from '../../db/tables/organizations.ts';
import { transact } from '../../db/transact.ts';
import { checkKeyWish, dayOf, workingKeysAllowed } from '../../domain/api-key-rules.ts';
import type { KeyWish } from '../../domain/api-key-rules.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { createApiKey } from './create-api-key.ts';

export type IssueApiKey = KeyWish & {
  organizationId: OrganizationId;
  createdBy: string;
  requestId?: string | undefined;
  /** Clients of the API know 400 for every wish that cannot be fulfilled. */
  isRequest?: boolean;
  now: Date;
};

/**
 * Makes a key that somebody asked for and answers its text, which cannot be shown again. Refuses with
 * `invalid_body` a wish that makes no sense and with `unknown_reference` a team that does not exist (a request of
 * the API both with `bad_request`), and with `limit_reached` when the organization has as many working keys as are
 * allowed.
 */
export async function issueApiKey(
  database: Database,
  request: IssueApiKey,
): Promise<{ id: string; text: string }> {
  const { organizationId, teamId, isRequest, now } = request;
  checkKeyWish(request, now, isRequest ? 'bad_request' : 'invalid_body');
  return transact(database, async (tx) => {
    // Two at once must not both be the hundredth.
    await lockOrganization(tx, organizationId);
    if ((await countWorkingApiKeys(tx, organizationId, dayOf(now))) >= workingKeysAllowed) {
      refuse(
        'limit_reached',
        `The organization has ${workingKeysAllowed} working keys, and more are not allowed: revoke one first.`,
      );
    }
    if (teamId !== undefined) {
      // Whoever deletes it meanwhile waits, and then revokes this key too.
      const team = await keepDocument(tx, { organizationId, kind: 'team', id: teamId });
      if (!team) {
        const code = isRequest ? 'bad_request' : 'unknown_reference';
        refuse(code, `The team '${teamId}' does not exist; create it first.`);
      }
    }
    return createApiKey(tx, request);
  });
}
