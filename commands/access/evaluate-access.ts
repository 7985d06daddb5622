import type { Db } from '../../db/connect.ts';
import { findDocument, findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { isDeprovisioned } from '../../db/tables/scim/resources.ts';
import { consumingPerson, listAccess } from '../../db/views/access/list.ts';
import type { AccessFilter } from '../../db/views/access/list.ts';
import { listTeamsOfPerson } from '../../db/views/organizations/teams-of-person.ts';
import { collectionOf, dataActions, describeUnknown } from '../../domain/access/evaluation.ts';
import type { Decision, Evaluation } from '../../domain/access/evaluation.ts';
import { Refusal } from '../../domain/errors.ts';
import { permissions } from '../../domain/organizations/permissions.ts';
import type { Permission } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { explainPermissions } from '../explain-permission.ts';
import { runOnStored } from '../tasks/run-task.ts';

const decide = (decision: boolean, id: string, sentence: string, accessId?: string): Decision => ({
  decision,
  context: {
    reasons: [{ id, reason_user: { en: sentence } }],
    ...(accessId !== undefined && { accessId }),
  },
});
const deny = (id: string, sentence: string): Decision => decide(false, id, sentence);
const permit = (id: string, sentence: string, accessId?: string): Decision =>
  decide(true, id, sentence, accessId);

/**
 * Answers whether a subject may do an action on a resource: use of data by active accesses and by the team that provides it, other
 * actions by permissions. Unknown subjects, actions and resources are denied with a reason, and so are people who are switched off.
 */
export async function evaluateAccess(
  db: Db,
  principal: Principal,
  evaluation: Evaluation,
): Promise<Decision> {
  const { action, subject } = evaluation;
  const email = subject.type === 'user' ? emailOf(principal, subject.id) : undefined;
  if (email !== undefined && (await isDeprovisioned(db, principal.organizationId, email))) {
    return deny('switched_off', `The identity provider has switched off ${email}.`);
  }
  if (dataActions.includes(action.name.toLowerCase())) return judgeUse(db, principal, evaluation);
  const permission = permissions.find((known) => known === action.name);
  if (permission !== undefined) return judgePermission(db, principal, evaluation, permission);
  return deny(
    'unknown_action',
    `The action '${action.name}' is unknown: use one of ${[...dataActions, ...permissions].join(', ')}.`,
  );
}

/** The address of a person in lower case, as it is stored. */
const emailOf = ({ email }: Principal, id: string): string =>
  (id === 'current_user' ? (email ?? id) : id).toLowerCase();

type Subject = { teams: string[]; email?: string; product?: string; name: string };

/** The teams, the person or the product of a subject; undefined for other types of subjects. */
async function findSubject(
  db: Db,
  principal: Principal,
  { type, id }: Evaluation['subject'],
): Promise<Subject | undefined> {
  if (type === 'team') return { teams: [id], name: `The team '${id}'` };
  if (type === 'data_product') return { teams: [], product: id, name: `The data product '${id}'` };
  if (type !== 'user') return undefined;
  const email = emailOf(principal, id);
  const teams = await listTeamsOfPerson(db, principal.organizationId, email);
  return { teams: teams.map((team) => team.id), email, name: email };
}

const unknownSubject = ({ type }: Evaluation['subject']): Decision =>
  deny('unknown_subject', `The subject type '${type}' is unknown: use user, team or data_product.`);

async function judgeUse(
  db: Db,
  principal: Principal,
  { subject: asked, resource }: Evaluation,
): Promise<Decision> {
  const subject = await findSubject(db, principal, asked);
  if (!subject) return unknownSubject(asked);
  const offer = await findOffer(db, principal, resource);
  if ('problem' in offer) return deny('unknown_resource', offer.problem);
  const { productId, ownerId, portId } = offer;
  if (ownerId !== undefined && subject.teams.includes(ownerId)) {
    return permit('provider', `The team '${ownerId}' provides the data product itself.`);
  }
  const filter = {
    providerDataProductId: productId,
    outputPortId: portId,
    states: ['active'],
    ...consumersOf(subject),
  };
  const page = { after: undefined, limit: 1, offset: 0 };
  const [access] = await listAccess(db, principal.organizationId, filter, page);
  if (access) {
    return permit(
      'active_access',
      `${subject.name} uses the output port '${portId}' by the active access '${access.id}'.`,
      access.id,
    );
  }
  const place = `/api/dataproducts/${encodeURIComponent(productId)}/outputports/${encodeURIComponent(portId)}`;
  return deny(
    'no_active_access',
    `${subject.name} has no active access to the output port '${portId}' of '${productId}': request it with POST ${place}/request-access.`,
  );
}

type Offer = { productId: string; ownerId: string | undefined; portId: string };

/** The output port whose data is used, and the team that provides it. */
async function findOffer(
  db: Db,
  { organizationId }: Principal,
  resource: Evaluation['resource'],
): Promise<Offer | { problem: string }> {
  const { type, id } = resource;
  const collection = collectionOf(type);
  if (collection === undefined) return { problem: describeUnknown(resource) };
  if (collection !== 'dataproducts') {
    return {
      problem: `A resource of the type '${type}' has no output port: name one of the type data_product.`,
    };
  }
  const key = { organizationId, kind: 'data-product', id };
  const [product, { head }] = await Promise.all([
    findDocument(db, key),
    findHeadAndTeams(db, key, []),
  ]);
  if (!product) return { problem: describeUnknown(resource) };
  const port = await findPort(product.body, resource.properties?.['outputPortId']);
  if ('problem' in port) return port;
  return { productId: id, ownerId: head?.ownerId ?? undefined, portId: port.id };
}

function consumersOf({ teams, email, product }: Subject): AccessFilter {
  if (product !== undefined) return { consumerDataProductId: product };
  return { consumers: email === undefined ? teams : [...teams, consumingPerson(email)] };
}

type Port = { id: string } | { problem: string };

/** The port of the resource; a product with one port needs no name of it. */
async function findPort(product: string, wanted: unknown): Promise<Port> {
  if (typeof wanted === 'string' && wanted !== '') {
    const { port, known } = await runOnStored('findPort', product, wanted);
    if (port?.id !== undefined) return { id: port.id };
    return { problem: `There is no output port '${wanted}'; the product has ${known ?? 'none'}.` };
  }
  const ports = await runOnStored('listPortContracts', product);
  const [only] = ports;
  if (only && ports.length === 1) return { id: only.outputPortId };
  const names = ports.map(({ outputPortId }) => outputPortId).join(', ');
  return {
    problem: `Name an output port in resource.properties.outputPortId: ${names || 'there is none'}.`,
  };
}

async function judgePermission(
  db: Db,
  principal: Principal,
  { subject, resource }: Evaluation,
  action: Permission,
): Promise<Decision> {
  const asked = askedOf(principal, subject);
  if (!asked) return unknownSubject(subject);
  const collection = collectionOf(resource.type);
  if (collection === undefined) return deny('unknown_resource', describeUnknown(resource));
  const resources = [`${collection}/${resource.id}`];
  try {
    const question = { actions: [action], resources, ...asked, principal };
    const [explained] = await explainPermissions(db, question);
    if (!explained) return deny('unknown_resource', describeUnknown(resource));
    return decide(explained.allowed, explained.rule, explained.because);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') {
      return deny('unknown_resource', describeUnknown(resource));
    }
    throw error;
  }
}

/** The member of a question about permissions that names the subject; the caller's own person needs none. */
function askedOf(
  { email }: Principal,
  { type, id }: Evaluation['subject'],
): { email?: string; team?: string } | undefined {
  if (type === 'team') return { team: id };
  if (type !== 'user') return undefined;
  return { email: id === 'current_user' ? (email ?? id) : id };
}
