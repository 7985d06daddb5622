import type { Database } from '../../db/connect.ts';
import { listUnregistered } from '../../db/tables/documents/references.ts';
import { lockOrganization } from '../../db/tables/organizations/organizations.ts';
import { upsertSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import { transact } from '../../db/transact.ts';
import { mappingProblems, scimMappingSchema } from '../../domain/scim/mapping.ts';
import type { ScimMapping } from '../../domain/scim/mapping.ts';
import { assertNoViolations, assertValid } from '../../domain/validation/validation.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';
import { listTeamRoles } from '../teams/list-team-roles.ts';
import { applyGrants } from './apply-grants.ts';
import type { AppliedGrants } from './apply-grants.ts';

/** The body as JSON, and its YAML source if it was sent as YAML. */
type MappingBody = { body: string; source: string | undefined };

/**
 * Stores the mapping and gives the people of all groups the roles that follow from it. Refuses with `invalid_body` unknown teams and
 * roles, and like `applyGrants`.
 */
export async function putScimMapping(
  database: Database,
  { principal, requestId, document, body, source, now }: OrganizationChange & MappingBody,
): Promise<AppliedGrants> {
  const mapping: ScimMapping = assertValid(scimMappingSchema, document, 'invalid_body');
  const { organizationId } = principal;
  const key = { organizationId, name: 'scim-mapping' } as const;
  const cause = { principal, requestId, now };
  return transact(database, async (tx) => {
    await lockOrganization(tx, organizationId);
    const roles = (await listTeamRoles(tx, organizationId)).map(({ name }) => name);
    const named = (mapping.scimGroupMappings ?? []).flatMap(({ teamId }) => teamId ?? []);
    const references = [...new Set(named)].map((id) => ({ kind: 'team', id }));
    const missing = await listUnregistered(tx, organizationId, references as never);
    const unknown = new Set(missing.map(({ id }) => id));
    const teams = new Set(named.filter((id) => !unknown.has(id)));
    assertNoViolations(mappingProblems(mapping, { roles, teams }), 'invalid_body');
    await upsertSettingsDocument(tx, key, { body, source, principal: principal.name, now });
    const applied = await applyGrants(tx, {}, cause);
    const data = { changes: applied.changes.length };
    await recordOrganizationChange(tx, cause, { type: 'ScimMappingUpdated', data });
    return applied;
  });
}
