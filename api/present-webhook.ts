import type { Webhook } from '../db/tables/webhooks.ts';
import type { ListedDelivery } from '../db/views/webhook-deliveries.ts';
import { mayWrite } from '../domain/permissions.ts';
import type { Principal } from '../domain/principal.ts';
import { webhookStatus } from '../domain/webhooks/webhook.ts';
import { withMembers, withoutMembers } from '../lib/json-text.ts';

/**
 * The webhook as its client sent it, with how it fares; never a secret. Since the address may hold one too, keys that only read see
 * no more of it than the host.
 */
export function presentWebhook(webhook: Webhook, principal: Principal): string {
  const { pausedAt, pausedReason, failingSince, createdAt, updatedAt } = webhook;
  const members = {
    status: webhookStatus(webhook),
    pausedAt,
    pausedReason,
    failingSince,
    previousSecretUntil: webhook.previousSecretUntil,
    createdAt,
    updatedAt,
  };
  const texts = Object.entries(members).map(([name, value]) => [name, JSON.stringify(value)]);
  const added = Object.fromEntries(texts) as Record<string, string>;
  if (mayWrite(principal)) return withMembers(webhook.body, added);
  const url = JSON.stringify(new URL(webhook.url).origin);
  return withMembers(withoutMembers(webhook.body, ['url']), { url, ...added });
}

/** An entry of the ledger. */
export function presentDelivery(delivery: ListedDelivery): Record<string, unknown> {
  const { subjectId, nextAttemptAt, ...rest } = delivery;
  return {
    ...rest,
    subject: subjectId,
    nextAttemptAt: delivery.status === 'pending' ? nextAttemptAt : null,
  };
}
