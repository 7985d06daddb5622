/** Facts about a kind of our own resources for tests. */
export type TestResource = {
  collection: string;
  /** A valid body with all required members. */
  body: (id: string) => Record<string, unknown>;
  idMember: 'id' | 'externalId';
  /** Required members, as violations name them. */
  required: readonly string[];
  /** A member that may be null. */
  optional: string;
  /** Members of a wrong type or outside their enumeration, by the field that the violation names. */
  wrong: readonly [field: string, change: Record<string, unknown>][];
  /** Names of the public events; undefined for kinds that are only in the audit trail. */
  announces: string | undefined;
  /** A body that names an unknown team, for kinds with an owner. */
  ownedBy?: (team: string) => Record<string, unknown>;
};

/** Every kind of our own resources; they live in an organization with the team `checkout` and the product `shop`. */
export const resources: readonly TestResource[] = [
  {
    collection: 'definitions',
    body: (id) => ({ id, owner: 'checkout', title: `Title ${id}` }),
    idMember: 'id',
    required: ['owner'],
    optional: 'tags',
    wrong: [
      ['minLength', { minLength: '1' }],
      ['enum[0]', { enum: [1] }],
      ['pii', { pii: 'yes' }],
      ['owner', { owner: 7 }],
    ],
    announces: 'Definition',
    ownedBy: (owner) => ({ owner }),
  },
  {
    collection: 'sourcesystems',
    body: (id) => ({ id, name: `System ${id}`, owner: 'checkout' }),
    idMember: 'id',
    required: ['name', 'owner'],
    optional: 'links',
    wrong: [
      ['tags', { tags: 'a' }],
      ['links.home', { links: { home: 1 } }],
      ['name', { name: '' }],
    ],
    announces: 'SourceSystem',
    ownedBy: (owner) => ({ owner }),
  },
  {
    collection: 'tags',
    body: (id) => ({ id, info: { owner: 'checkout', description: 'For tests' } }),
    idMember: 'id',
    required: [],
    optional: 'info',
    wrong: [
      ['info', { info: [] }],
      ['info.owner', { info: { owner: {} } }],
      ['properties.a', { properties: { a: true } }],
    ],
    announces: 'Tag',
    ownedBy: (owner) => ({ info: { owner } }),
  },
  {
    collection: 'certifications',
    body: (id) => ({ id, name: `Certification ${id}`, tag: 'gold' }),
    idMember: 'id',
    required: ['name', 'tag'],
    optional: 'rank',
    wrong: [
      ['rank', { rank: 1.5 }],
      ['restricted', { restricted: 'no' }],
    ],
    announces: undefined,
  },
  {
    collection: 'policies',
    body: (id) => ({ id, name: `Policy ${id}`, status: 'Draft' }),
    idMember: 'id',
    required: ['name'],
    optional: 'status',
    wrong: [
      ['status', { status: 'Lost' }],
      ['content', { content: ['x'] }],
    ],
    announces: undefined,
  },
  {
    collection: 'classification-schemes',
    body: (externalId) => ({
      externalId,
      name: `Scheme ${externalId}`,
      classifications: [{ externalId: 'public', name: 'Public', level: 0 }],
    }),
    idMember: 'externalId',
    required: ['name'],
    optional: 'classifications',
    wrong: [
      ['classifications[0].name', { classifications: [{ externalId: 'x' }] }],
      ['rank', { rank: 'first' }],
    ],
    announces: undefined,
  },
  {
    collection: 'assets',
    body: (id) => ({
      id,
      info: { owner: 'checkout', name: `Asset ${id}`, type: 'postgres_table', source: 'postgres' },
      columns: [
        { name: 'a', type: 'struct', properties: [{ name: 'b', type: 'text', required: true }] },
      ],
    }),
    idMember: 'id',
    required: [],
    optional: 'columns',
    wrong: [
      ['info', { info: 'x' }],
      ['columns[0].name', { columns: [{ type: 'text' }] }],
      [
        'columns[0].properties[0].type',
        { columns: [{ name: 'a', type: 's', properties: [{ name: 'b' }] }] },
      ],
      [
        'columns[0].items.required',
        { columns: [{ name: 'a', type: 's', items: { name: 'b', type: 't', required: 1 } }] },
      ],
      ['relationships', { relationships: {} }],
    ],
    announces: 'Asset',
    ownedBy: (owner) => ({ info: { owner } }),
  },
  {
    collection: 'connectors',
    body: (id) => ({ id, info: { type: 'databricks' }, state: { lastEventId: 'x' } }),
    idMember: 'id',
    required: ['info'],
    optional: 'custom',
    wrong: [
      ['state', { state: [] }],
      ['info.type', { info: { type: 1 } }],
    ],
    announces: undefined,
  },
  {
    collection: 'example-data',
    body: (id) => ({ id, dataProductId: 'shop', schemaName: `Schema ${id}`, data: [{ a: 1 }] }),
    idMember: 'id',
    required: ['dataProductId', 'data'],
    optional: 'schemaName',
    wrong: [
      ['data', { data: 'text' }],
      ['data', { data: [{ a: 1 }, 2] }],
      ['data', { data: [[]] }],
      ['outputPortId', { outputPortId: 1 }],
    ],
    announces: undefined,
  },
  {
    collection: 'dataproductbuilders',
    body: (id) => ({ id, name: `Builder ${id}`, supportedAgents: ['claude_code'] }),
    idMember: 'id',
    required: ['name'],
    optional: 'pluginRepository',
    wrong: [
      ['pluginRepository', { pluginRepository: 1 }],
      ['supportedAgents', { supportedAgents: 'claude_code' }],
    ],
    announces: undefined,
  },
];
