import { Type } from '@sinclair/typebox';
import { openBody, channelSecretLocation } from '../../commands/secrets/sealed-body.ts';
import { findNotificationChannel } from '../../db/tables/notifications/channels.ts';
import type { Notification } from '../../db/tables/notifications/notifications.ts';
import { refuse } from '../../domain/errors.ts';
import { channelOf } from '../../domain/notifications/notification.ts';
import type { ChatMedium } from '../../domain/notifications/notification.ts';
import { composeNotice } from '../../domain/notifications/templates/index.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';
import { chatMessages } from './chat/index.ts';
import { deliver, giveUpDelivery } from './deliver.ts';
import type { DeliveryPlan } from './deliver.ts';
import { postMessage } from './post-message.ts';

/** Posts one message of the ledger to the current channel of a team. */
export const sendChatMessage = defineJob({
  kind: 'mail',
  name: 'send-chat-message',
  payload: Type.Object({ notificationId: Type.String() }),
  run: (context, { notificationId }) =>
    deliver(context, notificationId, (notification) => planMessage(context, notification)),
  giveUp: giveUpDelivery,
});

type Channel = { type: ChatMedium; endpoint: string; enabled: boolean };

async function planMessage(context: JobContext, notification: Notification): Promise<DeliveryPlan> {
  const channel = await readChannel(context, notification);
  if (!channel) return { failed: 'The channel was deleted.' };
  if (!channel.enabled && notification.template !== 'channel-test') {
    return { failed: 'The channel was disabled.' };
  }
  const notice = composeNotice(notification);
  // Thrown for a retry: during an upgrade the next attempt may run on the build that requested it.
  if (!notice) throw new Error(`This build does not have the template '${notification.template}'.`);
  const body = JSON.stringify(chatMessages[channel.type](notice));
  const { clock, settings } = context;
  const limits = { allowedHosts: settings.webhookAllowedHosts, clock };
  return { send: (signal) => postMessage(channel.endpoint, body, { ...limits, signal }) };
}

/** Read as late as possible: the address is a secret, and is stored nowhere else. */
async function readChannel(
  { database, work, settings }: JobContext,
  { teamId, recipient }: Notification,
): Promise<Channel | undefined> {
  const organizationId =
    work.organizationId ?? refuse('bad_request', 'A message belongs to an organization.');
  const key = { organizationId, teamId, id: channelOf(recipient, teamId) };
  const channel = await findNotificationChannel(database.knex, key);
  if (!channel) return undefined;
  const body = openBody(channel.body, settings.secretKey, channelSecretLocation(key));
  return { ...channel, ...(JSON.parse(body) as { endpoint: string }) };
}
