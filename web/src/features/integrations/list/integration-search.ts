import { textsOf } from '../../../lib/address/address-texts.ts';
import type { Integration } from '../queries.ts';

export const integrationStates = ['fuse', 'failed', 'running', 'done', 'never', 'off'] as const;
export type IntegrationState = (typeof integrationStates)[number];

/** What the address of the list holds. */
export type IntegrationSearch = { q?: string; source?: string; state?: IntegrationState };

export function readIntegrationSearch(search: Record<string, unknown>): IntegrationSearch {
  const [q] = textsOf(search['q']);
  const [source] = textsOf(search['source']);
  const [state] = textsOf(search['state']);
  const known = integrationStates.find((each) => each === state);
  return {
    ...(q !== undefined && { q }),
    ...(source !== undefined && { source }),
    ...(known !== undefined && { state: known }),
  };
}

/** The state by which the list is filtered. */
export function stateOf({ latestRun }: Integration): IntegrationState {
  if (latestRun === null) return 'never';
  const { status, removalPlan } = latestRun;
  if (status === 'RUNNING') return 'running';
  if (status !== 'FAILED') return 'done';
  return removalPlan === undefined ? 'failed' : 'fuse';
}

/** True if words and state of the address fit; the server has applied the other filters. */
export function fits(integration: Integration, { q = '', state }: IntegrationSearch): boolean {
  const { name, sourceTitle, owningTeamName, externalId, enabled } = integration;
  const text = `${name} ${externalId} ${sourceTitle} ${owningTeamName ?? ''}`.toLowerCase();
  const isState =
    state === undefined || (state === 'off' ? !enabled : stateOf(integration) === state);
  return isState && text.includes(q.trim().toLowerCase());
}
