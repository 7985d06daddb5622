import type { Database } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { upsertNotificationChannel } from '../../db/tables/notifications/channels.ts';
import { transact } from '../../db/transact.ts';
import { notificationChannelSchema } from '../../domain/organizations/notification-channel.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
import { channelSecretLocation, sealBody } from '../secrets/sealed-body.ts';
import { assertMayEditTeam } from './assert-may-edit-team.ts';

export type PutNotificationChannel = {
  teamId: string;
  channelId: string;
  document: JsonObject;
  /** The channel as JSON text, which GET returns. */
  body: string;
  secretKey: SecretKeys | undefined;
  principal: Principal;
  requestId: string;
  now: Date;
};

/** Stores a channel of the team. Refuses with `not_found` an unknown team, with `invalid_body`, and with `secret_key_missing`. */
export async function putNotificationChannel(
  database: Database,
  put: PutNotificationChannel,
): Promise<void> {
  const { teamId, channelId: id, document, body, principal, requestId, now } = put;
  const { organizationId } = principal;
  await assertMayEditTeam(database.knex, principal, teamId);
  const { type, enabled } = assertValid(notificationChannelSchema, document, 'invalid_body');
  const key = { organizationId, teamId, id };
  const channel = {
    type,
    enabled,
    body: sealBody(body, put.secretKey, channelSecretLocation(key)),
  };
  await transact(database, async (tx) => {
    await upsertNotificationChannel(tx, key, channel, now);
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
}
