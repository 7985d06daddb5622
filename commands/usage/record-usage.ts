import type { Database } from '../../db/connect.ts';
import { addUsage } from '../../db/tables/usage/usage-days.ts';
import { insertSpans, listStoredSpans, takeSpans } from '../../db/tables/usage/usage-spans.ts';
import type { NewSpan } from '../../db/tables/usage/usage-spans.ts';
import { transact } from '../../db/transact.ts';
import { listAccessHolders, listProductOwners } from '../../db/views/usage/named-by-spans.ts';
import { Refusal } from '../../domain/errors.ts';
import { actsForOrganization } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { countUsage } from '../../domain/usage/count-usage.ts';
import type { Rejections, UsageSpan } from '../../domain/usage/otlp.ts';
import { assertPermission } from '../assert-permission.ts';

const otherProduct = "a span with this 'spanId' belongs to another data product";

type Recording = { principal: Principal; now: Date };

/**
 * Stores spans that say who used data products, and adds them to the numbers of their days in the same transaction. A span
 * with a known id replaces the earlier one. Spans of unknown products, and of products that the principal may not edit, are
 * returned by the reason instead.
 */
export async function recordUsage(
  database: Database,
  sent: readonly UsageSpan[],
  { principal, now }: Recording,
): Promise<Rejections> {
  const { organizationId } = principal;
  const { accepted, rejected } = await sortOut(database, sent, principal);
  if (accepted.length === 0) return rejected;
  // The last one of several with the same id.
  const spans = [...new Map(accepted.map((span) => [span.spanId, span])).values()];
  const added = await withTeams(database, spans, principal);
  const spanIds = spans.map(({ spanId }) => spanId);
  const isLimited = !actsForOrganization(principal, 'change');
  const productIds = isLimited ? [...new Set(spans.map(({ productId }) => productId))] : undefined;
  const taken = await transact(database, async (tx) => {
    const removed = await takeSpans(tx, organizationId, spanIds, productIds);
    // Nobody replaces a span of a product that they may not edit.
    const left = new Set(isLimited ? await listStoredSpans(tx, organizationId, spanIds) : []);
    const stored = added.filter(({ spanId }) => !left.has(spanId));
    await insertSpans(tx, organizationId, stored, now);
    await addUsage(tx, organizationId, countUsage({ added: stored, removed }));
    return left.size;
  });
  return taken === 0 ? rejected : { ...rejected, [otherProduct]: taken };
}

async function sortOut(
  { knex: db }: Database,
  sent: readonly UsageSpan[],
  principal: Principal,
): Promise<{ accepted: UsageSpan[]; rejected: Rejections }> {
  const named = [...new Set(sent.map(({ productId }) => productId))];
  const products = await listProductOwners(db, principal.organizationId, named);
  const problems = new Map<string, string | undefined>();
  const problemsOfOwners = new Map<string | null, string | undefined>();
  for (const { id, ownerId } of products) {
    if (!problemsOfOwners.has(ownerId)) {
      const problem = await assertPermission(db, principal, 'RESOURCES_EDIT', [
        ownerId ?? undefined,
      ]).catch(messageOf);
      problemsOfOwners.set(ownerId, problem ?? undefined);
    }
    problems.set(id, problemsOfOwners.get(ownerId));
  }
  const rejected: Rejections = {};
  const accepted = sent.filter(({ productId }) => {
    const problem = problems.has(productId)
      ? problems.get(productId)
      : `there is no data product '${productId}'`;
    if (problem === undefined) return true;
    rejected[problem] = (rejected[problem] ?? 0) + 1;
    return false;
  });
  return { accepted, rejected };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return error.message.replace(/\.$/, '');
}

/** An access counts for its team only if it is an access to the product of the span. */
async function withTeams(
  { knex: db }: Database,
  spans: readonly UsageSpan[],
  { organizationId }: Principal,
): Promise<NewSpan[]> {
  const accessIds = [...new Set(spans.map(({ accessId }) => accessId))].filter((id) => id !== '');
  const holders =
    accessIds.length === 0 ? [] : await listAccessHolders(db, organizationId, accessIds);
  const byId = new Map(holders.map((holder) => [holder.id, holder]));
  return spans.map((span) => {
    const holder = byId.get(span.accessId);
    return { ...span, teamId: holder?.productId === span.productId ? holder.teamId : '' };
  });
}
