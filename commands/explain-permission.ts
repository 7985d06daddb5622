import type { Db } from '../db/connect.ts';
import { findAccess } from '../db/tables/access/access.ts';
import { findHeadAndTeams } from '../db/tables/documents/documents.ts';
import { findOrganizationRole } from '../db/tables/organizations/organization-members.ts';
import { isDeprovisioned } from '../db/tables/scim/resources.ts';
import { listTeamPath } from '../db/views/documents/team-path.ts';
import { listPersonNames } from '../db/views/organizations/person-names.ts';
import { refuse } from '../domain/errors.ts';
import { documentKinds } from '../domain/kinds/index.ts';
import { actionsOn, isOpenToAll, judgedAction } from '../domain/organizations/judged-action.ts';
import { localAdministrator } from '../domain/organizations/people.ts';
import { judgePermission, mayWrite } from '../domain/organizations/permissions.ts';
import type { Permission, TeamOnPath, Verdict } from '../domain/organizations/permissions.ts';
import { verdictSentence } from '../domain/organizations/verdict-sentence.ts';
import type { AskedPerson } from '../domain/organizations/verdict-sentence.ts';
import type { Principal } from '../domain/principal.ts';
import { isConsumer } from './access/assert-side.ts';
import { listFormerOwners } from './documents/owning-document.ts';
import { getNamespace } from './semantics/semantic-request.ts';

export type PermissionQuestion = {
  /** Undefined: all that fit the resource. */
  actions: readonly Permission[] | undefined;
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
    for (const action of question.actions ?? actionsOn(resource))
      explained.push(await explain(db, { action, resource, ...asked, ...ownersOf(action) }));
  }
  return explained;
}

async function explain(
  db: Db,
  { action, resource, asked, person, owners, consumerUserId }: Asked & Owners,
): Promise<PermissionExplanation> {
  const about = { action, resource, scope: asked.scope };
  const judged = judgedAction(action, resource);
  const sentenceOf = (verdict: Verdict): string =>
    verdictSentence(verdict, { asked, person, action: judged });
  const explanations: PermissionExplanation[] = [];
  for (const ownerId of owners) {
    const path = ownerId === undefined ? [] : await listTeamPath(db, asked.organizationId, ownerId);
    const verdict = judge({ asked, person }, { action, judged, resource }, path);
    const because = sentenceOf(verdict);
    explanations.push({ ...verdict, ...about, because, path: path.map(({ id }) => id) });
  }
  if (!person?.isSwitchedOff && isConsumer(asked, { consumerUserId })) {
    const verdict = { allowed: true, rule: 'own-access' } as const;
    explanations.push({
      ...verdict,
      ...about,
      because: sentenceOf(verdict),
      path: [],
    });
  }
  const best = explanations.find(({ allowed }) => allowed) ?? explanations[0];
  if (!best) throw new Error('no principal to explain');
  return best;
}

/** A person who is switched off can do nothing, even if a team lists them again or the access is theirs. */
function judge(
  { asked, person }: AskedPrincipal,
  { action, judged, resource }: Record<'action' | 'judged', Permission> & { resource: string },
  path: readonly TeamOnPath[],
): Verdict {
  if (person?.isSwitchedOff) return { allowed: false, rule: 'switched-off' };
  const held = judgePermission(asked, judged, path);
  const isOpen = !held.allowed && mayWrite(asked) && isOpenToAll(action, resource);
  return isOpen ? { allowed: true, rule: 'everybody' } : held;
}

/** The name of a principal that only a question names. */
const askedName = 'asked';

type AskedPrincipal = { asked: Principal; person: AskedPerson };

type Asked = AskedPrincipal & { action: Permission; resource: string };

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
): Promise<AskedPrincipal> {
  const { organizationId } = principal;
  if (address !== undefined && team !== undefined) {
    refuse('bad_request', "Give either 'email' or 'team', not both.");
  }
  if (address !== undefined) {
    const email = address.toLowerCase();
    const isOwner =
      email === localAdministrator.email ||
      (await findOrganizationRole(db, { organizationId, email })) === 'Owner';
    const known = (await listPersonNames(db, organizationId, [email])).get(email);
    const asked = { organizationId, scope: 'user', teamId: undefined, email, isOwner } as const;
    const isSwitchedOff = await isDeprovisioned(db, organizationId, email);
    const person = { name: known?.name ?? email, isSwitchedOff };
    return { asked: { ...asked, name: askedName }, person };
  }
  if (team === undefined) return { asked: principal, person: undefined };
  const asked = { organizationId, scope: 'team', teamId: team, email: undefined } as const;
  return { asked: { ...asked, name: askedName }, person: undefined };
}
