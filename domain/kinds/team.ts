import { Type } from '@sinclair/typebox';
import { validateWith } from '../validation/validation.ts';
import type { Permission } from '../organizations/permissions.ts';
import { canonicalJson } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { DocumentKind } from './kind.ts';
import { teamScoreFacts } from './document-head.ts';
import { recordOf } from '../validation/record-of.ts';

/** The known types in their canonical spelling. */
const teamTypes = [
  'Domain',
  'Team',
  'Domain Team',
  'Enabling Team',
  'Platform Team',
  'Governance Group',
];

/** Explicit null means absent. */
const nullable = <T extends ReturnType<typeof Type.String>>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const texts = Type.Array(Type.String());
const textMap = recordOf(Type.String());

/** A team, domain or other unit; unknown members are stored and returned. */
export const teamSchema = Type.Object(
  {
    id: Type.String({ description: 'Chosen by the caller; equals the path id' }),
    name: Type.String({ minLength: 1 }),
    type: Type.String({
      minLength: 1,
      examples: teamTypes,
      description: `${teamTypes.join(', ')}; another type is accepted with a warning and counts as a unit`,
    }),
    parent: Type.Optional(nullable(Type.String({ description: 'Id of the parent team' }))),
    description: Type.Optional(nullable(Type.String({ description: 'Markdown or HTML' }))),
    members: Type.Optional(
      Type.Union([
        Type.Array(
          Type.Object({
            emailAddress: Type.String({ format: 'email', maxLength: 254 }),
            name: Type.Optional(
              nullable(
                Type.String({ maxLength: 200, description: 'Name for people who did not sign in' }),
              ),
            ),
            role: Type.Optional(
              nullable(Type.String({ description: 'Owner, Approver, Editor, Member, Steward' })),
            ),
          }),
        ),
        Type.Null(),
      ]),
    ),
    tags: Type.Optional(Type.Union([texts, Type.Null()])),
    links: Type.Optional(Type.Union([textMap, Type.Null()])),
    custom: Type.Optional(Type.Union([textMap, Type.Null()])),
  },
  { $id: 'Team', additionalProperties: true },
);

export const team: DocumentKind = {
  name: 'team',
  collection: 'teams',
  title: 'team',
  events: { created: 'TeamCreatedEvent', updated: 'TeamUpdatedEvent', deleted: 'TeamDeletedEvent' },
  isTree: true,
  yamlName: 'team.yaml',
  validate: (document) => validateWith(teamSchema, document),
  unknownMembers: (document) =>
    Object.keys(document).filter((member) => !Object.hasOwn(teamSchema.properties, member)),
  canonicalMembers: ({ type }) => {
    const known = knownType(type);
    return known === undefined || known === type ? {} : { type: known };
  },
  notices: ({ type }) =>
    knownType(type) === undefined
      ? [`The type ${JSON.stringify(type)} is none of ${teamTypes.join(', ')}; it counts as a unit`]
      : [],
  extract: extractTeam,
  ownerProblem: ([parent]) => ({
    code: 'unknown_reference',
    message: `The parent team '${parent}' does not exist; create it first or leave out 'parent'`,
  }),
  inUseAs: [],
  permissions: { add: 'TEAM_ADD', edit: 'TEAM_EDIT', remove: 'TEAM_DELETE' },
  editPermissions: teamEditPermissions,
};

function knownType(type: unknown): string | undefined {
  const sent = typeof type === 'string' ? type.toLowerCase() : undefined;
  return teamTypes.find((known) => known.toLowerCase() === sent);
}

/** The description and the members of a team need separate permissions. */
function teamEditPermissions(before: JsonObject, after: JsonObject): Permission[] {
  const [were, are] = [rolesByPerson(before), rolesByPerson(after)];
  const common = [...are.keys()].filter((person) => were.has(person));
  const needed: [Permission, boolean][] = [
    ['TEAM_EDIT', canonicalJson(withoutMembers(before)) !== canonicalJson(withoutMembers(after))],
    ['TEAM_MEMBER_ADD', are.size > common.length],
    ['TEAM_MEMBER_EDIT', common.some((person) => were.get(person) !== are.get(person))],
    ['TEAM_MEMBER_DELETE', were.size > common.length],
  ];
  return needed.filter(([, isNeeded]) => isNeeded).map(([permission]) => permission);
}

function withoutMembers(team: JsonObject): JsonObject {
  const { members: _, ...others } = team;
  return others;
}

/** The member entries of each person, who may be listed with several roles. */
function rolesByPerson({ members }: JsonObject): Map<string, string> {
  const people = new Map<string, string>();
  for (const member of Array.isArray(members) ? members : []) {
    const { emailAddress, ...rest } = member as JsonObject;
    const person = (typeof emailAddress === 'string' ? emailAddress : '').toLowerCase();
    people.set(person, `${people.get(person) ?? ''}${canonicalJson(rest)}`);
  }
  return people;
}

/**
 * The parent is the owner of a team: it cannot be deleted before its children, and roles are inherited from it.
 */
function extractTeam(document: JsonObject): ReturnType<DocumentKind['extract']> {
  const { name, description, parent, tags, type } = document;
  const candidates = typeof parent === 'string' && parent !== '' ? [parent] : [];
  return {
    name: name as string,
    description: typeof description === 'string' ? description : '',
    status: undefined,
    archetype: type as string,
    tags: Array.isArray(tags) ? tags.map(String) : [],
    owner: { candidates, required: candidates.length > 0 },
    scoreFacts: teamScoreFacts(document),
  };
}
