import type { Database } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import {
  insertOrganization,
  listOrganizations,
  lockOrganizations,
} from '../../db/tables/organizations/organizations.ts';
import { transact } from '../../db/transact.ts';
import { isReservedName } from '../../domain/organizations/reserved-names.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { createApiKey } from '../keys/create-api-key.ts';

export type CreateOrganization = {
  name: string;
  /** Short name in web addresses. */
  vanity: string;
  /** True if its first organization key is created too. */
  withKey: boolean;
  createdBy: string;
  now: Date;
};

const maxNameLength = 200;

/**
 * Creates an organization and, if requested, its first key, whose text cannot be shown again. Refuses with `invalid_body` invalid
 * names, and with `name_taken` a vanity name in use.
 */
export async function createOrganization(
  database: Database,
  request: CreateOrganization,
): Promise<{ id: OrganizationId; key: { id: string; text: string } | undefined }> {
  const { name, vanity, withKey, createdBy, now } = request;
  checkNames(name, vanity);
  return transact(database, async (tx) => {
    await lockOrganizations(tx);
    if ((await listOrganizations(tx)).some((other) => other.vanity === vanity)) {
      refuse('name_taken', `The vanity name '${vanity}' is taken: choose another one.`);
    }
    const organizationId = await insertOrganization(tx, { name, vanity, now });
    await recordEvent(tx, {
      organizationId,
      type: 'OrganizationCreated',
      subjectKind: 'organization',
      subjectId: organizationId,
      principal: createdBy,
      requestId: undefined,
      public: false,
      data: { name, vanity },
      now,
    });
    if (!withKey) return { id: organizationId, key: undefined };
    const displayName = 'First key';
    const scope = 'organization';
    const key = await createApiKey(tx, { organizationId, scope, displayName, createdBy, now });
    return { id: organizationId, key };
  });
}

function checkNames(name: string, vanity: string): void {
  if (name.trim() === '' || name.length > maxNameLength || /\p{Cc}/u.test(name)) {
    refuse(
      'invalid_body',
      `The name '${name}' is invalid: use 1 to ${maxNameLength} characters without line breaks.`,
    );
  }
  if (!/^[a-z0-9-]{1,63}$/.test(vanity)) {
    refuse(
      'invalid_body',
      `The vanity name '${vanity}' is invalid: use 1 to 63 lower-case letters, digits and dashes.`,
    );
  }
  if (isReservedName(vanity)) {
    refuse(
      'invalid_body',
      `The vanity name '${vanity}' is reserved: addresses of this service begin with /${vanity}. Choose another one.`,
    );
  }
}
