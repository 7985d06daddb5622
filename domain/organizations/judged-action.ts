import { permissions } from './permissions.ts';
import type { Permission } from './permissions.ts';

const startingWith = (prefix: string): Permission[] =>
  permissions.filter((permission) => permission.startsWith(prefix));

const document: readonly Permission[] = ['RESOURCES_EDIT', 'RESOURCES_DELETE'];
const changes = startingWith('CHANGE_REQUEST_');
const access = startingWith('ACCESS_');

/** Collections whose documents have more or other actions than to be edited and deleted. */
const actionsByCollection: Readonly<Record<string, readonly Permission[]>> = {
  access,
  datacontracts: [...document, ...changes],
  dataproducts: [...document, ...changes, ...access],
  // Roles of a team count for everything that it owns.
  teams: permissions,
};

const collectionOf = (resource: string): string => resource.slice(0, resource.indexOf('/'));

/** The actions that fit a resource `<collection>/<id>`. */
export function actionsOn(resource: string): readonly Permission[] {
  return actionsByCollection[collectionOf(resource)] ?? document;
}

/** The permission by which the commands judge an action: whoever may edit a document decides about changes of it. */
export function judgedAction(action: Permission, resource: string): Permission {
  const decidesChange = action === 'CHANGE_REQUEST_APPROVE' && hasChangeRequests(resource);
  return decidesChange ? 'RESOURCES_EDIT' : action;
}

/**
 * True for actions that need no role in the owning team: everybody proposes changes, and requests access for themselves or for
 * teams in which they have the permission.
 */
export function isOpenToAll(action: Permission, resource: string): boolean {
  if (action === 'CHANGE_REQUEST_SUBMIT') return hasChangeRequests(resource);
  return action === 'ACCESS_REQUEST' && collectionOf(resource) === 'dataproducts';
}

function hasChangeRequests(resource: string): boolean {
  return ['datacontracts', 'dataproducts'].includes(collectionOf(resource));
}
