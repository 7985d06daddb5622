/** What happens to a change that its version does not announce: it is told, or refused. */
export type ContractChangeMode = 'warn' | 'enforce';

/**
 * The mode for a contract, from what its organization and its owning team have set (`contractChanges`): either of them
 * can ask for `enforce`, and neither can take it from the other.
 */
export function contractChangeMode(settings: {
  organization: string | null | undefined;
  team: string | null | undefined;
}): ContractChangeMode {
  const asked = [settings.organization, settings.team];
  return asked.some((mode) => mode?.toLowerCase() === 'enforce') ? 'enforce' : 'warn';
}
