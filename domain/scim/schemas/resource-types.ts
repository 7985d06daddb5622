import type { Attribute, Schema } from './attribute.ts';
import { commonAttributes } from './common.ts';
import { groupSchema } from './group.ts';
import { enterpriseUserSchema, userSchema } from './user.ts';

export type ResourceKind = 'User' | 'Group';

/** A sort of resources with its schemas. */
export type ResourceType = {
  kind: ResourceKind;
  endpoint: string;
  description: string;
  schema: Schema;
  extensions: readonly Schema[];
  /** The attribute with a unique name. */
  nameAttribute: 'userName' | 'displayName';
};

export const userType: ResourceType = {
  kind: 'User',
  endpoint: '/Users',
  description: 'People',
  schema: userSchema,
  extensions: [enterpriseUserSchema],
  nameAttribute: 'userName',
};

export const groupType: ResourceType = {
  kind: 'Group',
  endpoint: '/Groups',
  description: 'Groups of people',
  schema: groupSchema,
  extensions: [],
  nameAttribute: 'displayName',
};

export const resourceTypes: readonly ResourceType[] = [userType, groupType];

/** Path of the SCIM interface. */
export const scimPath = '/api/scim/v2';

/** An attribute of a resource type: `extension` is the URN that contains it, `sub` an attribute within it. */
export type Target = { extension: string | undefined; attribute: Attribute; sub?: Attribute };

/** The kind of subject that events name for resources of this kind. */
export const scimSubjectKind = (kind: ResourceKind): string => `scim-${kind.toLowerCase()}`;

/** The attribute with this name, whatever its case. */
export function findAttribute(
  attributes: readonly Attribute[],
  name: string,
): Attribute | undefined {
  const wanted = name.toLowerCase();
  return attributes.find((each) => each.name.toLowerCase() === wanted);
}

/** The attributes of the core schema and those of every resource. */
export function coreAttributes({ schema }: ResourceType): readonly Attribute[] {
  return [...commonAttributes, ...schema.attributes];
}

/** The attribute that a path such as `name.givenName` names, with or without the URN of its schema. */
export function findTarget(type: ResourceType, path: string): Target | undefined {
  const { schema, names } = splitPath(type, path);
  const isCore = schema === type.schema;
  const [name = '', subName] = names;
  const attribute = findAttribute(isCore ? coreAttributes(type) : schema.attributes, name);
  if (!attribute || names.length > 2) return undefined;
  const extension = isCore ? undefined : schema.id;
  if (subName === undefined) return { extension, attribute };
  const sub = findAttribute(attribute.subAttributes ?? [], subName);
  return sub && { extension, attribute, sub };
}

/** The schema whose URN the path begins with, or else the core schema, and the names behind it. */
function splitPath({ schema, extensions }: ResourceType, path: string) {
  const named = [schema, ...extensions].find(({ id }) =>
    path.toLowerCase().startsWith(`${id.toLowerCase()}:`),
  );
  const names = (named ? path.slice(named.id.length + 1) : path).split('.');
  return { schema: named ?? schema, names };
}

/** The extension that has exactly this URN. */
export function findExtension({ extensions }: ResourceType, urn: string): Schema | undefined {
  return extensions.find(({ id }) => id.toLowerCase() === urn.toLowerCase());
}
