const schemas = (...names: string[]) => ({
  schemas: names.map((name) => `urn:ietf:params:scim:${name}`),
});

const search = {
  ...schemas('api:messages:2.0:SearchRequest'),
  filter: 'userName sw "ada"',
  count: 20,
};

/** Example bodies of SCIM. */
export const scimExamples: Readonly<Record<string, unknown>> = {
  ScimMappingConfiguration: {
    scimGroupMappings: [
      { scimGroup: 'catalog-admins', type: 'organizationOwner' },
      { scimGroup: 'checkout', type: 'teamMemberRole', teamId: 'checkout', role: 'Owner' },
    ],
  },
  ScimUser: {
    ...schemas('schemas:core:2.0:User'),
    userName: 'ada@example.com',
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ value: 'ada@example.com', primary: true }],
    active: true,
  },
  ScimGroup: {
    ...schemas('schemas:core:2.0:Group'),
    displayName: 'checkout',
    members: [{ value: '01890a5d-ac96-774b-bcce-b302099a8057' }],
  },
  ScimPatchRequest: {
    ...schemas('api:messages:2.0:PatchOp'),
    Operations: [{ op: 'replace', path: 'active', value: false }],
  },
  ScimSearchRequest: search,
  ScimBulkRequest: {
    ...schemas('api:messages:2.0:BulkRequest'),
    Operations: [
      { method: 'POST', path: '/Users', bulkId: 'ada', data: { userName: 'ada@example.com' } },
    ],
  },
};
