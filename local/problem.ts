/** An error a person can act on: printed as one or two lines, without a stack. */
export function problem(message: string): Error {
  const error = new Error(message);
  error.name = 'Problem';
  return error;
}

/** True for errors made by `problem`. */
export function isProblem(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Problem';
}

/** The message of anything that was thrown; its code where it has none, as when no address of a host answers. */
export function messageOf(error: unknown): string {
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  return String(message || code || error);
}
