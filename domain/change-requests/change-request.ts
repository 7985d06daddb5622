/** Where a change request stands; only an open one can still change. */
export const changeRequestStatuses = ['open', 'accepted', 'declined', 'withdrawn'] as const;
export type ChangeRequestStatus = (typeof changeRequestStatuses)[number];

/** Event types of change requests. */
export const changeRequestEvents = {
  created: 'ChangeRequestCreatedEvent',
  updated: 'ChangeRequestUpdatedEvent',
  commented: 'ChangeRequestCommentedEvent',
  accepted: 'ChangeRequestAcceptedEvent',
  declined: 'ChangeRequestDeclinedEvent',
  withdrawn: 'ChangeRequestWithdrawnEvent',
} as const;

/** Entry in the audit trail of a document that was changed by accepting a change request. */
export const acceptedInDocument = 'ChangeRequestAccepted';

/** Kind of change requests in events and notices. */
export const changeRequestKind = 'change-request';

/** Kinds of documents that a change can be proposed for, by their names in addresses. */
export const changeableCollections = ['datacontracts', 'dataproducts'] as const;
export type ChangeableCollection = (typeof changeableCollections)[number];

/** Maximum number of open change requests of one document. */
export const maxOpenRequests = 100;

/** Maximum number of comments on one change request. */
export const maxComments = 500;

export const maxTitleLength = 200;

/** Maximum length of notes and comments, in characters. */
export const maxCommentLength = 4_000;
