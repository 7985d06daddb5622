import { refuse } from '../../domain/errors.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';

/** Refuses because there is no such document; `which` says more of what was looked for, from a space on. */
export function refuseUnknownDocument(
  { title }: Pick<DocumentKind, 'title'>,
  id: string,
  which = '',
): never {
  return refuse('not_found', `There is no ${title} with the id '${id}'${which}.`);
}
