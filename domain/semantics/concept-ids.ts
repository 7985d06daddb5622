import { refuse } from '../errors.ts';

const maxLength = 256;

/**
 * Returns a valid id of a concept or relationship, else refuses with `invalid_id`: everything that documents
 * allow, including names with spaces and slashes, and IRIs.
 */
export function checkConceptId(id: string): string {
  if (id.trim() !== '' && id.length <= maxLength && id.isWellFormed() && !/\p{Cc}/u.test(id)) {
    return id;
  }
  return refuse(
    'invalid_id',
    `The id must be a text of 1 to ${maxLength} characters without control characters.`,
  );
}
