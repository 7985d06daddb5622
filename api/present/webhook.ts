import { webhookSecretLocation, showBody, showListed } from '../../commands/secrets/sealed-body.ts';
import type { Webhook } from '../../db/tables/webhooks/webhooks.ts';
import type { DeliveryExchange, ListedDelivery } from '../../db/views/webhooks/deliveries.ts';
import { mayWrite } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { digestOf } from '../../domain/webhooks/exchange.ts';
import { webhookStatus } from '../../domain/webhooks/webhook.ts';
import { withMembers, withoutMembers } from '../../lib/json/text.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
import { isOfPage } from '../body/keep-address.ts';

/** Who asks, and by which address. */
type Reader = { principal: Principal; url: URL };

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
 * keys and pages see only its host. Refuses with `secret_key_missing` if the stored text cannot be opened.
 */
export function presentWebhook(
  webhook: Webhook,
  reader: Reader,
  secretKey: SecretKeys | undefined,
): string {
  const members = Object.entries(serverMembers(webhook));
  const texts = members.map(([name, value]) => [name, JSON.stringify(value)]);
  const added = Object.fromEntries(texts) as Record<string, string>;
  const { principal } = reader;
  const { organizationId } = principal;
  const body = showBody(
    webhook.body,
    secretKey,
    webhookSecretLocation({ organizationId, id: webhook.id }),
  );
  if (mayWrite(principal) && !isOfPage(reader.url)) return withMembers(body, added);
  const { url: address } = JSON.parse(body) as { url: string };
  const url = JSON.stringify(new URL(address).origin);
  return withMembers(withoutMembers(body, ['url']), { url, ...added });
}

/** A webhook in a list: a webhook that cannot be opened is shown without its url, and does not hide the others. */
export function presentListedWebhook(
  webhook: Webhook,
  reader: Reader,
  secretKey: SecretKeys | undefined,
): string {
  return showListed(
    () => presentWebhook(webhook, reader, secretKey),
    (unreadable) => {
      const { id, events, enabled } = webhook;
      return { id, url: null, events, enabled, ...serverMembers(webhook), unreadable };
    },
  );
}

/** A delivery in the form of the API. */
export function presentDelivery(
  delivery: ListedDelivery & { subjectName: string | null },
): Record<string, unknown> {
  const { subjectId, nextAttemptAt, ...rest } = delivery;
  return {
    ...rest,
    subject: subjectId,
    nextAttemptAt: delivery.status === 'pending' ? nextAttemptAt : null,
  };
}

/** What belongs to a delivery besides its row. */
type DeliveryParts = {
  /** The body that its event gives now; undefined if the event is no longer kept. */
  body: string | undefined;
  /** Address of the webhook without its path, which may be a secret; undefined if it cannot be read. */
  origin: string | undefined;
};

/** A delivery with the last request and its answer. */
export function presentExchange(
  { answer, request, response, ...delivery }: DeliveryExchange & { subjectName: string | null },
  { body, origin }: DeliveryParts,
): Record<string, unknown> {
  const isSame = body !== undefined && request?.bodySha256 === digestOf(body);
  return {
    ...presentDelivery(delivery),
    request: request && {
      method: 'POST',
      origin: origin ?? null,
      headers: request.headers,
      body: body ?? null,
      bodyAsSent: isSame,
    },
    response: response && {
      status: delivery.lastStatus,
      headers: response.headers,
      body: answer ?? '',
      isCut: response.isCut,
    },
  };
}

/** The address of a webhook without its path; undefined if it cannot be opened. */
export function originOf(
  webhook: Webhook,
  { organizationId }: Pick<Principal, 'organizationId'>,
  secretKey: SecretKeys | undefined,
): string | undefined {
  try {
    const location = webhookSecretLocation({ organizationId, id: webhook.id });
    return new URL((JSON.parse(showBody(webhook.body, secretKey, location)) as { url: string }).url)
      .origin;
  } catch {
    return undefined;
  }
}
