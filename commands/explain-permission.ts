import type { Db } from '../db/connect.ts';
import { findAccess } from '../db/tables/access/access.ts';
import { findHeadAndTeams } from '../db/tables/documents/documents.ts';
import { findOrganizationRole } from '../db/tables/organizations/organization-members.ts';
import { listTeamPath } from '../db/views/documents/team-path.ts';
import { refuse } from '../domain/errors.ts';
import { documentKinds } from '../domain/kinds/index.ts';
import { localAdministrator } from '../domain/organizations/people.ts';
import { judgePermission } from '../domain/organizations/permissions.ts';
import type { Permission, Verdict } from '../domain/organizations/permissions.ts';
import type { Principal } from '../domain/principal.ts';
import { isConsumer } from './access/assert-side.ts';
import { listFormerOwners } from './documents/owning-document.ts';
import { getNamespace } from './semantics/semantic-request.ts';

export type PermissionQuestion = {
  actions: readonly Permission[];
  /** Each `<collection>/<id>`, e.g. `datacontracts/orders`. */
  resources: readonly string[];
  /** Asks about a person instead of the principal. */
  email?: string | undefined;
  /** Asks about a key of this team instead of the principal. */
  team?: string | undefined;
  principal: Principal;
};

export type PermissionExplanation = Verdict & {
  action: Permission;
  resource: string;
  because: string;
  scope: Principal['scope'];
  /** The owning team and the teams above it. */
  path: string[];
};

/**
 * Explains for each resource and each action whether it is allowed and by which rule, with the same checks as the commands.
 * Refuses with `not_found` an unknown resource.
 */
export async function explainPermissions(
  db: Db,
  question: PermissionQuestion,
): Promise<PermissionExplanation[]> {
  const asked = await findAsked(db, question);
  const explained: PermissionExplanation[] = [];
  for (const resource of new Set(question.resources)) {
    const ownersOf = await findOwners(db, { resource, principal: question.principal });
    for (const action of question.actions)
      explained.push(await explain(db, { action, resource, asked, ...ownersOf(action) }));
  }
  return explained;
}

async function explain(
  db: Db,
  { action, resource, asked, owners, consumerUserId }: Asked & Owners,
): Promise<PermissionExplanation> {
  const about = { action, resource, scope: asked.scope };
  const explanations: PermissionExplanation[] = [];
  for (const ownerId of owners) {
    const path = ownerId === undefined ? [] : await listTeamPath(db, asked.organizationId, ownerId);
    const verdict = judgePermission(asked, action, path);
    const because = sentenceOf(verdict, asked, action);
    explanations.push({ ...verdict, ...about, because, path: path.map(({ id }) => id) });
  }
  if (isConsumer(asked, { consumerUserId })) {
    const verdict = { allowed: true, rule: 'own-access' } as const;
    explanations.push({
      ...verdict,
      ...about,
      because: sentenceOf(verdict, asked, action),
      path: [],
    });
  }
  const best = explanations.find(({ allowed }) => allowed) ?? explanations[0];
  if (!best) throw new Error('no principal to explain');
  return best;
}

/** The name of a principal that only a question names. */
const askedName = 'asked';

type Person = { is: string; possessive: string; theirs: string };

type Asked = { action: Permission; resource: string; asked: Principal };

/** The teams on which the permission counts (one is enough), and the person whose own access it is. */
export type Owners = {
  owners: readonly (string | undefined)[];
  consumerUserId?: string | undefined;
};

type ResourceQuestion = Pick<PermissionQuestion, 'principal'> & { resource: string };

