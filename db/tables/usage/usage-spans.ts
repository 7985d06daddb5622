import type { OrganizationId } from '../../../domain/principal.ts';
import type { UsageSpan } from '../../../domain/usage/otlp.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';

/** What a span adds to the numbers of a day. */
export type CountedSpan = {
  productId: string;
  port: string;
  user: string;
  accessId: string;
  teamId: string;
  startedAt: number;
  rows: number;
};

/** A span with the team that holds its access, or an empty text. */
export type NewSpan = UsageSpan & { teamId: string };

/** Requests with spans of the same group wait for each other, those with others do not. */
const lockGroups = 64;

/** So many spans are worth a plan of their own. */
const planned = 20;

// Sorted, so that two requests never wait for each other. Ids are looked up one by one, with a plan of the moment: before Postgres has
// analyzed a new month, it would read all spans of the organization for a list of ids.
const lock = {
  name: 'usage-spans-lock',
  text: `select set_config('plan_cache_mode', case when cardinality($2::text[]) > ${planned} then 'force_custom_plan' else 'auto' end, true),
      pg_advisory_xact_lock(1969320806, n) from (
      select distinct mod(hashtextextended($1::text || id, 0), ${lockGroups})::int as n from unnest($2::text[]) as id order by n) groups`,
};

const remove = {
  name: 'usage-spans-replace',
  text: `delete from usage_spans where organization_id = $1 and span_id = any($2) and ($3::text[] is null or product_id = any($3))
    returning product_id as "productId", port, user_name as "user", access_id as "accessId", team_id as "teamId",
      started_at as "startedAt", rows::float8 as rows`,
};

type Removed = Omit<CountedSpan, 'startedAt'> & { startedAt: Date };
const toCounted = (row: Removed): CountedSpan => ({ ...row, startedAt: row.startedAt.getTime() });

/**
 * Removes the spans with these ids, of all products or of some, and returns what they added to the numbers of days. Until the
 * end of the transaction no other one stores spans with these ids.
 */
export async function takeSpans(
  tx: Tx,
  organizationId: OrganizationId,
  spanIds: readonly string[],
  productIds?: readonly string[],
): Promise<CountedSpan[]> {
  await runStatement(tx, lock, [organizationId, spanIds]);
  const stored = await listStoredSpans(tx, organizationId, spanIds);
  if (stored.length === 0) return [];
  const values = [organizationId, stored, productIds ?? null];
  return (await runStatement<Removed>(tx, remove, values)).map(toCounted);
}

const find = {
  name: 'usage-spans-find',
  text: `select w.id as "spanId" from unnest($2::text[]) as w(id)
    where exists (select from usage_spans s where s.organization_id = $1 and s.span_id = w.id offset 0)`,
};

/** The ids among these that are stored. */
export async function listStoredSpans(
  tx: Tx,
  organizationId: OrganizationId,
  spanIds: readonly string[],
): Promise<string[]> {
  const rows = await runStatement<{ spanId: string }>(tx, find, [organizationId, spanIds]);
  return rows.map(({ spanId }) => spanId);
}

const insert = {
  name: 'usage-spans-insert',
  text: `insert into usage_spans (organization_id, span_id, started_at, product_id, port, user_name, access_id, team_id,
      contract_id, scope_name, rows, resource, scope, span, received_at)
    select $1, n."spanId", n."startedAt", n."productId", n.port, n."user", n."accessId", n."teamId", n."contractId", n."scopeName",
      n.rows, n.resource, n.scope, n.span, $3
    from json_to_recordset($2::json) as n("spanId" text, "startedAt" timestamptz, "productId" text, port text, "user" text,
      "accessId" text, "teamId" text, "contractId" text, "scopeName" text, rows bigint, resource text, scope text, span text)`,
};

/** Stores spans; their ids must be different, and not stored. */
export async function insertSpans(
  tx: Tx,
  organizationId: OrganizationId,
  spans: readonly NewSpan[],
  now: Date,
): Promise<void> {
  const rows = spans.map((each) => ({ ...each, startedAt: new Date(each.startedAt) }));
  // One JSON text is made in a fraction of the time of thirteen arrays.
  await runStatement(tx, insert, [organizationId, JSON.stringify(rows), now]);
}

