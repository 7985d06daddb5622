import type { Static } from '@sinclair/typebox';
import type { Db } from '../../db/connect.ts';
import type { SignInMethod } from '../../db/tables/organizations/ui-sessions.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { isReachable } from '../../domain/organizations/people.ts';
import type { Principal } from '../../domain/principal.ts';
import type { uiSessionSchema } from '../schemas/ui/sessions.ts';

/** The name of a principal for people, or the principal itself. */
export async function nameOfPrincipal(db: Db, principal: Principal): Promise<string> {
  const { organizationId, name } = principal;
  return (await listPrincipalNames(db, organizationId, [name])).get(name) ?? name;
}

/** The address of a person; the local administrator has none that works. */
export function shownEmail({ email }: Principal): string | null {
  return email !== undefined && isReachable(email) ? email : null;
}

/** A session as its caller sees it. */
export async function presentUiSession(
  db: Db,
  principal: Principal,
  { expiresAt, method }: { expiresAt: Date; method: SignInMethod },
): Promise<Static<typeof uiSessionSchema>> {
  return {
    principal: principal.name,
    principalName: await nameOfPrincipal(db, principal),
    method,
    organizationId: principal.organizationId,
    scope: principal.scope,
    teamId: principal.teamId ?? null,
    email: shownEmail(principal),
    isOwner: principal.isOwner ?? false,
    expiresAt: expiresAt.toISOString(),
  };
}
