import { textsOf } from '../../lib/address/address-texts.ts';

export const connectorStates = ['silent', 'behind', 'following'] as const;
export type ConnectorState = (typeof connectorStates)[number];

/** What the address of the connectors holds. */
export type ConnectorSearch = { state?: ConnectorState };

export function readConnectorSearch(search: Record<string, unknown>): ConnectorSearch {
  const [state] = textsOf(search['state']);
  const known = connectorStates.find((each) => each === state);
  return known === undefined ? {} : { state: known };
}
