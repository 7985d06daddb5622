import { documentPath } from '../../../api/present/documents/document-paths.ts';
import type { Route } from '../../../api/route.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import { contract, product } from './contracts.ts';
import { dbtManifest } from './dbt-project.ts';
import { makeDocument } from './documents.ts';
import { runEvent } from './lineage.ts';

const contractBranch = '/api/datacontracts/:id/branches/:branch';
const namespace = '/api/semantics/experimental/namespaces/:namespace';

const ontology = {
  name: 'mine',
  custom_properties: { display_name: 'x', owner: 'checkout', read_only: false },
  prefixes: { ex: 'https://example.com/' },
  ontology: [
    {
      concept: 'Whole',
      id: 'whole',
      type: 'EntityType',
      iri: 'ex:Whole',
      tags: ['x'],
      relationships: [{ name: 'has', type: 'hasProperty', roles: [{ concept: 'Part' }] }],
    },
    { concept: 'Part', id: 'part', type: 'ValueType', extends: ['String'] },
  ],
};

const gitConnection = {
  gitCredentialExternalId: 'robot',
  gitConnectionType: 'gitea',
  host: 'git.example.com',
  repositoryUrl: 'https://git.example.com/shop.git',
  repositoryBranch: 'main',
  repositoryPath: 'a/b.yaml',
};

const gitCredential = {
  gitConnectionType: 'gitea',
  host: 'git.example.com',
  tokenName: 'x',
  tokenType: 'authenticationToken',
  username: 'y',
  authenticationToken: 'z',
};

/** A client of OAuth; tests that need one store it under this id. */
export const agentClientId = '01890a5d-ac96-774b-bcce-b302099a8057';

const requestOfClient = (id: string): string =>
  Buffer.from(`client_id=${id}`).toString('base64url');

