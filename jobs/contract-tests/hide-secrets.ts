import { withoutSecrets } from '../../connectors/shown-secret.ts';
import { isObject } from '../../lib/json.ts';

/** As much of a secret as shows when it is cut off; whatever holds no beginning of one holds none. */
const headLength = 8;

/** The secrets, also as they stand in JSON texts. */
export function secretForms(secrets: readonly string[]): string[] {
  return [...new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
}

/** A copy of parsed JSON in which no text, and no name of a member, shows a secret. It recurses as deep as the value nests. */
export function hideSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  const heads = headsOf(secrets);
  // An answer may hold a million short texts, and the thorough look takes its time.
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
