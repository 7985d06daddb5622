import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Violation } from '../errors.ts';

/** Maximum number of entries of a mapping. */
const maxMappings = 1_000;

const entrySchema = Type.Object(
  {
    scimGroup: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'displayName of a SCIM group, in any case',
    }),
    type: Type.Unsafe<'organizationOwner' | 'teamMemberRole'>({
      type: 'string',
      enum: ['organizationOwner', 'teamMemberRole'],
      description:
        'organizationOwner: the people of the group are Owners of the organization. teamMemberRole: they are members of a team',
    }),
    teamId: Type.Optional(
      Type.String({ minLength: 1, description: 'Id of the team, for teamMemberRole' }),
    ),
    teamMemberRole: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Role in the team, in any case, for teamMemberRole; the first entry wins',
      }),
    ),
  },
  { additionalProperties: true, description: 'The role of the people of one SCIM group' },
);

/** What SCIM groups mean in the organization. */
export const scimMappingSchema = Type.Object(
  {
    scimGroupMappings: Type.Optional(
      Type.Array(entrySchema, {
        maxItems: maxMappings,
        description: 'Roles of groups; a person with several roles in a team has the first one',
      }),
    ),
  },
  {
    $id: 'ScimMappingConfiguration',
    additionalProperties: true,
    description: 'Roles that the people of SCIM groups have in the organization and in teams',
  },
);
export type ScimMapping = Static<typeof scimMappingSchema>;

/** A role that a SCIM group gives. */
export type GroupRole = {
  /** Name of the group in lower case. */
  groupKey: string;
  /** Empty for a role in the organization. */
  teamId: string;
  role: string;
};

/** The entries of a mapping; role names are those of `roles` that are equal in any case. */
export function groupRolesOf(mapping: ScimMapping, roles: readonly string[]): GroupRole[] {
  return (mapping.scimGroupMappings ?? []).map(({ scimGroup, type, teamId, teamMemberRole }) => {
    const groupKey = scimGroup.toLowerCase();
    if (type === 'organizationOwner') return { groupKey, teamId: '', role: 'Owner' };
    const named = teamMemberRole ?? '';
    const role = roles.find((each) => each.toLowerCase() === named.toLowerCase()) ?? named;
    return { groupKey, teamId: teamId ?? '', role };
  });
}

/** What is wrong with the entries beyond their schema: missing or unknown teams and roles. */
export function mappingProblems(
  mapping: ScimMapping,
  known: { roles: readonly string[]; teams: ReadonlySet<string> },
): Violation[] {
  const roles = new Set(known.roles.map((role) => role.toLowerCase()));
  return (mapping.scimGroupMappings ?? []).flatMap((entry, at) => {
    if (entry.type !== 'teamMemberRole') return [];
    const { teamId, teamMemberRole } = entry;
    const field = `scimGroupMappings[${at}]`;
    const problems: Violation[] = [];
    if (teamId === undefined || !known.teams.has(teamId)) {
      problems.push({ field: `${field}.teamId`, message: 'must be the id of an existing team' });
    }
    if (teamMemberRole === undefined || !roles.has(teamMemberRole.toLowerCase())) {
      const message = `must be one of ${known.roles.join(', ')}`;
      problems.push({ field: `${field}.teamMemberRole`, message });
    }
    return problems;
  });
}

/** Maximum number of changed memberships of one request. */
export const maxGrantChanges = 5_000;