/** A valid body for each route that needs one, except for documents. */
const bodies: Record<string, object> = {
  '/api/contract-drafts': {
    id: 'drafted',
    ownerId: 'checkout',
    dbt: { manifest: dbtManifest(), nodes: ['model.shop.orders'] },
  },
  '/ui/names': { refs: ['team:checkout', 'data-product:shop'] },
  '/api/ops/kinds/:kind/pause': { reason: 'x' },
  '/api/ops/mail-test': { to: 'ada@example.com' },
  '/ui/schedules/preview': { expression: '0 6 * * 1-5', timezone: 'Europe/Berlin' },
  '/api/ops/work/retry': {
    filter: { kind: 'housekeeping', key: 'to-retry', state: 'FAILED' },
    expectedCount: 1,
  },
  '/api/ops/work/cancel': {
    filter: { kind: 'housekeeping', key: 'to-cancel', state: 'QUEUED' },
    expectedCount: 1,
  },
  '/api/settings/lineage-rules': { rules: [{ namespace: '*', name: 'x', assetId: 'mine' }] },
  '/api/v1/lineage': runEvent({ facets: { entropy_data: { dataProductId: 'shop' } } }),
  // Another event: one that is stored already would have no effect.
  '/api/v1/lineage/batch': [
    runEvent({ job: 'copy', facets: { entropy_data: { dataProductId: 'shop' } } }),
  ],
  '/api/costs': {
    dataProductId: 'shop',
    name: 'x',
    amount: 1,
    currency: 'EUR',
    yearMonth: '2026-01',
  },
  '/api/access/:id': {
    info: {
      purpose: 'x',
      startDate: '2026-01-01',
      endDate: '2099-01-01',
      individualAgreements: 'y',
    },
    provider: { dataProductId: 'shop', outputPortId: 'port-0' },
    consumer: { teamId: 'checkout' },
    roles: ['a'],
    tags: ['b'],
    links: { c: 'd' },
    custom: { e: 'f' },
  },
  '/api/access/:id/provisioning': {
    status: 'provisioned',
    platform: 'x',
    links: { a: 'b' },
    provisionedAt: '2026-01-01T00:00:00Z',
    customProperties: [{ property: 'a', value: 1 }],
  },
  '/api/access/evaluation': {
    subject: { type: 'team', id: 'checkout' },
    action: { name: 'query' },
    resource: { type: 'data_product', id: 'shop', properties: { outputPortId: 'port-0' } },
  },
  '/api/access/evaluations': {
    subject: { type: 'team', id: 'checkout' },
    action: { name: 'RESOURCES_EDIT' },
    resource: { type: 'data_product', id: 'shop' },
    evaluations: [{ resource: { type: 'data_product', id: 'shop' } }],
    options: { evaluations_semantic: 'execute_all' },
  },
  '/api/access/:id/request-change': { note: 'Say **why**' },
  '/api/access/drift': {
    platform: 'x',
    differences: [{ kind: 'unexpected', reference: 'y', details: 'z' }],
  },
  '/api/dataproducts/:id/outputports/:outputPortId/request-access': {
    purpose: 'x',
    consumer: { teamId: 'checkout' },
    roles: ['a'],
    endDate: '2099-01-01',
  },
  '/api/messaging/contacts': { username: 'mine', phone_number: '+1 555 0100' },
  '/api/messaging/tokens': { contactId: 'SIuAFUNKdSYHZF2w', expiresAt: '2099-01-01T00:00:00Z' },
  '/api/api-keys': { scope: 'team', teamId: 'checkout', displayName: 'x', expiresAt: '2099-01-01' },
  '/api/datacontracts/:id/changes': contract('mine'),
  '/api/datacontracts/:id/test-candidate': contract('mine', {
    servers: [{ server: 'files', type: 'local', path: 'orders.csv', format: 'csv' }],
  }),
  '/api/dataproducts/:id/changes': product('mine'),
  '/api/change-requests': {
    kind: 'datacontracts',
    documentId: 'proposed',
    title: 'x',
    format: 'json',
    source: JSON.stringify(contract('proposed', { version: '1.0.1' })),
  },
  '/api/change-requests/:id': {
    title: 'y',
    format: 'json',
    source: JSON.stringify(contract('proposed', { version: '1.0.2' })),
  },
  '/api/change-requests/:id/comments': { text: 'x' },
  '/api/change-requests/:id/decline': { note: 'x' },
  [`${contractBranch}/datacontract.yaml`]: contract('mine', { version: '1.0.3' }),
  [`${contractBranch}/merge`]: { update_port_versions: true, version: '1.0.4', route: 'land' },
  [`${contractBranch}/rebase`]: { choices: [{ path: 'x', take: 'branch' }] },
  [`${contractBranch}/generate`]: { type: 'sql-ddl', dialect: 'duckdb' },
  [`${contractBranch}/test-results`]: {
    id: 'run-of-branch',
    dataContractId: 'mine',
    dataContractVersion: '1.0.0',
    server: null,
    timestampStart: '2026-01-01T00:00:00Z',
    timestampEnd: '2026-01-01T00:00:00Z',
    result: 'passed',
    checks: [{ type: 'x', name: 'y', result: 'passed', field: 'z' }],
    logs: [{ level: 'INFO', message: 'x', timestamp: '2026-01-01T00:00:00Z' }],
  },
  '/api/datacontracts/:id/generate': { type: 'sql-ddl', dialect: 'duckdb' },
  '/api/test-results': {
    id: 'run',
    dataContractId: 'mine',
    dataContractVersion: '1.0.0',
    server: null,
    timestampStart: '2026-01-01T00:00:00Z',
    timestampEnd: '2026-01-01T00:00:00Z',
    result: 'passed',
    checks: [{ type: 'x', name: 'y', result: 'passed', field: 'z' }],
    logs: [{ level: 'INFO', message: 'x', timestamp: '2026-01-01T00:00:00Z' }],
  },
  '/api/teams/:id/notification-channels/:channelId': {
    id: 'mine',
    name: 'x',
    type: 'slack',
    endpoint: 'https://hooks.example.com/x',
    enabled: true,
  },
  // No organization has this id, so that the session goes on in its own.
  '/ui/agent-authorization': { request: requestOfClient(agentClientId), allow: true },
  '/ui/session/organization': { organizationId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  // For the platform of test/support/fakes/stub-source.ts, which the test registers.
  '/ui/integrations/:id': {
    externalId: 'mine',
    name: 'x',
    source: 'stub',
    enabled: false,
    owningTeamExternalId: 'checkout',
    scheduleExpression: '0 6 * * *',
    scheduleTimezone: 'Europe/Berlin',
    configuration: { place: 'y' },
    credentials: { token: 'z' },
    filters: { schemas: { exclude: ['a*'] }, names: ['b'] },
    removalFuse: { percent: 1, assets: 2 },
  },
  '/ui/saved-searches/:id': { name: 'x', query: 'y', filters: { tag: ['z'] } },
  '/api/sandbox': { name: 'x', platform: 'postgres', endDate: '2040-12-31' },
  '/api/sandbox/:id/clock': { next: true },
  '/ui/me/keys': { scope: 'user', displayName: 'x' },
  '/ui/notices/read': { ids: ['018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'] },
  '/api/teams/:id/connections/:connectionId': {
    id: 'mine',
    serverType: 'postgres',
    place: 'db.example.com',
    credentials: { USERNAME: 'x', PASSWORD: 'y' },
  },
  '/api/datacontracts/:id/gitconnection': gitConnection,
  '/api/dataproducts/:id/gitconnection': { ...gitConnection, repositoryPath: 'product.yaml' },
  [`${namespace}/gitconnection`]: { ...gitConnection, repositoryPath: 'ontology.yaml' },
  '/api/datacontracts/import/git': { ...gitConnection, repositoryPath: 'new.yaml' },
  '/api/dataproducts/import/git': { ...gitConnection, repositoryPath: 'new-product.yaml' },
  '/api/git-webhooks': {
    gitConnectionType: 'github',
    repositoryUrl: 'https://github.com/example/shop.git',
  },
  '/api/git-imports': {
    ...gitConnection,
    repositoryPath: '**/*.yaml',
    resource: 'datacontracts',
    preview: true,
  },
  '/api/teams/:id/gitcredentials': gitCredential,
  '/api/teams/:id/gitcredentials/:gitCredentialId': gitCredential,
  '/api/organization/gitcredentials': gitCredential,
  '/api/organization/gitcredentials/:gitCredentialId': gitCredential,
  '/api/organization/test-engine': {
    dataContractTestsApiEndpoint: 'https://engine.example.com/api',
    dataContractTestsApiKey: 'z',
  },
  '/api/webhooks/:id': {
    id: 'mine',
    url: 'https://receiver.example.com/x',
    events: ['TeamCreatedEvent', 'DataContract*'],
    enabled: true,
    secret: `whsec_${'c2VjcmV0'.repeat(4)}`,
  },
  '/api/webhooks/:id/replay': {
    from: '2020-01-01',
    to: '2999-01-01',
    types: ['TeamCreatedEvent'],
    expectedCount: null,
  },
  [namespace]: {
    namespace: 'mine',
    name: 'x',
    description: 'y',
    read_only: true,
    team: 'checkout',
  },
  [`${namespace}/ontology.yaml`]: ontology,
  // Their valid bodies are texts of RDF, so these JSON bodies are refused.
  [`${namespace}/ontology.ttl`]: { '@id': 'https://example.com/x' },
  [`${namespace}/ontology.rdf`]: { '@id': 'https://example.com/x' },
  [`${namespace}/ontology.jsonld`]: {
    '@id': 'https://example.com/x',
    '@type': 'http://www.w3.org/2002/07/owl#Class',
  },
  [`${namespace}/branches/:branch/ontology.yaml`]: ontology,
  [`${namespace}/branches/:branch/resolve`]: {
    choices: [{ concept: 'x', field: 'description', take: 'value', value: 'y' }],
  },
  [`${namespace}/concepts/*id`]: {
    id: 'mine',
    name: 'Mine',
    kind: 'entity',
    description: 'x',
    tags: ['y'],
    custom_properties: { a: 1 },
    properties: [{ ref: 'part' }, { name: 'z' }],
  },
  [`${namespace}/relationships/*id`]: {
    id: 'mine',
    name: 'x',
    type: 'relatedTo',
    roles: [{ concept: 'whole' }, { concept: 'part', role_name: 'y' }],
    multiplicity: 'OneToOne',
    verbalizes: ['z'],
    custom_properties: { a: 1 },
  },
  '/api/organization/features': {
    dataContractTestsEnabled: true,
    dataContractTestSchedule: '0 6 * * *',
    dataContractTestScheduleTimezone: 'Europe/Berlin',
  },
  '/api/organization/settings': { fullName: 'x', supportEmailAddress: 'a@example.com', brand: 'x' },
  '/api/teams/:id/members/:emailAddress': { role: 'Editor' },
  '/api/organization/members/:emailAddress': { role: 'Member', custom: { a: 'b' } },
  [`${namespace}/branches/:branch/concepts/*id`]: {
    concept: 'Mine',
    id: 'mine',
    type: 'ValueType',
    extends: ['String'],
  },
  [`${namespace}/branches/:branch/choices`]: { choices: [] },
  '/api/settings/team-roles': {
    mode: 'custom-team-roles',
    'team-roles': [
      { name: 'Owner', description: 'x', rank: 1, permissions: ['TEAM_EDIT'] },
      // Members of teams have it.
      { name: 'Editor', description: 'x', rank: 2, permissions: ['TEAM_EDIT'] },
    ],
  },
  '/api/settings/customization': { a: { b: ['c'] } },
  '/api/settings/dataproduct-score': {
    ratingBands: { excellent: 90, good: 70, fair: 50 },
    rules: [{ key: 'owner', weight: 5 }],
  },
  '/api/settings/email-templates': {
    templates: {
      'access-expiry': { enabled: true, languages: { en: { subject: 'x', body: 'y' } } },
    },
  },
  '/api/settings/email-templates/preview': { type: 'access-expiry', subject: 'x', body: 'y' },
  '/api/settings/dataproduct-types': {
    dataProductTypes: [{ id: 'raw', labels: { en: 'Raw' }, default: true }],
  },
  '/api/scim/v2/.search': { filter: 'meta.created pr' },
  '/api/scim/v2/Users': { userName: 'mine' },
  '/api/scim/v2/Groups': { displayName: 'mine' },
  // Valid for PUT and for PATCH.
  '/api/scim/v2/Users/:id': scimChange('User', { userName: 'mine' }),
  '/api/scim/v2/Groups/:id': scimChange('Group', { displayName: 'mine' }),
  '/api/scim/v2/Bulk': {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
    Operations: [{ method: 'POST', path: '/Users', bulkId: 'x', data: { userName: 'bulk' } }],
  },
  '/api/scim/v2/Users/.search': { filter: 'userName eq "mine"' },
  '/api/scim/v2/Groups/.search': { filter: 'displayName eq "mine"' },
  '/api/settings/scim-mapping': {
    scimGroupMappings: [{ scimGroup: 'Admins', type: 'organizationOwner' }],
  },
};

function scimChange(kind: string, attributes: object): object {
  return {
    schemas: [
      `urn:ietf:params:scim:schemas:core:2.0:${kind}`,
      'urn:ietf:params:scim:api:messages:2.0:PatchOp',
    ],
    ...attributes,
    Operations: [{ op: 'replace', value: attributes }],
  };
}

/**
 * A valid body for the route, in an organization with the team `checkout`, the product `shop` with the port `port-0`, and a
 * resource `mine` of every kind.
 */
export function validBody({ path }: Route): object {
  const kind = documentKinds.find((candidate) => documentPath(candidate) === path);
  const body = kind
    ? makeDocument(kind, 'mine')
    : bodies[path.replace('/datausageagreements', '/access')];
  if (!body) throw new Error(`no body is known for ${path}`);
  return body;
}
