import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const shortestBytes = 24;
const longestBytes = 64;

/** A fresh secret as Standard Webhooks writes them. */
export function makeWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** The key in a secret; undefined when the text is none: `whsec_` and the base64 of 24 to 64 bytes. */
export function readWebhookSecret(text: string): Buffer | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const encoded = text.slice(prefix.length);
  const key = Buffer.from(encoded, 'base64');
  const isExact = key.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  return isExact && key.length >= shortestBytes && key.length <= longestBytes ? key : undefined;
}

/** Signature as receivers of messaging know it: hex HMAC-SHA256 of the body alone, keyed with the secret as it is shown. */
export function signBody(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Headers of a message by Standard Webhooks, signed with each of the secrets. */
export function signWebhook(
  { id, sentAt, body }: { id: string; sentAt: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = readWebhookSecret(secret);
    if (!key) throw new Error('a stored secret of a webhook is none');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
