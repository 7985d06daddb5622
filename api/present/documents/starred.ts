import { Type } from '@sinclair/typebox';
import type { TOptional, TString } from '@sinclair/typebox';
import { refuse } from '../../../domain/errors.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import type { Principal } from '../../../domain/principal.ts';

/** The `starred` parameter, only for kinds that people can star. */
export function starredQuery(kind: DocumentKind): { starred?: TOptional<TString> } {
  if (!hasStars(kind)) return {};
  const description = 'Only what the person of the key has starred';
  return { starred: Type.Optional(Type.String({ enum: ['me'], description })) };
}

/** True if people can star documents of the kind. */
export function hasStars({ name }: DocumentKind): boolean {
  return name === dataProduct.name;
}

/** The person whose stars are wanted; refuses keys without a person with `permission_denied`. */
export function readStarred(query: object, { email, scope }: Principal): string | undefined {
  if (!('starred' in query)) return undefined;
  if (email !== undefined) return email.toLowerCase();
  return refuse(
    'permission_denied',
    `'starred=me' needs the key of a person, with the scope 'user', not '${scope}'.`,
  );
}
