import type { Database } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { addUsage } from '../../db/tables/usage/usage-days.ts';
import { listSpanIds, takeSpans } from '../../db/tables/usage/usage-spans.ts';
import type { SpanFilter } from '../../db/tables/usage/usage-spans.ts';
import { transact } from '../../db/transact.ts';
import { listProductOwners } from '../../db/views/usage/named-by-spans.ts';
import { refuse } from '../../domain/errors.ts';
import { actsForOrganization } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { countUsage } from '../../domain/usage/count-usage.ts';
import { assertPermission } from '../assert-permission.ts';

export type DeleteUsage = {
  filter: SpanFilter;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
  /** Aborts when the client has disconnected: the rest of the spans then stays. */
  gone: AbortSignal;
};

/** Spans of one transaction. */
const batch = 1_000;

/**
 * Deletes spans, takes them out of the numbers of their days, and returns how many there were. Refuses with `bad_request`
 * without a filter, and with `permission_denied` unless the principal may edit their product; principals that act for a team
 * must name the product or the span.
 */
export async function deleteUsage(database: Database, request: DeleteUsage): Promise<number> {
  await assertMayDelete(database, request);
  const { organizationId } = request.principal;
  let deleted = 0;
  for (let found = batch; found === batch && !request.gone.aborted;) {
    found = await transact(database, async (tx) => {
      const spans = await listSpanIds(tx, organizationId, request.filter, batch);
      const ids = spans.map(({ spanId }) => spanId);
      if (ids.length === 0) return 0;
      const removed = await takeSpans(tx, organizationId, ids);
      await addUsage(tx, organizationId, countUsage({ added: [], removed }));
      deleted += removed.length;
      return ids.length;
    });
  }
  if (deleted > 0) await recordDeletion(database, request, deleted);
  return deleted;
}

async function assertMayDelete(
  { knex: db }: Database,
  { filter, principal }: DeleteUsage,
): Promise<void> {
  const { productId, contractId, scopeName, spanId } = filter;
  const named = [productId, contractId, scopeName, spanId];
  if (named.every((value) => value === undefined)) {
    refuse(
      'bad_request',
      'Say which spans: with dataProductId, dataContractId, scopeName or spanId.',
    );
  }
  if (actsForOrganization(principal, 'change')) return;
  const { organizationId } = principal;
  if (productId === undefined && spanId === undefined) {
    refuse('permission_denied', 'Name the data product of the spans with dataProductId.');
  }
  const id = productId ?? (await listSpanIds(db, organizationId, filter, 1))[0]?.productId;
  // No span is found, so that nothing is deleted.
  if (id === undefined) return;
  const [product] = await listProductOwners(db, organizationId, [id]);
  await assertPermission(db, principal, 'RESOURCES_EDIT', [product?.ownerId ?? undefined]);
}

async function recordDeletion(
  database: Database,
  { filter, principal, requestId, now }: DeleteUsage,
  deleted: number,
): Promise<void> {
  const { productId, contractId, scopeName, spanId } = filter;
  await transact(database, (tx) =>
    recordEvent(tx, {
      organizationId: principal.organizationId,
      type: 'UsageDeleted',
      subjectKind: 'usage',
      subjectId: productId ?? contractId ?? scopeName ?? spanId ?? '',
      principal: principal.name,
      requestId,
      public: false,
      data: { deleted, productId, contractId, scopeName, spanId },
      now,
    }),
  );
}
