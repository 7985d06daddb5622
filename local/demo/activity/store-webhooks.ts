import type { JsonObject } from '../../../lib/json/json.ts';
import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';

/** A webhook, and a notification channel of a team. */
export type DemoWebhooks = {
  webhook: JsonObject & { id: string };
  channel: JsonObject & { id: string; team: string };
};

const readPage = 100;

/** Stores the webhook and the channel; a test and a first page of the feed show what a delivery and a reader look like. */
export async function storeWebhooks(api: Api, { webhook, channel }: DemoWebhooks): Promise<void> {
  await api('PUT', `/api/webhooks/${webhook.id}`, asJson(webhook));
  await api('POST', `/api/webhooks/${webhook.id}/test`);
  await api('GET', `/api/events?limit=${readPage}`);
  const { team, ...rest } = channel;
  await api('PUT', `/api/teams/${team}/notification-channels/${rest.id}`, asJson(rest));
}
