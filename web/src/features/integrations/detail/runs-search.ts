import { textsOf } from '../../../lib/address/address-texts.ts';

export const runStates = ['RUNNING', 'SUCCESS', 'FAILED', 'CANCELLED'] as const;
export type RunState = (typeof runStates)[number];

/** What the address of an integration holds: the state of the runs that are listed. */
export type RunsSearch = { status?: RunState };

export function readRunsSearch(search: Record<string, unknown>): RunsSearch {
  const [status] = textsOf(search['status']);
  const known = runStates.find((each) => each === status);
  return known === undefined ? {} : { status: known };
}
