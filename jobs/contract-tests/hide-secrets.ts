import { withoutSecrets } from '../../connectors/http/shown-secret.ts';
import { isObject } from '../../lib/json/json.ts';

/**
 * Length of the beginning of a secret to search for, because a secret may be cut off; texts without it contain
 * no secret.
 */
const headLength = 8;

/** The secrets, also in their escaped form within JSON text. */
export function secretForms(secrets: readonly string[]): string[] {
  return [...new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
}

/** A copy of parsed JSON without secrets in texts and member names. Recurses as deep as the value nests. */
export function hideSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  const heads = headsOf(secrets);
  // An answer may contain a million short texts, so the expensive search only runs if necessary.
  const hideText = (text: string): string =>
    heads.some((head) => text.includes(head)) ? withoutSecrets(text, secrets) : text;
  const hide = (part: unknown): unknown => {
    if (typeof part === 'string') return hideText(part);
    if (Array.isArray(part)) return part.map(hide);
    if (!isObject(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, member]) => [hideText(name), hide(member)]),
    );
  };
  return hide(value);
}

function headsOf(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => [
    ...secret.split(/\s+/),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ]);
  return [...new Set(forms.map((form) => form.slice(0, headLength)))];
}
