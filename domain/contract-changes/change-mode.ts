/** The reaction to a change that the version does not announce: a warning, or a refusal. */
export type ContractChangeMode = 'warn' | 'enforce';

/**
 * The mode for a contract, from the settings of its organization and its owning team (`contractChanges`):
 * either can require `enforce`, and neither can revoke it for the other.
 */
export function contractChangeMode(settings: {
  organization: string | null | undefined;
  team: string | null | undefined;
}): ContractChangeMode {
  const asked = [settings.organization, settings.team];
  return asked.some((mode) => mode?.toLowerCase() === 'enforce') ? 'enforce' : 'warn';
}
