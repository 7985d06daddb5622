import { Type } from '@sinclair/typebox';
import type { TProperties } from '@sinclair/typebox';

const schemas = Type.Array(Type.String(), { description: 'URNs of schemas' });
const open = { additionalProperties: true } as const;

const meta = Type.Object(
  {
    resourceType: Type.String({ description: 'User or Group' }),
    created: Type.String({ format: 'date-time', description: 'Creation' }),
    lastModified: Type.String({ format: 'date-time', description: 'Last change' }),
    location: Type.String({ description: 'Address of the resource' }),
    version: Type.String({ description: 'Entity tag' }),
  },
  { ...open, description: 'Facts about the resource' },
);

/** With `attributes`, an answer has only what was asked for. */
function resource<Members extends TProperties>($id: string, description: string, members: Members) {
  return Type.Object(
    {
      schemas: Type.Optional(schemas),
      id: Type.Optional(Type.String({ description: 'Identifier given by this service' })),
      externalId: Type.Optional(
        Type.Union([Type.String(), Type.Null()], { description: 'Identifier given by the client' }),
      ),
      ...members,
      meta: Type.Optional(Type.Partial(meta, open)),
    },
    { $id, description, ...open },
  );
}

/** A user of SCIM; the checks of its attributes follow the schema of `/Schemas`. */
export const scimUserSchema = resource(
  'ScimUser',
  'A person (RFC 7643 §4.1); `GET /api/scim/v2/Schemas` lists all attributes',
  {
    userName: Type.Optional(Type.Unknown({ description: 'Unique name, required on writes' })),
    active: Type.Optional(
      Type.Unknown({ description: 'False ends the rights of the person in the organization' }),
    ),
    emails: Type.Optional(Type.Unknown({ description: 'E-mail addresses' })),
  },
);

/** A group of SCIM. */
export const scimGroupSchema = resource(
  'ScimGroup',
  'A group of people (RFC 7643 §4.2); `GET /api/scim/v2/Schemas` lists all attributes',
  {
    displayName: Type.Optional(Type.Unknown({ description: 'Unique name, required on writes' })),
    members: Type.Optional(Type.Unknown({ description: 'Users of the group, by their ids' })),
  },
);

/** A page of resources. */
function listOf($id: string, description: string, item: ReturnType<typeof resource>) {
  return Type.Object(
    {
      schemas,
      totalResults: Type.Integer({ description: 'Number of resources that match' }),
      startIndex: Type.Integer({ description: 'Position of the first one, from 1' }),
      itemsPerPage: Type.Integer({ description: 'Number of resources in this answer' }),
      Resources: Type.Array(item, { description: 'The resources' }),
    },
    { $id, description },
  );
}

export const scimUserListSchema = listOf(
  'ScimListResponseUsers',
  'A page of users',
  scimUserSchema,
);
export const scimGroupListSchema = listOf(
  'ScimListResponseGroups',
  'A page of groups',
  scimGroupSchema,
);

/** What discovery lists. */
export const scimListSchema = listOf(
  'ScimListResponse',
  'A list of resources of any type',
  resource('ScimResource', 'A resource of any type', {}),
);

/** Operations that change a resource. */
export const scimPatchSchema = Type.Object(
  {
    schemas: Type.Optional(schemas),
    Operations: Type.Optional(
      Type.Array(
        Type.Object(
          {
            op: Type.Optional(Type.Unknown({ description: 'add, replace or remove, in any case' })),
            path: Type.Optional(Type.Unknown({ description: 'Attribute, such as name.givenName' })),
            value: Type.Optional(Type.Unknown({ description: 'The new value' })),
          },
          open,
        ),
        { description: 'The operations in their order; all or none take effect' },
      ),
    ),
  },
  { $id: 'ScimPatchRequest', description: 'A PATCH (RFC 7644 §3.5.2)', ...open },
);

/** A query in a body. */
export const scimSearchSchema = Type.Object(
  {
    schemas: Type.Optional(schemas),
    attributes: Type.Optional(Type.Array(Type.String(), { description: 'Attributes to answer' })),
    excludedAttributes: Type.Optional(
      Type.Array(Type.String(), { description: 'Attributes to leave out' }),
    ),
    filter: Type.Optional(Type.String({ description: 'Filter (RFC 7644 §3.4.2.2)' })),
    sortBy: Type.Optional(Type.String({ description: 'Attribute to sort by' })),
    sortOrder: Type.Optional(Type.String({ description: 'ascending or descending' })),
    startIndex: Type.Optional(Type.Integer({ description: 'Position of the first one, from 1' })),
    count: Type.Optional(Type.Integer({ description: 'Maximum number of resources' })),
  },
  { $id: 'ScimSearchRequest', description: 'A query (RFC 7644 §3.4.3)', ...open },
);

/** Many operations in one request. */
export const scimBulkSchema = Type.Object(
  {
    schemas: Type.Optional(schemas),
    failOnErrors: Type.Optional(
      Type.Unknown({ description: 'Number of errors after which the rest is not run' }),
    ),
    Operations: Type.Optional(
      Type.Array(Type.Unknown({ description: 'method, path, bulkId, version and data' }), {
        description: 'At most 1,000 operations, each with its own outcome',
      }),
    ),
  },
  { $id: 'ScimBulkRequest', description: 'Many writes (RFC 7644 §3.7)', ...open },
);

export const scimBulkAnswerSchema = Type.Object(
  {
    schemas,
    Operations: Type.Array(
      Type.Object(
        {
          method: Type.String({ description: 'Method of the operation' }),
          status: Type.String({ description: 'HTTP status as text' }),
          bulkId: Type.Optional(Type.String({ description: 'bulkId of the operation' })),
          location: Type.Optional(Type.String({ description: 'Address of the resource' })),
          version: Type.Optional(Type.String({ description: 'Entity tag of the resource' })),
          response: Type.Optional(Type.Unknown({ description: 'The error of a failed operation' })),
        },
        { description: 'The outcome of an operation' },
      ),
      {
        description: 'Outcomes in the order of the operations; those that were not run are missing',
      },
    ),
  },
  { $id: 'ScimBulkResponse', description: 'Outcomes of many writes' },
);

/** A document of discovery. */
export function discoverySchema($id: string, description: string) {
  return Type.Object({ schemas: Type.Optional(schemas) }, { $id, description, ...open });
}
