/**
 * Reads errors of drivers and of the operating system without `instanceof`, because they may come from native code or another
 * realm.
 */
function member(error: unknown, name: 'message' | 'code' | 'name'): string | undefined {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined;
  const value = (error as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** The message of an error; other values as text. */
export function messageOf(error: unknown): string {
  return member(error, 'message') ?? String(error);
}

/** The first line of a message, with the secret masked wherever the server repeats it. */
export function messageWithout(secret: string, error: unknown): string {
  const message = messageOf(error).split('\n')[0] ?? '';
  return secret.length < 3 ? message : message.replaceAll(secret, '***');
}

/** The code of an error: a SQLSTATE, or one of the operating system, e.g. `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return member(error, 'code');
}

/** The message of an error, or its code: an AggregateError of several addresses has no message. */
export function reasonOf(error: unknown): string {
  return messageOf(error) || codeOf(error) || 'unknown error';
}

/** The error of a statement or lock timeout; see `Source.query`. */
export function timeoutError(message: string): Error {
  const error = new Error(message);
  error.name = 'TimeoutError';
  return error;
}

/** True for errors that `timeoutError` created. */
export function isTimeoutError(error: unknown): boolean {
  return member(error, 'name') === 'TimeoutError';
}
