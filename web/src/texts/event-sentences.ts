/** An event of a dry run. */
export type PlannedEvent = { type: string; subject: string };

const sentences: Readonly<Record<string, string>> = {
  AccessRequestedEvent: 'The team that owns the data is asked.',
  AccessApprovedEvent: 'The access is approved.',
  AccessActivatedEvent:
    'The access is active at once, and its grants are expected on the platform.',
  AccessDeactivatedEvent: 'The access ends, and its grants are taken back.',
  AccessCanceledEvent: 'The access is canceled before its end.',
  AccessRejectedEvent: 'The request is declined.',
  AccessChangeRequestedEvent: 'The requester is asked to change the request.',
  AccessUpdatedEvent: 'The terms of the access change.',
  AccessDeletedEvent: 'The access is deleted.',
  AccessProvisioningStartedEvent: 'The platform begins to grant the access.',
  AccessProvisionedEvent: 'The platform has granted the access.',
  AccessProvisioningFailedEvent: 'The platform could not grant the access.',
  AccessDeprovisioningStartedEvent: 'The platform begins to take the access back.',
  AccessDeprovisionedEvent: 'The platform has taken the access back.',
  AccessDeprovisioningFailedEvent: 'The platform could not take the access back.',
  AssetDriftDetectedEvent: 'The asset differs from its contract.',
  AssetDriftResolvedEvent: 'The asset is as its contract says again.',
  ChangeRequestCreatedEvent: 'The change is proposed to the team that owns the document.',
  ChangeRequestUpdatedEvent: 'The proposed change is edited.',
  ChangeRequestCommentedEvent: 'The people of the proposed change see the comment.',
  ChangeRequestAcceptedEvent: 'The proposed change is accepted, and its proposer is told.',
  ChangeRequestDeclinedEvent: 'The proposed change is declined, and its proposer is told why.',
  ChangeRequestWithdrawnEvent: 'The proposed change is withdrawn.',
  SemanticBranchMergedEvent: 'The branch is merged into its ontology.',
  SemanticBranchConflictedEvent: 'The branch has conflicts that a person decides.',
  TestResultsCreatedEvent: 'The results of the test are stored.',
  TestResultsDeletedEvent: 'The results of the test are deleted.',
};

/** What is stored, changed and deleted as a whole. */
const nouns: Readonly<Record<string, string>> = {
  Access: 'access',
  Asset: 'asset',
  DataContract: 'data contract',
  DataProduct: 'data product',
  Definition: 'definition',
  OutputPort: 'output port',
  SemanticBranch: 'branch',
  SemanticNamespace: 'ontology',
  SourceSystem: 'source system',
  Tag: 'tag',
  Team: 'team',
};

const verbs: Readonly<Record<string, string>> = {
  Created: 'is created',
  Updated: 'changes',
  Deleted: 'is deleted',
};

function wholeSentence(name: string, subject: string): string | undefined {
  const [, noun = '', verb = ''] = /^([A-Za-z]+?)(Created|Updated|Deleted)Event$/u.exec(name) ?? [];
  const known = nouns[noun];
  return known === undefined ? undefined : `The ${known} ${subject} ${verbs[verb]}.`;
}

/** An event as a sentence; one without a sentence is told by its name. */
export function eventSentence({ type, subject }: PlannedEvent): string {
  const name = `${type.slice(type.lastIndexOf('.') + 1).replace(/Event$/u, '')}Event`;
  const known = sentences[name] ?? wholeSentence(name, subject);
  if (known !== undefined) return known;
  const words = name.replace(/Event$/u, '').replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ');
  return `${words}: ${subject}`;
}
