const messages = 'urn:ietf:params:scim:api:messages:2.0';
const core = 'urn:ietf:params:scim:schemas:core:2.0';

const ada = {
  schemas: [`${core}:User`],
  userName: 'ada@example.com',
  externalId: '00u1ada',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
  active: true,
};

/** Realistic bodies of SCIM and of its mapping. */
export const scimExamples: Readonly<Record<string, unknown>> = {
  ScimUser: ada,
  ScimGroup: {
    schemas: [`${core}:Group`],
    displayName: 'Data engineers',
    members: [{ value: '0190a5d2-ac96-774b-bcce-b302099a8057' }],
  },
  ScimPatchRequest: {
    schemas: [`${messages}:PatchOp`],
    Operations: [{ op: 'replace', path: 'externalId', value: '00u1ada' }],
  },
  ScimSearchRequest: {
    schemas: [`${messages}:SearchRequest`],
    filter: 'meta.lastModified gt "2026-01-31T12:00:00Z"',
    attributes: ['externalId'],
    count: 100,
  },
  ScimBulkRequest: {
    schemas: [`${messages}:BulkRequest`],
    failOnErrors: 1,
    Operations: [
      { method: 'POST', path: '/Users', bulkId: 'ada', data: ada },
      {
        method: 'POST',
        path: '/Groups',
        bulkId: 'engineers',
        data: { displayName: 'Data engineers', members: [{ value: 'bulkId:ada' }] },
      },
    ],
  },
  ScimMappingConfiguration: {
    scimGroupMappings: [
      { scimGroup: 'Catalog admins', type: 'organizationOwner' },
      {
        scimGroup: 'Data engineers',
        type: 'teamMemberRole',
        teamId: 'checkout',
        teamMemberRole: 'Editor',
      },
    ],
  },
};
