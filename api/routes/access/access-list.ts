import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { filterOwnAccess, ownSides } from '../../../commands/access/list-own-sides.ts';
import type { OwnSide } from '../../../commands/access/list-own-sides.ts';
import {
  accessSortFields,
  countAccess,
  findAccessPosition,
  listAccess,
} from '../../../db/views/access/list.ts';
import type {
  AccessFilter,
  AccessPosition,
  AccessSort,
  AccessSortField,
} from '../../../db/views/access/list.ts';
import { consumerTypes, presentAccess } from '../../../domain/access/access.ts';
import { accessStates, statesOf } from '../../../domain/access/access-life.ts';
import { refuse } from '../../../domain/errors.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { answerList, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { readInstant } from '../../http/read-instant.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));
const texts = (description: string) =>
  Type.Optional(Type.Array(Type.String(), { description: `${description}; may be repeated` }));

const listQuery = Type.Object({
  providerDataProductId: text('Data product whose port is used'),
  outputPortId: text('Output port of that data product'),
  providerTeamId: texts('Owner of that data product'),
  consumerDataProductId: text('Consuming data product'),
  consumerTeamId: texts('Consuming team, or owner of the consuming data product'),
  consumerUserId: text('Consuming person'),
  consumerType: Type.Optional(
    Type.String({ enum: [...consumerTypes], description: 'Kind of the consumer' }),
  ),
  mine: Type.Optional(
    Type.Unsafe<OwnSide>({
      type: 'string',
      enum: [...ownSides],
      description:
        'consumer: what the caller or a team of the caller uses; provider: what such a team provides; decide: open requests that the caller may approve and reject',
    }),
  ),
  status: Type.Optional(
    Type.String({
      enum: ['requested', 'approved', 'rejected'],
      description: 'Decision about the access',
    }),
  ),
  lifecycle: Type.Optional(
    Type.String({ enum: [...accessStates], description: 'State by decision and dates' }),
  ),
  endsBefore: text(
    'Accesses with an end before this day (UTC), or at this date-time at the latest',
  ),
  sort: Type.String({
    enum: accessSortFields.flatMap((field) => [field, `-${field}`]),
    default: 'id',
    description:
      'Sort field; a leading - sorts in descending order. Accesses without the time come last',
  }),
  pageSize: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 10_000, description: 'Another name of size' }),
  ),
  count: Type.Optional(Type.Boolean({ description: 'Adds the header X-Total-Count' })),
  ...pagingQuery,
  afterValue: text(
    'Value of the sort field of the access named by after; the Link header contains it',
  ),
});

type Query = Static<typeof listQuery>;
type ListRequest = ApiRequest<object, Query>;

/** Lists accesses, filtered and paged. */
export const accessList = { query: listQuery, handle: answerAccesses };

async function answerAccesses(request: ListRequest): Promise<Answer> {
  const { query, principal, url, services } = request;
  const paging = { ...query, size: query.pageSize ?? query.size };
  const { limit, offset } = readPage(paging);
  const { knex } = services.database;
  const { organizationId } = principal;
  const sort = readSort(query.sort);
  const after = await readPosition(request, sort);
  const filter = await readFilter(request);
  const page = { after, limit, offset, sort };
  const rows = await listAccess(knex, organizationId, filter, page);
  const total = query.count ? await countAccess(knex, organizationId, filter) : undefined;
  return answerList(rows, { url, query: paging, total }, presentAccess, ({ id, value }) =>
    sort.field === 'id' ? id : { key: id, value: value?.toISOString() },
  );
}

async function readFilter({ query, principal, services }: ListRequest): Promise<AccessFilter> {
  const { providerTeamId, consumerTeamId, mine, endsBefore } = query;
  const own = mine && (await filterOwnAccess(services.database.knex, principal, mine));
  return {
    providerDataProductId: query.providerDataProductId,
    outputPortId: query.outputPortId,
    providerTeamIds: providerTeamId,
    consumerDataProductId: query.consumerDataProductId,
    consumerTeamIds: consumerTeamId,
    consumerUserId: query.consumerUserId,
    consumerType: query.consumerType,
    states: readStates(query),
    endsBefore: readInstant('endsBefore', endsBefore),
    ...own,
  };
}

/** The states that match all filters about states; undefined: every state. */
function readStates({ status, lifecycle, mine }: Query): string[] | undefined {
  const wanted = [
    status === undefined ? undefined : statesOf(status),
    lifecycle === undefined ? undefined : [lifecycle],
    mine === 'decide' ? ['requested'] : undefined,
  ].filter((states) => states !== undefined);
  if (wanted.length === 0) return undefined;
  return accessStates.filter((state) => wanted.every((states: string[]) => states.includes(state)));
}

function readSort(text: string): AccessSort {
  const descending = text.startsWith('-');
  return { field: (descending ? text.slice(1) : text) as AccessSortField, descending };
}

/** The position of `after`: the sort value from the Link header, or else the current value of the access. */
async function readPosition(
  { query: { after: id, afterValue }, principal, services }: ListRequest,
  sort: AccessSort,
): Promise<AccessPosition | undefined> {
  if (id === undefined) return undefined;
  if (sort.field === 'id') return { id, value: undefined };
  if (afterValue !== undefined) return { id, value: readInstant('afterValue', afterValue) };
  const { knex } = services.database;
  const position = await findAccessPosition(knex, principal.organizationId, id, sort);
  if (position) return position;
  return refuse(
    'bad_request',
    `after=${id} names no access of this list; go on with the address that the Link header gives.`,
  );
}
