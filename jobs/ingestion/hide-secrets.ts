const shortest = 3;
const hidden = '***';
/** A line of a key file is that long; shorter words may be ordinary ones. */
const minLineLength = 16;

/**
 * Returns a function that replaces every credential in a text, also as it stands in an address, in JSON or in a header. The user
 * name stays: people need to see which user the platform refuses.
 */
export function hideSecrets(credentials: Record<string, unknown>): (text: string) => string {
  const { username, ...secret } = credentials;
  const values = Object.values(secret).flatMap(textsIn).flatMap(withLines);
  const pairs = values.map((value) => `${typeof username === 'string' ? username : ''}:${value}`);
  const forms = new Set([
    ...values.flatMap((value) => [value, encodeURIComponent(value), quoted(value), base64(value)]),
    ...pairs.map(base64),
  ]);
  // A longer secret first, because it may contain a shorter one.
  const sorted = [...forms]
    .filter(({ length }) => length >= shortest)
    .toSorted((a, b) => b.length - a.length);
  return (text) => sorted.reduce((shown, form) => shown.replaceAll(form, hidden), text);
}

/** The text and its lines: drivers quote the line of a key that they cannot read. */
function withLines(text: string): string[] {
  const lines = text.split(/\s+/).filter(({ length }) => length >= minLineLength);
  return [text, ...lines];
}

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A text and, if it is a file of keys in JSON, the private ones of its members. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  try {
    const file: unknown = JSON.parse(value);
    if (typeof file !== 'object' || file === null) return [value];
    const members = Object.entries(file).filter(([name]) =>
      /key|secret|token|password/i.test(name),
    );
    return [
      value,
      ...members.flatMap(([, member]) => (typeof member === 'string' ? [member] : [])),
    ];
  } catch {
    return [value];
  }
}
