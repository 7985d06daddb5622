/** What the feed tells about an access, by what happened. */
export const accessEvents = {
  created: 'AccessCreatedEvent',
  updated: 'AccessUpdatedEvent',
  deleted: 'AccessDeletedEvent',
  requested: 'AccessRequestedEvent',
  approved: 'AccessApprovedEvent',
  rejected: 'AccessRejectedEvent',
  activated: 'AccessActivatedEvent',
  deactivated: 'AccessDeactivatedEvent',
  canceled: 'AccessCanceledEvent',
} as const;

/** What the feed tells about the provisioning of an access, by the status that it has reached. */
export const provisioningEvents = {
  provisioning: 'AccessProvisioningStartedEvent',
  provisioned: 'AccessProvisionedEvent',
  'provisioning-failed': 'AccessProvisioningFailedEvent',
  deprovisioning: 'AccessDeprovisioningStartedEvent',
  deprovisioned: 'AccessDeprovisionedEvent',
  'deprovisioning-failed': 'AccessDeprovisioningFailedEvent',
} as const;
