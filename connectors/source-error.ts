/**
 * Errors of drivers and of the operating system, read without `instanceof`: they may come from native code or another
 * realm, whose Error is not ours.
 */
function member(error: unknown, name: 'message' | 'code' | 'name'): string | undefined {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined;
  const value = (error as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** What an error says; anything that is no error says itself. */
export function messageOf(error: unknown): string {
  return member(error, 'message') ?? String(error);
}

/** The first line of what an error says, with the secret made unreadable wherever the server repeats it. */
export function messageWithout(secret: string, error: unknown): string {
  const message = messageOf(error).split('\n')[0] ?? '';
  return secret.length < 3 ? message : message.replaceAll(secret, '***');
}

/** The code of an error: a SQLSTATE or one of the operating system, e.g. `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return member(error, 'code');
}

/** What an error says, or its code: errors of several addresses that failed together have no message. */
export function reasonOf(error: unknown): string {
  return messageOf(error) || codeOf(error) || 'unknown error';
}

/** The error of a statement that ran, or waited for a lock, longer than allowed; see `Source.query`. */
export function timeoutError(message: string): Error {
  const error = new Error(message);
  error.name = 'TimeoutError';
  return error;
}

/** True for the errors that `timeoutError` makes. */
export function isTimeoutError(error: unknown): boolean {
  return member(error, 'name') === 'TimeoutError';
}
