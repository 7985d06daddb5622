import type { OrganizationId } from '../../../domain/principal.ts';
import { newId } from '../../../lib/ids.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { AccessKey } from './access.ts';
import type { WalkPosition } from '../feed/walk-position.ts';

export const alertKinds = ['not-provisioned', 'missing', 'unexpected', 'different'] as const;
export type AlertKind = (typeof alertKinds)[number];

/**
 * A difference between a platform and what was agreed; `accessId` and `reference` are empty when there is none.
 */
export type FoundAlert = {
  kind: AlertKind;
  accessId: string;
  platform: string;
  reference: string;
  message: string;
};
export type AccessAlert = FoundAlert & {
  id: string;
  raisedAt: Date;
  seenAt: Date;
  resolvedAt: Date | null;
};

const raise = {
  name: 'access-alerts-raise',
  text: `insert into access_alerts (organization_id, id, kind, access_id, platform, reference, message, raised_at, seen_at, found_by)
    select $1, i.id, i.kind, i.access_id, i.platform, i.reference, i.message, $3, $3, $4
    from json_to_recordset($2::json) as i(id uuid, kind text, access_id text, platform text, reference text, message text)
    on conflict (organization_id, identity) where resolved_at is null
      do update set seen_at = excluded.seen_at, message = excluded.message`,
};

/** Raises alerts; an alert that is already open is marked as seen again. */
export async function raiseAccessAlerts(
  tx: Tx,
  organizationId: OrganizationId,
  found: readonly FoundAlert[],
  by: { foundBy: string; now: Date },
): Promise<void> {
  if (found.length === 0) return;
  // The same key twice in one statement would conflict with itself.
  const unique = new Map(found.map((alert) => [JSON.stringify({ ...alert, message: '' }), alert]));
  const rows = [...unique.values()].map(({ accessId, ...alert }) => ({
    ...alert,
    access_id: accessId,
    id: newId(),
  }));
  await runStatement(tx, raise, [organizationId, JSON.stringify(rows), by.now, by.foundBy]);
}

const resolve = {
  name: 'access-alerts-resolve',
  text: `update access_alerts set resolved_at = $3
    where organization_id = $1 and access_id = $2 and kind in ('not-provisioned', 'missing') and resolved_at is null`,
};

/** Resolves the alerts that an access is not granted. */
export async function resolveAccessAlerts(tx: Tx, key: AccessKey, now: Date): Promise<void> {
  await runStatement(tx, resolve, [key.organizationId, key.id, now]);
}

const resolveUnseen = {
  name: 'access-alerts-resolve-unseen',
  text: `update access_alerts set resolved_at = $3
    where organization_id = $1 and platform = $2 and found_by = $4 and kind <> 'not-provisioned'
      and resolved_at is null and seen_at < $3`,
};

/** Resolves differences of a platform that a component reported before and did not report at `now`. */
export async function resolveUnseenDrift(
  tx: Tx,
  component: { organizationId: OrganizationId; platform: string; foundBy: string },
  now: Date,
): Promise<void> {
  const { organizationId, platform, foundBy } = component;
  await runStatement(tx, resolveUnseen, [organizationId, platform, now, foundBy]);
}

const listUnprovisioned = {
  name: 'access-alerts-list-unprovisioned',
  text: `select a.organization_id as "organizationId", a.id, a.activated_at as "activatedAt", a.provisioning_status as status,
      a.provisioning_status is distinct from 'provisioned' and a.activated_at < $1 and k.id is null as late
    from (
      select * from access where state = 'active' and (organization_id, id) > ($2::uuid, $3::text)
      order by organization_id, id limit $4) a
    left join lateral (
      select id from access_alerts k where k.organization_id = a.organization_id and k.access_id = a.id
        and k.kind = 'not-provisioned' and k.resolved_at is null limit 1) k on true
    order by a.organization_id, a.id`,
};