/** For each action the sides of an access on which the permission counts; the owner of any other resource. */
export async function findOwners(
  db: Db,
  question: ResourceQuestion,
): Promise<(action: Permission) => Owners> {
  const { resource, principal } = question;
  const namespace = /^semantics\/([^/]+)$/.exec(resource)?.[1];
  if (namespace !== undefined) {
    const key = { organizationId: principal.organizationId, id: namespace };
    const owners = [(await getNamespace(db, key)).ownerId ?? undefined];
    return () => ({ owners });
  }
  const id = /^access\/(.+)$/s.exec(resource)?.[1];
  if (id === undefined) {
    const owners = [await findOwner(db, question)];
    return () => ({ owners });
  }
  const access = await findAccess(db, { organizationId: principal.organizationId, id });
  if (!access) return refuse('not_found', `There is no access with the id '${id}'.`);
  const { providerTeamId, consumerTeamId, consumerUserId } = access;
  return (action) => {
    if (action === 'ACCESS_APPROVE') return { owners: [providerTeamId] };
    if (action === 'ACCESS_REQUEST') return { owners: [consumerTeamId], consumerUserId };
    return { owners: [providerTeamId, consumerTeamId], consumerUserId };
  };
}

/**
 * Finds the team that decides: for a team the team itself, for a document that belongs to another one the owner of that document,
 * else the owner.
 */
async function findOwner(
  db: Db,
  { resource, principal }: ResourceQuestion,
): Promise<string | undefined> {
  const slash = resource.indexOf('/');
  const [collection, id] = [resource.slice(0, Math.max(slash, 0)), resource.slice(slash + 1)];
  const kind = documentKinds.find((known) => known.collection === collection);
  const key = kind && { organizationId: principal.organizationId, kind: kind.name, id };
  const { head } = key ? await findHeadAndTeams(db, key, []) : {};
  if (!kind || !head) {
    const known = documentKinds.map(({ collection: name }) => `${name}/<id>`).join(', ');
    return refuse(
      'not_found',
      `There is no resource '${resource}'; it must be one of ${known}, semantics/<namespace>, access/<id>.`,
    );
  }
  if (kind.isTree) return id;
  const [owner] = key && kind.belongsTo ? await listFormerOwners(db, key, kind) : [head.ownerId];
  return owner ?? undefined;
}

async function findAsked(
  db: Db,
  { email: address, team, principal }: PermissionQuestion,
): Promise<Principal> {
  const { organizationId } = principal;
  if (address !== undefined && team !== undefined) {
    refuse('bad_request', "Give either 'email' or 'team', not both.");
  }
  if (address !== undefined) {
    const email = address.toLowerCase();
    const isOwner =
      email === localAdministrator.email ||
      (await findOrganizationRole(db, { organizationId, email })) === 'Owner';
    return { organizationId, name: askedName, scope: 'user', teamId: undefined, email, isOwner };
  }
  if (team === undefined) return principal;
  return { organizationId, name: askedName, scope: 'team', teamId: team, email: undefined };
}

/** Whoever asks about themselves is spoken to; the e-mail address names anybody else. */
function personOf({ name, email }: Principal): Person {
  if (name !== askedName) return { is: 'You are', possessive: 'your', theirs: 'yours' };
  const person = email === localAdministrator.email ? 'The local administrator' : email;
  return { is: `${person} is`, possessive: `${person}'s`, theirs: 'theirs' };
}

function sentenceOf(verdict: Verdict, asked: Principal, action: Permission): string {
  const { rule, teamId, role } = verdict;
  const { scope } = asked;
  const { is, possessive, theirs } = personOf(asked);
  const sentences: Record<Verdict['rule'], string> = {
    organization:
      scope === 'organization'
        ? 'A key of the whole organization may do everything.'
        : `${is} an Owner of the organization and may do everything.`,
    team: `A key of team '${teamId}' may do everything with what that team and the teams below it own.`,
    role: `${is} ${role} in team '${teamId}', and this role has ${action}.`,
    'reading-key': `A key with scope '${scope}' may only read.`,
    'no-owner': 'No team owns it; only keys and Owners of the whole organization may change it.',
    'other-team': `The key is one of team '${teamId}', which is not among the teams that own it.`,
    'role-lacks-it': `${is} ${role} in team '${teamId}', and no role of ${theirs} has ${action}.`,
    'no-member': `${is} in none of the teams that own it.`,
    'own-access': `It is ${possessive} own access.`,
  };
  return sentences[rule];
}
