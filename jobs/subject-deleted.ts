/**
 * The subject of the work was deleted after the work was requested: nothing is left to do, so the work ends
 * CANCELLED with this message, not FAILED.
 */
export class SubjectDeleted extends Error {}

/** Throws `SubjectDeleted`, where an expression is needed. */
export function throwDeleted(message: string): never {
  throw new SubjectDeleted(message);
}
