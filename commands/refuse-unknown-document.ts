import { refuse } from '../domain/errors.ts';
import type { DocumentKind } from '../domain/kinds/kind.ts';

/** Refuses with `not_found`; `which` begins with a space and adds details to the message. */
export function refuseUnknownDocument(
  { title }: Pick<DocumentKind, 'title'>,
  id: string,
  which = '',
): never {
  return refuse('not_found', `There is no ${title} with the id '${id}'${which}.`);
}
