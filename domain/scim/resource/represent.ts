import type { JsonObject } from '../../../lib/json/json.ts';
import { schemasOf } from './read-resource.ts';
import type { ResourceType } from '../schemas/resource-types.ts';

/** A stored resource with what other rows add to it. */
export type Represented = {
  id: string;
  body: JsonObject;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  /** Users of a group. */
  memberIds?: readonly string[] | undefined;
  /** Groups of a user. */
  groups?: readonly { groupId: string; display: string }[] | undefined;
};

/** The complete representation of a resource; `baseUrl` is the address of the interface. */
export function representResource(
  type: ResourceType,
  resource: Represented,
  baseUrl: string,
): JsonObject {
  const { id, body, revision, createdAt, updatedAt, memberIds = [], groups = [] } = resource;
  const address = (endpoint: string, of: string): string => `${baseUrl}${endpoint}/${of}`;
  const members = memberIds.map((value) => ({
    value,
    $ref: address('/Users', value),
    type: 'User',
  }));
  const memberships = groups.map(({ groupId, display }) => ({
    value: groupId,
    $ref: address('/Groups', groupId),
    display,
    type: 'direct',
  }));
  return {
    schemas: schemasOf(type, body),
    id,
    ...body,
    ...(members.length > 0 && { members }),
    ...(memberships.length > 0 && { groups: memberships }),
    meta: {
      resourceType: type.kind,
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: address(type.endpoint, id),
      version: versionOf(revision),
    },
  };
}

/** The weak entity tag of a revision. */
export function versionOf(revision: number): string {
  return `W/"${revision}"`;
}
