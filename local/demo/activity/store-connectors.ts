import type { JsonObject } from '../../../lib/json/json.ts';
import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';

/** A program that follows the feed, with what it says of itself. */
export type DemoConnector = JsonObject & { id: string };

/** Registers the connectors; each stores the newest event as handled if it has a state. */
export async function storeConnectors(
  api: Api,
  connectors: readonly DemoConnector[],
): Promise<void> {
  const { text } = await api('GET', '/api/events?limit=1');
  const [event] = JSON.parse(text) as { id: string }[];
  for (const { follows, ...connector } of connectors) {
    const state = follows === true && event ? { lastEventId: event.id } : {};
    await api('PUT', `/api/connectors/${connector.id}`, asJson({ ...connector, state }));
  }
}
