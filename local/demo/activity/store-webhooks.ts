import type { JsonObject } from '../../../lib/json/json.ts';
import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';

/** A webhook, and a notification channel of a team. */
export type DemoWebhooks = {
  webhook: JsonObject & { id: string };
  channel: JsonObject & { id: string; team: string };
};

/** Stores the webhook and the channel. */
export async function storeWebhooks(api: Api, { webhook, channel }: DemoWebhooks): Promise<void> {
  await api('PUT', `/api/webhooks/${webhook.id}`, asJson(webhook));
  const { team, ...rest } = channel;
  await api('PUT', `/api/teams/${team}/notification-channels/${rest.id}`, asJson(rest));
}
