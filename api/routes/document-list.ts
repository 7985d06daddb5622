import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { DocumentFilter } from '../../db/views/document-filter.ts';
import {
  countDocuments,
  findSortValue,
  listDocuments,
  sortFields,
} from '../../db/views/document-list.ts';
import type { Position, Sort, SortField } from '../../db/views/document-list.ts';
import { refuse } from '../../domain/errors.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { filterQuery, readFilter } from '../document-filters.ts';
import { kindFilterQuery, readKindFilters } from '../kind-filters.ts';
import { nextLink, pagingQuery, readPage } from '../paging.ts';
import { readInstant } from '../read-instant.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { documentSchemas } from '../schemas/documents.ts';
import { withServerMembers } from '../server-members.ts';
import type { Services } from '../services.ts';

const listQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      description:
        'Words of id, name, description, tags, fields and ports; every one must occur, the last may be a beginning',
    }),
  ),
  ...filterQuery,
  owner: Type.Optional(
    Type.String({ description: 'Deprecated: name of the owning team; use teamId' }),
  ),
  domain: Type.Optional(
    Type.String({ description: 'Deprecated: name of the domain; use domainId' }),
  ),
  email: Type.Optional(Type.String({ description: 'Teams with this direct member' })),
  sort: Type.String({
    enum: sortFields.flatMap((field) => [field, `-${field}`]),
    default: 'createdAt',
    description: 'Order of the list; with - the other way round',
  }),
  count: Type.Optional(Type.Boolean({ description: 'Adds X-Total-Count' })),
  ...pagingQuery,
  afterValue: Type.Optional(
    Type.String({
      description: 'What the entry named by after had in the sort field; Link says it',
    }),
  ),
});

/** GET of the documents of a kind, filtered and page by page. */
export function listRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'GET',
    path: `/api/${kind.collection}`,
    summary: `List ${pluralOf(kind)}`,
    tag: kind.collection,
    access: 'key',
    params: Type.Object({}),
    query: Type.Object({ ...listQuery.properties, ...kindFilterQuery(kind) }),
    answers: {
      200: { description: `The ${pluralOf(kind)}`, schema: Type.Array(documentSchemas(kind)) },
    },
    handle: async ({ principal, query, url, services }) => {
      const scope = { organizationId: principal.organizationId, kind: kind.name };
      const filter = readListFilter(kind, query);
      const sort = readSort(query.sort);
      const page = { ...readPage(query), after: await readPosition(services, scope, query, sort) };
      const { knex } = services.database;
      const list = await listDocuments(knex, scope, filter, { sort, page });
      if (list.cut && query.p !== undefined) {
        refuse(
          'bad_request',
          'These documents are too large for one page; ask for a smaller size.',
        );
      }
      const shown = await withServerMembers(knex, kind, scope.organizationId, list.documents);
      const total = query.count ? await countDocuments(knex, scope, filter) : undefined;
      return {
        status: 200,
        text: `[${shown.map(({ text }) => text).join(',')}]`,
        headers: {
          link: nextLink(url, query, {
            more: list.more,
            lastKey: list.last?.id,
            lastValue: sort.field === 'id' ? undefined : writeValue(list.last),
          }),
          'x-total-count': total?.toString(),
        },
      };
    },
  });
}

function readListFilter(kind: DocumentKind, query: Static<typeof listQuery>): DocumentFilter {
  const { q, owner, domain, email } = query;
  const own = readKindFilters(kind, query);
  return {
    ...readFilter(query),
    q,
    // Of some kinds `owner` is an id as well.
    ownerName: own.ownerIdOrName === undefined ? owner : undefined,
    domainName: domain,
    memberEmail: email,
    ...own,
  };
}

function pluralOf({ title }: DocumentKind): string {
  return title.endsWith('y') ? `${title.slice(0, -1)}ies` : `${title}s`;
}

function readSort(text: string): Sort {
  const descending = text.startsWith('-');
  return { field: (descending ? text.slice(1) : text) as SortField, descending };
}

function writeValue(last: Position | undefined): string | undefined {
  return last?.value instanceof Date ? last.value.toISOString() : last?.value;
}

/** The position that `after` means: by the value that Link gave, or else by what the entry has now. */
async function readPosition(
  services: Services,
  scope: { organizationId: OrganizationId; kind: string },
  { after: id, afterValue }: Static<typeof listQuery>,
  { field }: Sort,
): Promise<Position | undefined> {
  if (id === undefined) return undefined;
  if (field === 'id') return { id, value: id };
  if (afterValue !== undefined) {
    const isInstant = field === 'createdAt' || field === 'updatedAt';
    const instant = isInstant ? readInstant('afterValue', afterValue) : undefined;
    return { id, value: instant ?? afterValue };
  }
  const value = await findSortValue(services.database.knex, scope, id, field);
  if (value !== undefined) return { id, value };
  return refuse(
    'bad_request',
    `after=${id} names no entry of this list; go on with the address that the Link header gives.`,
  );
}
