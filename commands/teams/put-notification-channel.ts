import type { Database } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { upsertNotificationChannel } from '../../db/tables/notification-channels.ts';
import { transact } from '../../db/transact.ts';
import { notificationChannelSchema } from '../../domain/notification-channel.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertValid } from '../../domain/validation.ts';
import type { JsonObject } from '../../lib/json.ts';
import { assertMayEditTeam } from './assert-may-edit-team.ts';
import { refuseUnknownTeam } from './get-team-path.ts';

export type PutNotificationChannel = {
  teamId: string;
  channelId: string;
  document: JsonObject;
  /** The channel as JSON text, which GET gives back. */
  body: string;
  principal: Principal;
  requestId: string;
  now: Date;
};

/** Stores the channel of the team. Refuses with `not_found` an unknown team, and with `invalid_body`. */
export async function putNotificationChannel(
  database: Database,
  put: PutNotificationChannel,
): Promise<void> {
  const { teamId, channelId: id, document, body, principal, requestId, now } = put;
  const { organizationId } = principal;
  await assertMayEditTeam(database.knex, principal, teamId);
  assertValid(notificationChannelSchema, document, 'invalid_body');
  try {
    await transact(database, async (tx) => {
      await upsertNotificationChannel(tx, { organizationId, teamId, id }, body, now);
      await recordEvent(tx, {
        organizationId,
        type: 'NotificationChannelUpdated',
        subjectKind: 'notification-channel',
        subjectId: id,
        principal: principal.name,
        requestId,
        public: false,
        data: { teamId },
        now,
      });
    });
  } catch (error) {
    // The team was deleted meanwhile.
    if (violatedConstraint(error) === 'notification_channels_team') refuseUnknownTeam(teamId);
    throw error;
  }
}
