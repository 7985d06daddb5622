/** Event types of namespaces. */
export const namespaceEvents = {
  created: 'SemanticNamespaceCreatedEvent',
  updated: 'SemanticNamespaceUpdatedEvent',
  deleted: 'SemanticNamespaceDeletedEvent',
} as const;
export type NamespaceEvent = (typeof namespaceEvents)[keyof typeof namespaceEvents];

/** Event types of branches. */
export const branchEvents = {
  created: 'SemanticBranchCreatedEvent',
  updated: 'SemanticBranchUpdatedEvent',
  deleted: 'SemanticBranchDeletedEvent',
  merged: 'SemanticBranchMergedEvent',
  conflicted: 'SemanticBranchConflictedEvent',
} as const;
export type BranchEvent = (typeof branchEvents)[keyof typeof branchEvents];
