import type { Attribute, Schema } from '../schemas/attribute.ts';
import { resourceTypes } from '../schemas/resource-types.ts';
import type { ResourceType } from '../schemas/resource-types.ts';
import { bulkLimits } from './bulk.ts';
import { discoverySchemas } from './discovery-schemas.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

/** What this service can do (RFC 7643 §5). */
export function describeProvider(baseUrl: string, maxResults: number): object {
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: {
      supported: true,
      maxOperations: bulkLimits.operations,
      maxPayloadSize: bulkLimits.bytes,
    },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description: 'An API key of the organization as a bearer token',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
  };
}

/** A type of resources (RFC 7643 §6). */
export function describeType(type: ResourceType, baseUrl: string): { id: string } {
  const { kind, endpoint, description, schema, extensions } = type;
  const described = {
    schemas: [`${core}:ResourceType`],
    id: kind,
    name: kind,
    endpoint,
    description,
    schema: schema.id,
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${kind}` },
  };
  return described;
}

/** The schemas of users, groups and of discovery itself. */
export const allSchemas: readonly Schema[] = [
  ...resourceTypes.flatMap(({ schema, extensions }) => [schema, ...extensions]),
  ...discoverySchemas,
];

/** A schema (RFC 7643 §7). */
export function describeSchema(schema: Schema, baseUrl: string): { id: string } {
  const described = {
    schemas: [`${core}:Schema`],
    id: schema.id,
    name: schema.name,
    description: schema.description,
    attributes: schema.attributes.map(describeAttribute),
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
  };
  return described;
}

/** Only texts have a case. */
function describeAttribute({ caseExact, uniqueness, subAttributes, ...rest }: Attribute): object {
  const hasCase = rest.type !== 'boolean' && rest.type !== 'complex' && rest.type !== 'dateTime';
  return {
    ...rest,
    ...(hasCase && { caseExact, uniqueness }),
    ...(subAttributes && { subAttributes: subAttributes.map(describeAttribute) }),
  };
}
