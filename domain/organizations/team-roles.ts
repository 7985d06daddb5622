import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Violation } from '../errors.ts';
import { builtInRoles, permissions } from './permissions.ts';
import type { Permission, RoleCatalogue } from './permissions.ts';
import { validateWith } from '../validation/validation.ts';

const teamRoleSchema = Type.Object(
  {
    name: Type.String({ minLength: 3, maxLength: 1000, description: 'Unique, whatever the case' }),
    description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    rank: Type.Optional(Type.Union([Type.Integer({ description: 'Place in lists' }), Type.Null()])),
    permissions: Type.Array(Type.Unsafe<Permission>({ type: 'string', enum: [...permissions] })),
  },
  { $id: 'TeamRole', additionalProperties: true },
);

/** The roles of team members: the built-in ones, or the organization's own. */
export const teamRolesSchema = Type.Object(
  {
    mode: Type.Unsafe<'default' | 'custom-team-roles'>({
      type: 'string',
      enum: ['default', 'custom-team-roles'],
      description: 'default: the built-in roles hold, and those listed are not looked at',
    }),
    'team-roles': Type.Optional(Type.Union([Type.Array(teamRoleSchema), Type.Null()])),
  },
  { $id: 'TeamRolesSettings', additionalProperties: true },
);

export type TeamRolesSettings = Static<typeof teamRolesSchema>;

const descriptions: Readonly<Record<string, string>> = {
  Owner: 'Everything in the team and the teams below it',
  Approver: 'Changes what the team owns, and decides about access and change requests',
  Editor: 'Changes what the team owns, and requests access',
  Steward: 'Changes what the team owns, and decides about change requests',
  Member: 'Requests access and submits change requests',
};

/** The default, unless the organization defines roles. */
export const defaultTeamRoles: TeamRolesSettings = {
  mode: 'default',
  'team-roles': [...builtInRoles].map(([name, held], rank) => ({
    name,
    description: descriptions[name] ?? '',
    rank,
    permissions: [...held],
  })),
};

/** Violations in the settings, without checking that custom roles have at least one entry. */
export function teamRolesProblems(settings: unknown): Violation[] {
  const violations = validateWith(teamRolesSchema, settings);
  return violations.length > 0 ? violations : repeatedNames(settings as TeamRolesSettings);
}

function repeatedNames(settings: TeamRolesSettings): Violation[] {
  const names = (settings['team-roles'] ?? []).map(({ name }) => name.toLowerCase());
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [{ field: `team-roles[${index}].name`, message: 'is the name of another role too' }],
  );
}

/** The roles under these settings. */
export function catalogueOf(settings: TeamRolesSettings): RoleCatalogue {
  if (settings.mode === 'default') return builtInRoles;
  const roles = settings['team-roles'] ?? [];
  return new Map(roles.map((role) => [role.name, role.permissions]));
}

/** The roles of stored settings (JSON text). */
export function rolesOfDocument(body: string): RoleCatalogue {
  return catalogueOf(JSON.parse(body) as TeamRolesSettings);
}
