import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one integration by its externalId. */
export type IntegrationKey = { organizationId: OrganizationId; id: string };

/** An integration without its sealed settings. */
export type Integration = {
  id: string;
  name: string;
  source: string;
  enabled: boolean;
  ownerId: string | null;
  ownerName: string | null;
  cron: string | null;
  timezone: string;
  /** Next due time of the schedule; null without a schedule, or while it is disabled. */
  nextDueAt: Date | null;
  /** The last due time that was skipped because a run was in progress. */
  lastSkippedAt: Date | null;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
};

/** The sealed settings of an integration. */
export type SealedSettings = { settings: string; credentials: string | null };

const columns = `i.id, i.name, i.source, i.enabled, i.owner_id as "ownerId", (
      select t.name from documents t where t.organization_id = i.organization_id and t.kind = 'team' and t.id = i.owner_id) as "ownerName",
    i.cron, i.timezone, i.revision,
    case when s.enabled then s.next_due_at end as "nextDueAt", s.last_skipped_at as "lastSkippedAt",
    i.created_at as "createdAt", i.updated_at as "updatedAt"`;

const from = `from integrations i left join schedules s
      on s.organization_id = i.organization_id and s.kind = 'ingestion' and s.key = i.id`;

/** The organizations that have an integration with this id. */
export async function listOrganizationsOfIntegration(
  db: Db,
  id: string,
): Promise<OrganizationId[]> {
  return db('integrations').where({ id }).pluck<OrganizationId[]>('organization_id');
}

const find = {
  name: 'integrations-find',
  text: `select ${columns} ${from} where i.organization_id = $1 and i.id = $2`,
};

const lock = { name: 'integrations-lock', text: `${find.text} for no key update of i` };

/** The integration with this id. */
export async function findIntegration(
  db: Db,
  key: IntegrationKey,
): Promise<Integration | undefined> {
  const [row] = await runStatement<Integration>(db, find, [key.organizationId, key.id]);
  return row;
}

/** The integration, locked against other changes; runs may start meanwhile. */
export async function lockIntegration(
  tx: Tx,
  key: IntegrationKey,
): Promise<Integration | undefined> {
  const [row] = await runStatement<Integration>(tx, lock, [key.organizationId, key.id]);
  return row;
}

const findSealed = {
  name: 'integrations-find-sealed',
  text: `select settings, credentials from integrations where organization_id = $1 and id = $2`,
};

/** The sealed settings of an integration; only for code that opens them. */
export async function findSealedSettings(
  db: Db,
  key: IntegrationKey,
): Promise<SealedSettings | undefined> {
  const [row] = await runStatement<SealedSettings>(db, findSealed, [key.organizationId, key.id]);
  return row;
}

export type IntegrationFilter = {
  ownerId: string | undefined;
  source: string | undefined;
  enabled: boolean | undefined;
};

const list = {
  name: 'integrations-list',
  text: `select ${columns} ${from}
    where i.organization_id = $1 and ($2::text is null or i.owner_id = $2) and ($3::text is null or i.source = $3)
      and ($4::boolean is null or i.enabled = $4) and ($5::text is null or i.id > $5)
    order by i.id limit $6 offset $7`,
};

/** A page of integrations in the order of their ids. */
export function listIntegrations(
  db: Db,
  organizationId: OrganizationId,
  { ownerId, source, enabled }: IntegrationFilter,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<Integration[]> {
  const { after, limit, offset } = page;
  const values = [organizationId, ownerId, source, enabled, after, limit, offset];
  return runStatement<Integration>(db, list, values);
}

/** The content of a write to an integration; `settings` and `credentials` are sealed. */
export type IntegrationContent = {
  name: string;
  source: string;
  enabled: boolean;
  ownerId: string | undefined;
  settings: string;
  credentials: string | null;
  cron: string | undefined;
  timezone: string;
};

function valuesOf({ organizationId, id }: IntegrationKey, content: IntegrationContent): unknown[] {
  const { name, source, enabled, ownerId, settings, credentials, cron, timezone } = content;
  return [
    organizationId,
    id,
    name,
    source,
    enabled,
    ownerId,
    settings,
    credentials,
    cron,
    timezone,
  ];
}

const insert = {
  name: 'integrations-insert',
  text: `insert into integrations (organization_id, id, name, source, enabled, owner_id, settings, credentials, cron, timezone,
      revision, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $11) on conflict (organization_id, id) do nothing returning id`,
};

/** Creates an integration; false when it exists already. */
export async function insertIntegration(
  tx: Tx,
  key: IntegrationKey,
  content: IntegrationContent,
  now: Date,
): Promise<boolean> {
  return (await runStatement(tx, insert, [...valuesOf(key, content), now])).length === 1;
}

const update = {
  name: 'integrations-update',
  text: `update integrations set name = $3, source = $4, enabled = $5, owner_id = $6, settings = $7, credentials = $8, cron = $9,
      timezone = $10, revision = revision + 1, updated_at = $11
    where organization_id = $1 and id = $2`,
};

/** Replaces the content of a locked integration. */
export async function updateIntegration(
  tx: Tx,
  key: IntegrationKey,
  content: IntegrationContent,
  now: Date,
): Promise<void> {
  await runStatement(tx, update, [...valuesOf(key, content), now]);
}

const updateEnabled = {
  name: 'integrations-update-enabled',
  text: `update integrations set enabled = $3, revision = revision + 1, updated_at = $4
    where organization_id = $1 and id = $2`,
};

/** Enables or disables the schedule of a locked integration. */
export async function updateIntegrationEnabled(
  tx: Tx,
  { organizationId, id }: IntegrationKey,
  enabled: boolean,
  now: Date,
): Promise<void> {
  await runStatement(tx, updateEnabled, [organizationId, id, enabled, now]);
}

const remove = {
  name: 'integrations-delete',
  text: `delete from integrations where organization_id = $1 and id = $2 returning id`,
};

/** Deletes an integration with its runs; its assets stay, without an integration. False when there is none. */
export async function deleteIntegration(tx: Tx, key: IntegrationKey): Promise<boolean> {
  return (await runStatement(tx, remove, [key.organizationId, key.id])).length === 1;
}
