import type { Db } from '../../db/connect.ts';
import { findSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { defaultTeamRoles } from '../../domain/organizations/team-roles.ts';
import type { TeamRolesSettings } from '../../domain/organizations/team-roles.ts';
import { refuse } from '../../domain/errors.ts';

/** A role that members of teams can have, as people choose it. */
export type ChoosableRole = { name: string; description: string };

/** The roles that members of teams can have, in their order. */
export async function listTeamRoles(
  db: Db,
  organizationId: OrganizationId,
): Promise<ChoosableRole[]> {
  const stored = await findSettingsDocument(db, { organizationId, name: 'team-roles' });
  const settings = stored ? (JSON.parse(stored.body) as TeamRolesSettings) : defaultTeamRoles;
  const { 'team-roles': roles } = settings.mode === 'default' ? defaultTeamRoles : settings;
  return (roles ?? [])
    .toSorted((left, right) => (left.rank ?? 0) - (right.rank ?? 0))
    .map(({ name, description }) => ({ name, description: description ?? '' }));
}

/** Refuses with `invalid_body` a role that members of this organization cannot have. */
export async function assertKnownRole(
  db: Db,
  organizationId: OrganizationId,
  role: string | undefined,
): Promise<void> {
  if (role === undefined) return;
  const roles = await listTeamRoles(db, organizationId);
  if (roles.some(({ name }) => name === role)) return;
  const message = `must be one of ${roles.map(({ name }) => name).join(', ')}`;
  refuse('invalid_body', `'role' ${message}.`, { violations: [{ field: 'role', message }] });
}
