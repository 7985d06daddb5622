import type { ChatMedium } from '../../../domain/notifications/notification.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one channel of one team. */
export type ChannelKey = { organizationId: OrganizationId; teamId: string; id: string };

/** A chat channel of a team. */
export type NotificationChannel = {
  id: string;
  type: ChatMedium;
  enabled: boolean;
  /** Sealed JSON text, because it contains the address. */
  body: string;
};

const upsert = {
  name: 'notification-channels-upsert',
  text: `insert into notification_channels (organization_id, team_id, id, type, enabled, body, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (organization_id, team_id, id) do update set type = excluded.type, enabled = excluded.enabled,
      body = excluded.body, updated_at = excluded.updated_at`,
};

/** Stores the channel; the database refuses a team that does not exist. */
export async function upsertNotificationChannel(
  db: Db,
  { organizationId, teamId, id }: ChannelKey,
  { type, enabled, body }: Omit<NotificationChannel, 'id'>,
  now: Date,
): Promise<void> {
  await runStatement(db, upsert, [organizationId, teamId, id, type, enabled, body, now]);
}

const list = {
  name: 'notification-channels-list',
  text: `select id, type, enabled, body from notification_channels
    where organization_id = $1 and team_id = $2 and ($3::text is null or id = $3) order by id`,
};

/** The channels of a team, in the order of their ids. */
export function listNotificationChannels(
  db: Db,
  { organizationId, teamId }: Omit<ChannelKey, 'id'>,
): Promise<NotificationChannel[]> {
  return runStatement<NotificationChannel>(db, list, [organizationId, teamId, undefined]);
}

/** One channel. */
export async function findNotificationChannel(
  db: Db,
  { organizationId, teamId, id }: ChannelKey,
): Promise<NotificationChannel | undefined> {
  const [row] = await runStatement<NotificationChannel>(db, list, [organizationId, teamId, id]);
  return row;
}

/** Removes a channel; false when there is none. */
export async function deleteNotificationChannel(db: Db, key: ChannelKey): Promise<boolean> {
  const deleted = await db('notification_channels')
    .where({ organization_id: key.organizationId, team_id: key.teamId, id: key.id })
    .delete();
  return deleted === 1;
}
