/** Events of assets of output ports that are not, or again, as the contract of the port says. */
export const driftEvents = {
  detected: 'AssetDriftDetectedEvent',
  resolved: 'AssetDriftResolvedEvent',
} as const;