/** Which spans; a span belongs to a contract if it names it, or if it names none and its product offers it. */
export type SpanFilter = {
  productId?: string | undefined;
  contractId?: string | undefined;
  scopeName?: string | undefined;
  spanId?: string | undefined;
  from: Date;
  to: Date;
};

/** Conditions by the column they bind; a statement for each set of filters, so that each is planned with its index. */
const conditions = [
  ['productId', 's.product_id = $4'],
  ['scopeName', 's.scope_name = $5'],
  [
    'contractId',
    `(s.contract_id = $6 or s.contract_id = '' and exists (
      select from document_references r where r.organization_id = s.organization_id and r.kind = 'data-product'
        and r.id = s.product_id and r.role = 'output-port' and r.target_kind = 'data-contract' and r.target_id = $6))`,
  ],
  ['spanId', 's.span_id = $7'],
] as const;

/** The condition of the spans, and the name of the set of filters. */
function matchesOf(filter: SpanFilter): { matches: string; set: string } {
  const texts = conditions.map(([name, text], at) =>
    filter[name] === undefined ? `$${at + 4}::text is null` : text,
  );
  const set = conditions.flatMap(([name]) => (filter[name] === undefined ? [] : [name])).join('-');
  const matches = ['s.organization_id = $1 and s.started_at >= $2 and s.started_at < $3', ...texts];
  return { matches: matches.join(' and '), set };
}

const valuesOf = (organizationId: OrganizationId, filter: SpanFilter): unknown[] => {
  const { from, to, productId, scopeName, contractId, spanId } = filter;
  return [organizationId, from, to, productId, scopeName, contractId, spanId].map(
    (value) => value ?? null,
  );
};

const list = (filter: SpanFilter): Statement => {
  const { matches, set } = matchesOf(filter);
  return {
    name: `usage-spans-list-${set}`,
    text: `select s.span_id as "spanId", s.started_at as "startedAt", s.resource, s.scope, s.span from usage_spans s
      where ${matches} and ($8::timestamptz is null or (s.started_at, s.span_id) < ($8, $9))
      order by s.started_at desc, s.span_id desc limit $10 offset $11`,
  };
};

export type ListedSpan = {
  spanId: string;
  startedAt: Date;
  resource: string;
  scope: string;
  span: string;
};

/** Spans, newest first. */
export function listSpans(
  db: Db,
  organizationId: OrganizationId,
  filter: SpanFilter,
  page: { limit: number; offset: number; after: { startedAt: Date; spanId: string } | undefined },
): Promise<ListedSpan[]> {
  const { limit, offset, after } = page;
  const values = valuesOf(organizationId, filter);
  return runStatement(db, list(filter), [
    ...values,
    after?.startedAt ?? null,
    after?.spanId ?? null,
    limit,
    offset,
  ]);
}

const findTime = {
  name: 'usage-spans-find-time',
  text: `select started_at as "startedAt" from usage_spans where organization_id = $1 and span_id = $2 and started_at >= $3 limit 1`,
};

/** When a span started; undefined if there is none. */
export async function findSpanTime(
  db: Db,
  organizationId: OrganizationId,
  spanId: string,
  from: Date,
): Promise<Date | undefined> {
  const rows = await runStatement<{ startedAt: Date }>(db, findTime, [
    organizationId,
    spanId,
    from,
  ]);
  return rows[0]?.startedAt;
}

const listIds = (filter: SpanFilter): Statement => {
  const { matches, set } = matchesOf(filter);
  return {
    name: `usage-spans-list-ids-${set}`,
    text: `select s.span_id as "spanId", s.product_id as "productId" from usage_spans s
      where ${matches} order by s.started_at, s.span_id limit $8`,
  };
};

/** Ids of the oldest of these spans, and their products. */
export function listSpanIds(
  db: Db,
  organizationId: OrganizationId,
  filter: SpanFilter,
  limit: number,
): Promise<{ spanId: string; productId: string }[]> {
  return runStatement(db, listIds(filter), [...valuesOf(organizationId, filter), limit]);
}
