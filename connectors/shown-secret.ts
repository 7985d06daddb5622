/** The message with `***` in place of every secret in it, also where it is written as in a URL or as Base64. */
export function withoutSecrets(message: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
    ])
    .filter((secret) => secret.length >= 4)
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), message);
}