/** An active access without a reported grant on its platform. */
export type UnprovisionedAccess = {
  organizationId: OrganizationId;
  id: string;
  activatedAt: Date;
  status: string | null;
};

/**
 * Among the next `limit` active accesses, those that were activated before the given time, are not provisioned,
 * and have no alert. Also returns where the page ends, unless it is the last.
 */
export async function listUnprovisionedAccess(
  db: Db,
  before: Date,
  after: WalkPosition,
  limit: number,
): Promise<{ late: UnprovisionedAccess[]; next: WalkPosition | undefined }> {
  const rows = await runStatement<UnprovisionedAccess & { late: boolean }>(db, listUnprovisioned, [
    before,
    after.organizationId,
    after.id,
    limit,
  ]);
  return {
    late: rows.filter(({ late }) => late),
    next: rows.length < limit ? undefined : rows.at(-1),
  };
}

const resolveOver = {
  name: 'access-alerts-resolve-over',
  text: `update access_alerts k set resolved_at = $1
    where k.kind in ('not-provisioned', 'missing') and k.resolved_at is null and not exists (
      select 1 from access a where a.organization_id = k.organization_id and a.id = k.access_id and a.state = 'active')`,
};

/** Resolves the alerts about missing grants of accesses that have ended or are deleted. */
export async function resolveAlertsOfEnded(tx: Tx, now: Date): Promise<void> {
  await runStatement(tx, resolveOver, [now]);
}

const close = {
  name: 'access-alerts-close',
  text: `update access_alerts set resolved_at = $3 where organization_id = $1 and id = $2 and resolved_at is null`,
};

/** Resolves one alert; a resolved alert stays as it is. */
export async function resolveAccessAlert(
  tx: Tx,
  { organizationId, id }: AccessKey,
  now: Date,
): Promise<void> {
  await runStatement(tx, close, [organizationId, id, now]);
}

const findOne = {
  name: 'access-alerts-find',
  text: `select access_id as "accessId", platform from access_alerts where organization_id = $1 and id = $2`,
};

/** The subject of an alert. */
export async function findAccessAlert(
  db: Db,
  { organizationId, id }: AccessKey,
): Promise<Pick<AccessAlert, 'accessId' | 'platform'> | undefined> {
  const [row] = await runStatement<AccessAlert>(db, findOne, [organizationId, id]);
  return row;
}

const list = {
  name: 'access-alerts-list',
  text: `select id, kind, access_id as "accessId", platform, reference, message, raised_at as "raisedAt", seen_at as "seenAt",
      resolved_at as "resolvedAt"
    from access_alerts
    where organization_id = $1 and ($2::boolean is null or (resolved_at is null) = $2)
      and ($3::text is null or access_id = $3) and ($4::uuid is null or id < $4)
      and ($7::text is null or access_id in (
        select a.id from access a where a.organization_id = $1 and a.provider_product_id = $7 and a.provider_product_id <> ''))
    order by id desc limit $5 offset $6`,
};

/** Alerts, newest first; `open` leaves out resolved alerts. */
export function listAccessAlerts(
  db: Db,
  organizationId: OrganizationId,
  filter: {
    open: boolean | undefined;
    accessId: string | undefined;
    /** Alerts about accesses to the ports of this product. */
    dataProductId: string | undefined;
  },
  page: { beforeId: string | undefined; limit: number; offset: number },
): Promise<AccessAlert[]> {
  const { open, accessId, dataProductId } = filter;
  const { beforeId, limit, offset } = page;
  const values = [organizationId, open, accessId, beforeId, limit, offset, dataProductId];
  return runStatement(db, list, values);
}

const forget = {
  name: 'access-alerts-forget',
  text: `delete from access_alerts where (organization_id, id) in (
      select organization_id, id from access_alerts where resolved_at < $1 limit $2) returning 1`,
};

/** Deletes up to `limit` alerts that were resolved before the given time; returns their number. */
export async function deleteResolvedAlerts(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, forget, [before, limit])).length;
}
