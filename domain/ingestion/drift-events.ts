/** Events of assets of output ports that differ from, or match again, the contract of the port. */
export const driftEvents = {
  detected: 'AssetDriftDetectedEvent',
  resolved: 'AssetDriftResolvedEvent',
} as const;
