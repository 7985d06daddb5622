import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { findNotificationChannel } from '../../db/tables/notifications/channels.ts';
import { refuse } from '../../domain/errors.ts';
import { channelRecipient } from '../../domain/notifications/notification.ts';
import type { AnyNotice } from '../../domain/notifications/templates/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import { assertMayEditTeam } from '../teams/assert-may-edit-team.ts';
import { queueNotifications } from './queue-notifications.ts';

/**
 * Queues a test message to the channel, enabled or not; returns the id of its notification. Refuses with `not_found` and
 * `permission_denied`.
 */
export async function testNotificationChannel(
  tx: Tx,
  request: {
    teamId: string;
    channelId: string;
    principal: Principal;
    requestId: string;
    /** Web page of the team. */
    page: string;
    now: Date;
  },
): Promise<string> {
  const { teamId, channelId, principal, requestId, page, now } = request;
  const { organizationId } = principal;
  await assertMayEditTeam(tx, principal, teamId);
  const channel = await findNotificationChannel(tx, { organizationId, teamId, id: channelId });
  if (!channel) {
    refuse('not_found', `Team '${teamId}' has no notification channel with the id '${channelId}'.`);
  }
  const notice: AnyNotice = { template: 'channel-test', data: { teamId, channelId, page } };
  const subject = { subjectKind: 'notification-channel', subjectId: channelId };
  const cause = { organizationId, teamId, causeId: newId(), ...subject, ...notice, now };
  const target = { medium: channel.type, recipient: channelRecipient(teamId, channelId) };
  const [queued] = await queueNotifications(tx, cause, [target]);
  if (!queued) throw new Error('the test message was not queued');
  await recordEvent(tx, {
    organizationId,
    type: 'NotificationChannelTestRequested',
    ...subject,
    principal: principal.name,
    requestId,
    public: false,
    data: { teamId },
    now,
  });
  return queued.id;
}
