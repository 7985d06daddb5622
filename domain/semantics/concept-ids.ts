import { refuse } from '../errors.ts';

const longest = 256;

/**
 * Returns the id when it may name a concept or relationship, else refuses with `invalid_id`: what documents allow, names with
 * spaces and slashes and IRIs among them.
 */
export function checkConceptId(id: string): string {
  if (id.trim() !== '' && id.length <= longest && id.isWellFormed() && !/\p{Cc}/u.test(id)) {
    return id;
  }
  return refuse(
    'invalid_id',
    `The id must be a text of 1 to ${longest} characters without control characters.`,
  );
}
