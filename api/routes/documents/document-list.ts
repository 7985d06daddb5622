import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { DocumentFilter } from '../../../db/views/documents/filter.ts';
import {
  countDocuments,
  findSortValue,
  listDocuments,
  sortFields,
} from '../../../db/views/documents/list.ts';
import type { Position, Sort, SortField } from '../../../db/views/documents/list.ts';
import { refuse } from '../../../domain/errors.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { filterQuery, readFilter } from '../../present/documents/document-filters.ts';
import { envelopeQuery, envelopesOf, listAnswers } from '../../present/documents/envelopes.ts';
import { kindFilterQuery, readKindFilters } from '../../present/search/kind-filters.ts';
import { hasStars, readStarred, starredQuery } from '../../present/documents/starred.ts';
import { nextLink, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { readInstant } from '../../http/read-instant.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { withServerMembers } from '../../present/documents/server-members.ts';
import type { Services } from '../../services.ts';

const listQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      description:
        'Words of id, name, description, tags, fields and ports; every word must occur, the last is matched as a prefix',
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
    description: 'Sort field; a leading - sorts in descending order',
  }),
  count: Type.Optional(Type.Boolean({ description: 'Adds the header X-Total-Count' })),
  ...envelopeQuery,
  ...pagingQuery,
  afterValue: Type.Optional(
    Type.String({
      description:
        'Value of the sort field of the entry named by after; the Link header contains it',
    }),
  ),
});

type ListRequest = ApiRequest<object, Static<typeof listQuery>>;

/** Lists the documents of a kind, filtered and paged. */
export const documentList = (kind: DocumentKind) => ({
  query: Type.Object({
    ...listQuery.properties,
    ...kindFilterQuery(kind),
    ...starredQuery(kind),
  }),
  refuses: hasStars(kind) ? (['permission_denied'] as const) : [],
  answers: { 200: listAnswers(kind) },
  handle: (request: ListRequest) => answerDocuments(kind, request),
});

async function answerDocuments(
  kind: DocumentKind,
  { principal, query, url, services }: ListRequest,
): Promise<Answer> {
  const scope = { organizationId: principal.organizationId, kind: kind.name };
  const filter = { ...readListFilter(kind, query), starredBy: readStarred(query, principal) };
  const sort = readSort(query.sort);
  const after = await readPosition(services, scope, query, sort);
  const page = { ...readPage(query), after, dated: query.envelope ?? false };
  const { knex } = services.database;
  const list = await listDocuments(knex, scope, filter, { sort, page });
  if (list.cut && query.p !== undefined) {
    refuse('bad_request', 'These documents are too large for one page; ask for a smaller size.');
  }
  const shown = await withServerMembers(knex, kind, scope.organizationId, list.documents);
  const total = query.count ? await countDocuments(knex, scope, filter) : undefined;
  return {
    status: 200,
    text: `[${envelopesOf(list.documents, shown).join(',')}]`,
    headers: {
      link: nextLink(url, query, {
        more: list.more,
        lastKey: list.last?.id,
        lastValue: sort.field === 'id' ? undefined : writeValue(list.last),
      }),
      'x-total-count': total?.toString(),
    },
  };
}

function readListFilter(kind: DocumentKind, query: Static<typeof listQuery>): DocumentFilter {
  const { q, owner, domain, email } = query;
  const own = readKindFilters(kind, query);
  return {
    ...readFilter(query),
    q,
    // For some kinds, `owner` also matches ids.
    ownerName: own.ownerIdOrName === undefined ? owner : undefined,
    domainName: domain,
    memberEmail: email,
    ...own,
  };
}

function readSort(text: string): Sort {
  const descending = text.startsWith('-');
  return { field: (descending ? text.slice(1) : text) as SortField, descending };
}

function writeValue(last: Position | undefined): string | undefined {
  return last?.value instanceof Date ? last.value.toISOString() : last?.value;
}

/** The position of `after`: the sort value from the Link header, or else the current value of the document. */
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
