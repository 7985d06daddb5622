import type { OrganizationId } from '../../domain/principal.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** Names one channel of one team. */
export type ChannelKey = { organizationId: OrganizationId; teamId: string; id: string };

const upsert = {
  name: 'notification-channels-upsert',
  text: `insert into notification_channels (organization_id, team_id, id, body, updated_at)
    values ($1, $2, $3, $4, $5)
    on conflict (organization_id, team_id, id) do update set body = excluded.body, updated_at = excluded.updated_at`,
};

/** Stores the channel; the database refuses a team that does not exist. */
export async function upsertNotificationChannel(
  db: Db,
  key: ChannelKey,
  body: string,
  now: Date,
): Promise<void> {
  await runStatement(db, upsert, [key.organizationId, key.teamId, key.id, body, now]);
}

const list = {
  name: 'notification-channels-list',
  text: `select body::text as body from notification_channels
    where organization_id = $1 and team_id = $2 and ($3::text is null or id = $3) order by id`,
};

/** Texts of the channels of a team, in the order of their ids. */
export async function listNotificationChannels(
  db: Db,
  team: { organizationId: OrganizationId; teamId: string },
): Promise<string[]> {
  const rows = await runStatement<{ body: string }>(db, list, [
    team.organizationId,
    team.teamId,
    undefined,
  ]);
  return rows.map(({ body }) => body);
}

/** Text of one channel. */
export async function findNotificationChannel(
  db: Db,
  key: ChannelKey,
): Promise<string | undefined> {
  const [row] = await runStatement<{ body: string }>(db, list, [
    key.organizationId,
    key.teamId,
    key.id,
  ]);
  return row?.body;
}

/** Removes a channel; false when there is none. */
export async function deleteNotificationChannel(db: Db, key: ChannelKey): Promise<boolean> {
  const deleted = await db('notification_channels')
    .where({ organization_id: key.organizationId, team_id: key.teamId, id: key.id })
    .delete();
  return deleted === 1;
}
