import { Type } from '@sinclair/typebox';
import type { TOptional, TString } from '@sinclair/typebox';
import type { DocumentFilter } from '../../../db/views/documents/filter.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';

/** The query parameters that filter only lists of this kind. */
export function kindFilterQuery({
  listFilters = {},
}: DocumentKind): Record<string, TOptional<TString>> {
  return Object.fromEntries(
    Object.entries(listFilters).map(([name, { description }]) => [
      name,
      Type.Optional(Type.String({ description })),
    ]),
  );
}

/** Reads the values of these parameters. */
export function readKindFilters(
  { listFilters = {} }: DocumentKind,
  query: Readonly<Record<string, unknown>>,
): Pick<DocumentFilter, 'ownerIdOrName' | 'portTypes' | 'naming'> {
  let ownerIdOrName: string | undefined;
  let portTypes: string[] | undefined;
  const naming: { role: string; kind: string; id: string }[] = [];
  for (const [name, listFilter] of Object.entries(listFilters)) {
    const value = query[name];
    if (typeof value !== 'string') continue;
    if (listFilter.by === 'owner') ownerIdOrName = value;
    else if (listFilter.by === 'portType') portTypes = [value];
    else naming.push({ role: listFilter.role, kind: listFilter.kind, id: value });
  }
  return { ownerIdOrName, portTypes, naming };
}
