import { agentExamples } from './agent-examples.ts';
import { changeExamples } from './change-examples.ts';
import { contract, team } from './document-examples.ts';
import { gitExamples } from './git-examples.ts';
import { messagingExamples } from './messaging/examples.ts';
import { lineageEvent, lineageRules } from './lineage-example.ts';
import { operationExamples } from './ops/examples.ts';
import { scimExamples } from './scim-examples.ts';
import { settingsExamples } from './settings-examples.ts';
import { signInExamples } from './sign-in-examples.ts';
import { uiExamples } from './ui-examples.ts';
import { usageExamples } from './usage-examples.ts';

/** A realistic body for each schema of a body, by the name of the schema; tests hold each to its rules. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  Team: team,
  IntegrationWrite: {
    externalId: 'warehouse',
    name: 'Warehouse of the shop',
    source: 'postgres',
    owningTeamExternalId: 'checkout',
    scheduleExpression: '0 6 * * *',
    scheduleTimezone: 'Europe/Berlin',
    configuration: { host: 'db.example.com', port: 5432, database: 'shop' },
    credentials: { username: 'catalog', password: 'correct horse battery staple' },
    filters: { schemas: { exclude: ['pg_*', 'scratch'] } },
    removalFuse: { percent: 20, assets: 50 },
  },
  TeamConnection: {
    serverType: 'postgres',
    place: 'db.example.com',
    credentials: { USERNAME: 'reader', PASSWORD: 'correct horse battery staple' },
  },
  ...gitExamples,
  TestEngine: {
    dataContractTestsApiEndpoint: 'https://contracts.example.com',
    dataContractTestsApiKey: 'correct-horse-battery-staple',
  },
  GenerateRequest: { type: 'sql-ddl', dialect: 'postgres' },
  ReplayRequest: {
    from: '2026-01-31T12:00:00Z',
    types: ['AccessActivatedEvent'],
    expectedCount: 1204,
  },
  RunRequest: { acceptRemovals: 120 },
  IngestionUndoRequest: { expectedCount: 310 },
  OpenLineageEvent: lineageEvent,
  OpenLineageEvents: [lineageEvent],
  LineageRules: lineageRules,
  ...agentExamples,
  ...changeExamples,
  ...usageExamples,
  ...scimExamples,
  ...settingsExamples,
  ...signInExamples,
  ...operationExamples,
  ...uiExamples,
  DataContract: contract,
  DataProduct: {
    apiVersion: 'v1.0.0',
    kind: 'DataProduct',
    id: 'web-shop',
    name: 'Web shop',
    version: '1.0.0',
    status: 'active',
    team: { name: 'checkout' },
    description: { purpose: 'What customers ordered' },
    outputPorts: [{ name: 'orders', version: '1.0.0', type: 'postgres', contractId: 'orders' }],
  },
  Definition: {
    id: 'sales/order-number',
    owner: 'checkout',
    title: 'Order number',
    description: 'What customers find in their mail',
    type: 'string',
    pattern: '^O-[0-9]{8}$',
    pii: false,
  },
  SourceSystem: { id: 'shop-database', name: 'Database of the shop', owner: 'checkout' },
  DataProductBuilder: {
    id: 'dbt',
    name: 'dbt',
    pluginRepository: 'https://github.com/example/dbt-builder',
    supportedAgents: ['claude_code'],
  },
  Tag: { id: 'sales/orders', info: { owner: 'checkout', description: 'All about orders' } },
  Certification: {
    id: 'gold',
    name: 'Gold',
    tag: 'certified-gold',
    rank: 1,
    criteria: 'Tested every day, with an owner who answers',
  },
  Policy: {
    id: 'GLOBAL-1',
    name: 'Personal data is marked',
    status: 'Accepted',
    content: 'Every field that tells of a person has a classification.',
    enforced: false,
    rules: [
      {
        id: 'personal-data-is-classified',
        expression:
          'contract.tables.all(t, t.fields.all(f, !("pii" in f.tags) || f.classification != null))',
        message: 'Give each field with the tag pii a classification.',
        severity: 'error',
        where: { kinds: ['data-contract'] },
      },
    ],
  },
  ClassificationScheme: {
    externalId: 'confidentiality',
    name: 'Confidentiality',
    rank: 1,
    classifications: [],
  },
  Asset: {
    id: 'shop.public.orders',
    info: {
      owner: 'checkout',
      source: 'postgres',
      sourceId: 'shop.public.orders',
      type: 'postgres_table',
      name: 'orders',
      status: 'active',
    },
    columns: [{ name: 'order_id', type: 'uuid', required: true, primaryKey: true }],
  },
  Connector: {
    id: 'databricks-production',
    info: { type: 'databricks', connectorVersion: '1.4.0' },
    state: { lastEventId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  },
  ExampleData: {
    id: 'orders-example',
    dataProductId: 'web-shop',
    outputPortId: 'orders',
    data: [{ order_id: '7d5c', placed_at: '2026-01-31T12:00:00Z', total_cents: 1999 }],
  },
  AccessWrite: {
    id: '640864de-83d4-4619-afba-ccee8037ed3a',
    info: { purpose: 'Forecast of what the shop will sell', startDate: '2026-12-01' },
    provider: { dataProductId: 'web-shop', outputPortId: 'orders' },
    consumer: { teamId: 'checkout' },
    roles: ['analyst'],
  },
  AccessCancel: { endDate: '2027-01-31', note: 'The campaign has ended.' },
  AccessDecision: { note: 'Only until the spring: the table moves then.' },
  AccessChangeRequest: { note: 'Please name the **report** that needs these orders.' },
  AccessRequest: {
    purpose: 'Forecast of what the shop will sell',
    consumer: { teamId: 'checkout' },
  },
  AccessProvisioningReport: {
    platform: 'postgres',
    executor: 'grants of the shop',
    reference: 'grant-42',
    links: { 'Grant in the console': 'https://console.example.com/grants/42' },
  },
  AccessProvisioningWrite: { status: 'provisioned', platform: 'postgres', reference: 'grant-42' },
  AccessDrift: {
    platform: 'postgres',
    executor: 'grants of the shop',
    differences: [{ kind: 'unexpected', reference: 'grant-13', details: 'No access explains it' }],
  },
  Cost: {
    dataProductId: 'web-shop',
    name: 'Warehouse',
    yearMonth: '2026-01',
    amount: 120.5,
    currency: 'EUR',
  },
  PublishedTestResults: {
    id: '0190a5d2-ac96-774b-bcce-b302099a8057',
    dataContractId: 'orders',
    dataContractVersion: '1.2.0',
    server: 'production',
    timestampStart: '2026-01-31T12:00:00Z',
    timestampEnd: '2026-01-31T12:00:07Z',
    result: 'passed',
    checks: [{ type: 'schema', name: 'order_id is there', model: 'orders', result: 'passed' }],
  },
  ImportRecord: { resource: 'teams', id: team.id, document: team },
  NotificationChannelWrite: {
    id: 'chat',
    name: 'Chat of Checkout',
    type: 'slack',
    enabled: true,
    endpoint: 'https://chat.example.com/hooks/checkout',
  },
  WebhookWrite: {
    url: 'https://receiver.example.com/concordat',
    events: ['AccessActivatedEvent', 'DataContract*'],
    enabled: true,
  },
  OrganizationFeaturesWrite: { managedTagsPolicy: 'warn', dataContractTestsEnabled: true },
  OrganizationSettingsWrite: {
    fullName: 'Ottermoor Trading',
    supportEmailAddress: 'data@example.com',
    contractChanges: 'warn',
  },
  TeamMemberWrite: { role: 'Editor', name: 'Ada Lovelace' },
  OrganizationMemberWrite: { role: 'Member', custom: { department: 'Sales' } },
  TeamRolesSettings: {
    mode: 'custom-team-roles',
    'team-roles': [
      { name: 'Owner', rank: 0, permissions: ['TEAM_EDIT', 'RESOURCES_ADD', 'RESOURCES_EDIT'] },
    ],
  },
  SemanticNamespace: {
    namespace: 'sales',
    name: 'Sales',
    description: 'Articles of the shop and its customers',
    team: 'checkout',
  },
  SemanticConceptWrite: {
    id: 'order',
    name: 'Order',
    kind: 'entity',
    description: 'A confirmed purchase',
    properties: [{ ref: 'order_id' }],
  },
  SemanticRelationshipWrite: {
    id: 'order.placed by',
    name: 'placed by',
    type: 'relatedTo',
    roles: [{ concept: 'order' }, { concept: 'customer', role_name: 'buyer' }],
    multiplicity: 'ManyToOne',
  },
  SemanticBranchWrite: { title: 'Orders on credit' },
  SemanticChoices: {
    choices: [
      { concept: 'order', field: 'description', take: 'branch' },
      { concept: 'order', field: 'status', take: 'value', value: 'active' },
    ],
  },
  ContractDraftRequest: {
    ownerId: 'checkout',
    id: 'web-orders',
    name: 'Web orders',
    assetIds: ['warehouse:shop.public.orders'],
  },
  ContactTokenWish: { contactId: 'WAz8eIbvDR60rouK', expiresAt: '2027-12-31T00:00:00Z' },
  ...messagingExamples,
  ApiKeyWish: {
    scope: 'team',
    teamId: 'checkout',
    displayName: 'Pipeline of Checkout',
    expiresAt: '2027-12-31',
  },
};
