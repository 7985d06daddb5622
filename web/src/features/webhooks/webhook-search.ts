import { textsOf } from '../../lib/address/address-texts.ts';
import type { DeliveryStatus } from './queries.ts';

// The first page reads addresses, and loads no texts of this one.
const statuses: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed'];

/** What the address of a webhook holds: which deliveries are shown, and the open one. */
export type WebhookSearch = { status?: DeliveryStatus; delivery?: string };

/** Reads the address; what it does not know is dropped. */
export function readWebhookSearch(search: Record<string, unknown>): WebhookSearch {
  const [id] = textsOf(search['delivery']);
  const status = statuses.find((each) => each === search['status']);
  return {
    ...(status !== undefined && { status }),
    ...(id !== undefined && { delivery: id }),
  };
}
