import type { Database, Tx } from '../../db/connect.ts';
import { countWorkingApiKeys } from '../../db/tables/organizations/api-keys.ts';
import { keepDocument } from '../../db/tables/documents/locks.ts';
import { lockOrganization } from '../../db/tables/organizations/organizations.ts';
import { isDeprovisioned } from '../../db/tables/scim/resources.ts';
import { transact } from '../../db/transact.ts';
import {
  checkKeyRequest,
  dayOf,
  workingKeysAllowed,
} from '../../domain/organizations/api-key-rules.ts';
import type { KeyRequest } from '../../domain/organizations/api-key-rules.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { createApiKey } from './create-api-key.ts';

export type IssueApiKey = KeyRequest & {
  organizationId: OrganizationId;
  createdBy: string;
  requestId?: string | undefined;
  /** True for requests of the API, whose clients expect 400 for every invalid request. */
  isRequest?: boolean;
  now: Date;
};

/**
 * Creates a requested key and returns its text, which cannot be shown again. Refuses with `invalid_body` an invalid request and
 * with `unknown_reference` an unknown team or a person who is switched off by the identity provider (a request of the API with
 * `bad_request` for all), and with `limit_reached` if the organization has the maximum number of valid keys.
 */
export async function issueApiKey(
  database: Database,
  request: IssueApiKey,
): Promise<{ id: string; text: string }> {
  const { isRequest, now } = request;
  checkKeyRequest(request, now, isRequest ? 'bad_request' : 'invalid_body');
  return transact(database, (tx) => issueCheckedKey(tx, request));
}

/** Creates a key whose request was checked, in a transaction; refuses like `issueApiKey`. */
export async function issueCheckedKey(
  tx: Tx,
  request: IssueApiKey,
): Promise<{ id: string; text: string }> {
  const { organizationId, teamId, email, isRequest, now } = request;
  const code = isRequest ? 'bad_request' : 'unknown_reference';
  // Two concurrent requests must not both create the last allowed key, and deprovisioning comes before or revokes this key, too.
  await lockOrganization(tx, organizationId);
  if (email !== undefined && (await isDeprovisioned(tx, organizationId, email.toLowerCase()))) {
    refuse(code, `The identity provider has switched off '${email}': switch them on there first.`);
  }
  if ((await countWorkingApiKeys(tx, organizationId, dayOf(now))) >= workingKeysAllowed) {
    refuse(
      'limit_reached',
      `The organization has ${workingKeysAllowed} valid keys, which is the maximum: revoke one first.`,
    );
  }
  if (teamId !== undefined) {
    // A concurrent delete of the team waits, and then revokes this key too.
    const team = await keepDocument(tx, { organizationId, kind: 'team', id: teamId });
    if (!team) refuse(code, `The team '${teamId}' does not exist; create it first.`);
  }
  return createApiKey(tx, request);
}
