import { eventSchemas } from '../../api/schemas/events/cloud-event.ts';
import { validateWith } from '../../domain/validation/validation.ts';
import { openapiDocuments } from '../support/describe/openapi.ts';

/** What clients of the feed know; nothing else may be in it. */
const nouns = [
  'DataProduct',
  'OutputPort',
  'DataContract',
  'SourceSystem',
  'Team',
  'Definition',
  'Tag',
  'Asset',
  'Access',
];
const types = nouns.flatMap((noun) => [
  `${noun}CreatedEvent`,
  `${noun}UpdatedEvent`,
  `${noun}DeletedEvent`,
]);
const steps = ['Requested', 'Approved', 'Rejected', 'Activated', 'Deactivated', 'Canceled'];
const accessTypes = steps.map((step) => `Access${step}Event`);
const statuses = {
  AccessProvisioningStartedEvent: 'provisioning',
  AccessProvisionedEvent: 'provisioned',
  AccessProvisioningFailedEvent: 'provisioning-failed',
  AccessDeprovisioningStartedEvent: 'deprovisioning',
  AccessDeprovisionedEvent: 'deprovisioned',
  AccessDeprovisioningFailedEvent: 'deprovisioning-failed',
};
const all = [
  ...types,
  ...accessTypes,
  ...Object.keys(statuses),
  'TestResultsCreatedEvent',
  'TestResultsDeletedEvent',
];

/** Schemas of bodies that are no types of the feed. */
const bodies = ['CloudEvent', 'OpenLineageEvent'];

/** What the feed tells of requested and proposed changes, ontologies and drift: a list of our own. */
const ofOurs = [
  'AccessChangeRequestedEvent',
  'AssetDriftDetectedEvent',
  'AssetDriftResolvedEvent',
  'ChangeRequestAcceptedEvent',
  'ChangeRequestCommentedEvent',
  'ChangeRequestCreatedEvent',
  'ChangeRequestDeclinedEvent',
  'ChangeRequestUpdatedEvent',
  'ChangeRequestWithdrawnEvent',
  'SemanticBranchConflictedEvent',
  'SemanticBranchCreatedEvent',
  'SemanticBranchDeletedEvent',
  'SemanticBranchMergedEvent',
  'SemanticBranchUpdatedEvent',
  'SemanticNamespaceCreatedEvent',
  'SemanticNamespaceDeletedEvent',
  'SemanticNamespaceUpdatedEvent',
];

const api = openapiDocuments['openapi.json'] as {
  components: { schemas: Record<string, { properties: Record<string, unknown> }> };
};

it('describes the 41 types of the feed and those of our own, and no other', () => {
  expect(all).toHaveLength(41);
  const described = Object.keys(api.components.schemas).filter((name) => name.endsWith('Event'));
  expect(described.filter((name) => !bodies.includes(name)).sort()).toEqual(
    [...all, ...ofOurs].sort(),
  );
});

it.each(all)('%s tells id and timestamp', (type) => {
  const { properties } = api.components.schemas[type] ?? { properties: {} };
  const further: Record<string, string[]> = {
    ...Object.fromEntries(Object.keys(statuses).map((name) => [name, ['platform', 'status']])),
    TestResultsCreatedEvent: ['status'],
    AccessApprovedEvent: ['automatic', 'note'],
    AccessRejectedEvent: ['note'],
    AccessCanceledEvent: ['note'],
    AccessUpdatedEvent: ['answersChangeRequest'],
  };
  const own = type.startsWith('OutputPort') ? ['outputPortId'] : (further[type] ?? []);
  expect(Object.keys(properties).sort()).toEqual(['id', ...own, 'timestamp'].sort());
});

it.each(Object.entries(statuses))(
  '%s tells the status %s, and a platform or null',
  (type, status) => {
    const schema = eventSchemas.find(({ $id }) => $id === type);
    if (!schema) throw new Error(`${type} has no schema`);
    const payload = { id: 'a', timestamp: '2026-01-31T12:00:00.000Z' };
    for (const platform of ['databricks', null])
      expect(validateWith(schema, { ...payload, status, platform })).toEqual([]);
    expect(validateWith(schema, { ...payload, status: 'done', platform: null })).not.toEqual([]);
    expect(validateWith(schema, { ...payload, status })).not.toEqual([]);
  },
);
