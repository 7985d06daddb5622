import type { Database } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { deleteNotificationChannel as deleteRow } from '../../db/tables/notifications/channels.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertMayEditTeam } from './assert-may-edit-team.ts';

/** Deletes a channel of the team. Refuses with `not_found`. */
export async function deleteNotificationChannel(
  database: Database,
  request: {
    teamId: string;
    channelId: string;
    principal: Principal;
    requestId: string;
    now: Date;
  },
): Promise<void> {
  const { teamId, channelId: id, principal, requestId, now } = request;
  const { organizationId } = principal;
  await assertMayEditTeam(database.knex, principal, teamId);
  await transact(database, async (tx) => {
    const deleted = await deleteRow(tx, { organizationId, teamId, id });
    if (!deleted) {
      refuse('not_found', `Team '${teamId}' has no notification channel with the id '${id}'.`);
    }
    await recordEvent(tx, {
      organizationId,
      type: 'NotificationChannelDeleted',
      subjectKind: 'notification-channel',
      subjectId: id,
      principal: principal.name,
      requestId,
      public: false,
      data: { teamId },
      now,
    });
  });
}
