import { Type } from '@sinclair/typebox';
import type { TOptional, TString } from '@sinclair/typebox';
import type { DocumentFilter } from '../../db/views/document-list.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';

/** The query parameters by which only lists of this kind can be filtered. */
export function filterParameters({
  listFilters = {},
}: DocumentKind): Record<string, TOptional<TString>> {
  return Object.fromEntries(
    Object.entries(listFilters).map(([name, { description }]) => [
      name,
      Type.Optional(Type.String({ description })),
    ]),
  );
}

/** What they ask for. */
export function readFilters(
  { listFilters = {} }: DocumentKind,
  query: Readonly<Record<string, unknown>>,
): Pick<DocumentFilter, 'ownerIdOrName' | 'naming'> {
  const filter: Pick<DocumentFilter, 'ownerIdOrName'> & {
    naming: DocumentFilter['naming'] & object;
  } = {
    naming: [],
  };
  for (const [name, listFilter] of Object.entries(listFilters)) {
    const value = query[name];
    if (typeof value !== 'string') continue;
    if (listFilter.by === 'owner') filter.ownerIdOrName = value;
    else filter.naming.push({ role: listFilter.role, kind: listFilter.kind, id: value });
  }
  return filter;
}
