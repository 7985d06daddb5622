import { textsOf } from '../../lib/address-texts.ts';
import { deliveryTexts } from '../../texts/operate/webhooks.ts';
import type { DeliveryStatus } from './queries.ts';

/** What the address of a webhook holds: which deliveries are shown, and the open one. */
export type WebhookSearch = { status?: DeliveryStatus; delivery?: string };

/** Reads the address; what it does not know is dropped. */
export function readWebhookSearch({ status, delivery }: Record<string, unknown>): WebhookSearch {
  const [id] = textsOf(delivery);
  const isState = typeof status === 'string' && Object.hasOwn(deliveryTexts.states, status);
  return {
    ...(isState && { status: status as DeliveryStatus }),
    ...(id !== undefined && { delivery: id }),
  };
}
