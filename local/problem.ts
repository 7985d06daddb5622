/** An error that the user can fix: printed in one or two lines, without a stack. */
export function problem(message: string): Error {
  const error = new Error(message);
  error.name = 'Problem';
  return error;
}

/** True for errors created by `problem`. */
export function isProblem(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Problem';
}

/** The message of any thrown value; its code if it has no message, as when no address of a host answers. */
export function messageOf(error: unknown): string {
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  return String(message || code || error);
}
