import { webhookSecretLocation, showBody, showListed } from '../../commands/secrets/sealed-body.ts';
import type { Webhook } from '../../db/tables/webhooks/webhooks.ts';
import type { ListedDelivery } from '../../db/views/webhooks/deliveries.ts';
import { mayWrite } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { webhookStatus } from '../../domain/webhooks/webhook.ts';
import { withMembers, withoutMembers } from '../../lib/json/text.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

/** Members that the server adds. */
function serverMembers(webhook: Webhook): Record<string, unknown> {
  const { pausedAt, pausedReason, failingSince, createdAt, updatedAt } = webhook;
  const { previousSecretUntil } = webhook;
  const status = webhookStatus(webhook);
  const dates = { previousSecretUntil, createdAt, updatedAt };
  return { status, pausedAt, pausedReason, failingSince, ...dates };
}

/**
 * A webhook as sent by its client, with its delivery state; never a secret. Because the address may contain a secret, read-only
 * keys see only its host. Refuses with `secret_key_missing` if the stored text cannot be opened.
 */
export function presentWebhook(
  webhook: Webhook,
  principal: Principal,
  secretKey: SecretKeys | undefined,
): string {
  const members = Object.entries(serverMembers(webhook));
  const texts = members.map(([name, value]) => [name, JSON.stringify(value)]);
  const added = Object.fromEntries(texts) as Record<string, string>;
  const { organizationId } = principal;
  const body = showBody(
    webhook.body,
    secretKey,
    webhookSecretLocation({ organizationId, id: webhook.id }),
  );
  if (mayWrite(principal)) return withMembers(body, added);
  const { url: address } = JSON.parse(body) as { url: string };
  const url = JSON.stringify(new URL(address).origin);
  return withMembers(withoutMembers(body, ['url']), { url, ...added });
}

/** A webhook in a list: a webhook that cannot be opened is shown without its url, and does not hide the others. */
export function presentListedWebhook(
  webhook: Webhook,
  principal: Principal,
  secretKey: SecretKeys | undefined,
): string {
  return showListed(
    () => presentWebhook(webhook, principal, secretKey),
    (unreadable) => {
      const { id, events, enabled } = webhook;
      return { id, url: null, events, enabled, ...serverMembers(webhook), unreadable };
    },
  );
}

/** A delivery in the form of the API. */
export function presentDelivery(delivery: ListedDelivery): Record<string, unknown> {
  const { subjectId, nextAttemptAt, ...rest } = delivery;
  return {
    ...rest,
    subject: subjectId,
    nextAttemptAt: delivery.status === 'pending' ? nextAttemptAt : null,
  };
}
