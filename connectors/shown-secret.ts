/** Shorter words of a secret may be ordinary ones, e.g. `KEY`. */
const shortestWord = 8;

/**
 * The message with `***` in place of every secret in it, also where one is written as in a URL or as Base64, and every word of a
 * secret of many lines. At the end of the message it may be cut off.
 */
export function withoutSecrets(message: string, secrets: readonly string[]): string {
  const words = secrets
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      ...secret.split(/\s+/).filter((word) => word.length >= shortestWord),
    ])
    .filter((secret) => secret.length >= 4)
    .sort((one, other) => other.length - one.length);
  const shown = words.reduce((text, word) => text.replaceAll(word, '***'), message);
  return words.reduce(withoutCutSecret, shown);
}

function withoutCutSecret(message: string, secret: string): string {
  for (let length = secret.length - 1; length >= shortestWord; length--) {
    if (message.endsWith(secret.slice(0, length))) return `${message.slice(0, -length)}***`;
  }
  return message;
}
