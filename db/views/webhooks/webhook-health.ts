import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Number of webhooks in each state, and the longest delay of a delivery. */
export type WebhookSummary = {
  active: number;
  disabled: number;
  paused: number;
  failing: number;
  pending: number;
  lagSeconds: number;
};

const summarise = {
  name: 'webhooks-summary',
  text: `with waiting as (
      select d.created_at from webhook_deliveries d
      join webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id
      where d.status = 'pending' and w.enabled and w.paused_at is null),
    states as (
      select case when not enabled then 'disabled' when paused_at is not null then 'paused'
        when exists (select 1 from webhook_deliveries d
          where d.organization_id = w.organization_id and d.webhook_id = w.id
            and d.status = 'pending' and d.first_failed_at is not null) then 'failing'
        else 'active' end as state
      from webhooks w)
    select count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'disabled')::int as disabled,
      count(*) filter (where state = 'paused')::int as paused,
      count(*) filter (where state = 'failing')::int as failing,
      (select count(*) from waiting)::int as pending,
      (select coalesce(greatest(extract(epoch from $1 - min(created_at)), 0), 0) from waiting)::float8 as "lagSeconds"
    from states`,
};

/** Numbers of webhooks and delays for all organizations; `now` is business time. */
export async function summariseWebhooks(db: Db, now: Date): Promise<WebhookSummary> {
  const [row] = await runStatement<WebhookSummary>(db, summarise, [now]);
  if (!row) throw new Error('the count query returned no row');
  return row;
}

/** Paused webhooks, with the most recently paused one. */
export type PausedWebhooks = { count: number; id: string; reason: string; at: Date };

const listPaused = {
  name: 'webhooks-paused',
  text: `select count(*) over ()::int as count, id, paused_reason as reason, paused_at as at from webhooks
    where organization_id = $1 and paused_at is not null and enabled order by paused_at desc limit 1`,
};

/** The organization's paused webhooks, which wait to be resumed; undefined when there are none. */
export async function findPausedWebhooks(
  db: Db,
  organizationId: OrganizationId,
): Promise<PausedWebhooks | undefined> {
  const [row] = await runStatement<PausedWebhooks>(db, listPaused, [organizationId]);
  return row;
}

const findFailing = {
  name: 'webhooks-failing',
  text: `select count(*) over ()::int as count, w.id, coalesce(d.last_error, '') as reason, d.first_failed_at as at
    from webhooks w cross join lateral (
      select last_error, first_failed_at from webhook_deliveries
      where organization_id = w.organization_id and webhook_id = w.id and status = 'pending' and first_failed_at is not null
      order by first_failed_at limit 1) d
    where w.organization_id = $1 and w.enabled and w.paused_at is null
    order by d.first_failed_at limit 1`,
};

/** The organization's webhooks with the status `failing`, with the one that fails for the longest time; undefined when there are none. */
export async function findFailingWebhooks(
  db: Db,
  organizationId: OrganizationId,
): Promise<PausedWebhooks | undefined> {
  const [row] = await runStatement<PausedWebhooks>(db, findFailing, [organizationId]);
  return row;
}
