import type { Db } from '../../db/connect.ts';
import { insertSignInCode } from '../../db/tables/organizations/sign-in-codes.ts';
import { localAdministrator } from '../../domain/organizations/people.ts';
import {
  makeSignInCode,
  printedLinkMinutes,
  signInLink,
} from '../../domain/organizations/sign-in-code.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';

/**
 * Creates a link that signs in the local administrator of an organization once, within 15 minutes. Only operators of the
 * installation, who reach its database, may call this.
 */
export async function createSignInLink(
  db: Db,
  { organizationId, publicUrl }: { organizationId: OrganizationId; publicUrl: string },
): Promise<{ link: string; expiresAt: Date }> {
  const { code, hash: codeHash } = makeSignInCode();
  const { email } = localAdministrator;
  const request = { id: newId(), organizationId, email, codeHash, minutes: printedLinkMinutes };
  const expiresAt = await insertSignInCode(db, request);
  return { link: signInLink(publicUrl, code), expiresAt };
}
