/** Event types of an access, by what happened. */
export const accessEvents = {
  created: 'AccessCreatedEvent',
  updated: 'AccessUpdatedEvent',
  deleted: 'AccessDeletedEvent',
  requested: 'AccessRequestedEvent',
  approved: 'AccessApprovedEvent',
  rejected: 'AccessRejectedEvent',
  changeRequested: 'AccessChangeRequestedEvent',
  activated: 'AccessActivatedEvent',
  deactivated: 'AccessDeactivatedEvent',
  canceled: 'AccessCanceledEvent',
} as const;

/** Event types of an access's provisioning, by the new status. */
export const provisioningEvents = {
  provisioning: 'AccessProvisioningStartedEvent',
  provisioned: 'AccessProvisionedEvent',
  'provisioning-failed': 'AccessProvisioningFailedEvent',
  deprovisioning: 'AccessDeprovisioningStartedEvent',
  deprovisioned: 'AccessDeprovisionedEvent',
  'deprovisioning-failed': 'AccessDeprovisioningFailedEvent',
} as const;
