import type { Webhook } from '../db/tables/webhooks.ts';
import type { ListedDelivery } from '../db/views/webhook-deliveries.ts';
import { webhookStatus } from '../domain/webhooks/webhook.ts';
import { withMembers } from '../lib/json-text.ts';

/** The webhook as its client sent it, with how it fares; never a secret. */
export function presentWebhook(webhook: Webhook): string {
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
  return withMembers(webhook.body, Object.fromEntries(texts) as Record<string, string>);
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
