import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const minBytes = 24;
const maxBytes = 64;

/** Makes a fresh secret in the format of Standard Webhooks. */
export function makeWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** Decodes the key of a secret: `whsec_` and the base64 of 24 to 64 bytes; undefined if the text is not a valid secret. */
export function readWebhookSecret(text: string): Buffer | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const encoded = text.slice(prefix.length);
  const key = Buffer.from(encoded, 'base64');
  const isExact = key.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  return isExact && key.length >= minBytes && key.length <= maxBytes ? key : undefined;
}

/** The secret, and its key without the prefix, which receivers may show as well. */
export function secretAndKey(secret: string): [secret: string, key: string] {
  return [secret, secret.slice(prefix.length)];
}

/** The signature that receivers of messaging expect: hex HMAC-SHA256 of the body alone, keyed with the secret as displayed. */
export function signBody(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Headers of a delivery according to Standard Webhooks, signed with each of the secrets. */
export function signWebhook(
  { id, sentAt, body }: { id: string; sentAt: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = readWebhookSecret(secret);
    if (!key) throw new Error('the stored secret of a webhook is invalid');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
