import type { Database, Tx } from '../../db/connect.ts';
import { lockOrganization } from '../../db/tables/organizations/organizations.ts';
import {
  deleteSettingsDocument,
  findSettingsDocument,
  upsertSettingsDocument,
} from '../../db/tables/organizations/settings-documents.ts';
import { transact } from '../../db/transact.ts';
import { listRoleHolders } from '../../db/views/documents/team-role-holders.ts';
import { refuse } from '../../domain/errors.ts';
import { builtInRoles } from '../../domain/organizations/permissions.ts';
import type { RoleCatalogue } from '../../domain/organizations/permissions.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import {
  catalogueOf,
  rolesOfDocument,
  teamRolesProblems,
} from '../../domain/organizations/team-roles.ts';
import type { TeamRolesSettings } from '../../domain/organizations/team-roles.ts';
import { assertNoViolations } from '../../domain/validation/validation.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';

/** Maximum number of holders named in a message. */
const named = 5;

/**
 * Replaces the roles of members of teams; permissions follow them immediately. Refuses with `bad_request` an invalid setting,
 * with `roles_missing` an empty catalog, and with `role_in_use` to remove a role that is in use.
 */
export async function putTeamRoles(
  database: Database,
  { principal, requestId, document, now }: OrganizationChange,
): Promise<void> {
  assertNoViolations(teamRolesProblems(document), 'bad_request');
  const settings = document as unknown as TeamRolesSettings;
  const wanted = catalogueOf(settings);
  if (wanted.size === 0) {
    refuse(
      'roles_missing',
      "The mode 'custom-team-roles' needs at least one role in 'team-roles'.",
    );
  }
  const { organizationId } = principal;
  const key = { organizationId, name: 'team-roles' } as const;
  await transact(database, async (tx) => {
    await lockOrganization(tx, organizationId);
    const stored = await findSettingsDocument(tx, key);
    const current = stored ? rolesOfDocument(stored.body) : builtInRoles;
    await assertUnheld(tx, organizationId, { current, wanted });
    if (settings.mode === 'default') await deleteSettingsDocument(tx, key);
    else {
      const body = JSON.stringify(document);
      await upsertSettingsDocument(tx, key, { body, principal: principal.name, now });
    }
    const cause = { principal, requestId, now };
    await recordOrganizationChange(tx, cause, {
      type: 'TeamRolesUpdated',
      data: { mode: settings.mode, roles: [...wanted.keys()] },
    });
  });
}

async function assertUnheld(
  tx: Tx,
  organizationId: OrganizationId,
  { current, wanted }: { current: RoleCatalogue; wanted: RoleCatalogue },
): Promise<void> {
  const dropped = [...current.keys()].filter((name) => !wanted.has(name));
  const holders =
    dropped.length > 0 ? await listRoleHolders(tx, organizationId, dropped, named) : [];
  if (holders.length === 0) return;
  const names = holders.map(({ role, teamId }) => `'${role}' in team '${teamId}'`).join(', ');
  refuse(
    'role_in_use',
    `Roles cannot be removed while people have them: ${names}. Keep the roles, or give these people other roles first.`,
  );
}
