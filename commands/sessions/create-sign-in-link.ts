import type { Db } from '../../db/connect.ts';
import { insertSignInCode } from '../../db/tables/organizations/sign-in-codes.ts';
import { findOrganizationMember } from '../../db/views/organizations/organization-members.ts';
import { refuse } from '../../domain/errors.ts';
import { localAdministrator } from '../../domain/organizations/people.ts';
import {
  makeSignInCode,
  printedLinkMinutes,
  signInLink,
} from '../../domain/organizations/sign-in-code.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';

/**
 * Creates a link that signs in a person of an organization, or without an address its local administrator, once, within 15 minutes.
 * Only operators of the installation, who reach its database, may call this. Refuses with `not_found` an address that no team knows.
 */
export async function createSignInLink(
  db: Db,
  request: { organizationId: OrganizationId; email?: string | undefined; publicUrl: string },
): Promise<{ link: string; expiresAt: Date }> {
  const { organizationId, publicUrl } = request;
  const email = request.email?.toLowerCase() ?? localAdministrator.email;
  if (request.email !== undefined && !(await findOrganizationMember(db, organizationId, email))) {
    refuse('not_found', `No team of the organization knows the address ${email}.`);
  }
  const { code, hash: codeHash } = makeSignInCode();
  const row = { id: newId(), organizationId, email, codeHash, minutes: printedLinkMinutes };
  const expiresAt = await insertSignInCode(db, row);
  return { link: signInLink(publicUrl, code), expiresAt };
}
