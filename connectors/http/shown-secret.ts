/** Shorter words of a secret may be ordinary words, e.g. `KEY`. */
const minWordLength = 8;

/**
 * Replaces every secret in the message by `***`, also if it is URL-encoded or Base64, each word of a multi-line secret, and a
 * truncated secret at the end of the message.
 */
export function withoutSecrets(message: string, secrets: readonly string[]): string {
  const words = secrets
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      ...secret.split(/\s+/).filter((word) => word.length >= minWordLength),
    ])
    .filter((secret) => secret.length >= 4)
    .sort((one, other) => other.length - one.length);
  const shown = words.reduce((text, word) => text.replaceAll(word, '***'), message);
  return words.reduce(withoutCutSecret, shown);
}

function withoutCutSecret(message: string, secret: string): string {
  for (let length = secret.length - 1; length >= minWordLength; length--) {
    if (message.endsWith(secret.slice(0, length))) return `${message.slice(0, -length)}***`;
  }
  return message;
}
