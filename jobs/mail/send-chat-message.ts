import { Type } from '@sinclair/typebox';
import { post } from '../../connectors/post.ts';
import type { PostAnswer } from '../../connectors/post.ts';
import { findNotificationChannel } from '../../db/tables/notification-channels.ts';
import type { Notification } from '../../db/tables/notifications.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { channelOf } from '../../domain/notifications/notification.ts';
import type { ChatMedium } from '../../domain/notifications/notification.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import { composeNotice } from '../../domain/notifications/templates/index.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';
import { chatMessages } from './chat/index.ts';
import { deliver, DeliveryBroken, giveUpDelivery } from './deliver.ts';
import type { Delivery, DeliveryPlan } from './deliver.ts';

const timeoutMs = 30_000;

/** Posts one message of the ledger to the channel of a team, as the channel is now. */
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
  // Not a failure: during an upgrade the next attempt may meet the build that requested it.
  if (!notice) throw new Error(`This build knows no template '${notification.template}'.`);
  const body = JSON.stringify(chatMessages[channel.type](notice));
  const allowedHosts = context.settings.webhookAllowedHosts;
  return { send: (signal) => postMessage(channel.endpoint, body, { allowedHosts, signal }) };
}

/** Read at the last moment: its address is a secret, and kept nowhere else. */
async function readChannel(
  { database, work }: JobContext,
  { teamId, recipient }: Notification,
): Promise<Channel | undefined> {
  const organizationId =
    work.organizationId ?? refuse('bad_request', 'A message belongs to an organization.');
  const key = { organizationId, teamId, id: channelOf(recipient, teamId) };
  const body = await findNotificationChannel(database.knex, key);
  return body === undefined ? undefined : (JSON.parse(body) as Channel);
}

async function postMessage(
  url: string,
  body: string,
  limits: { allowedHosts: readonly string[]; signal: AbortSignal },
): Promise<Delivery> {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  try {
    const answer = await post({ url, headers, body, timeoutMs, ...limits });
    return judge(answer, url);
  } catch (error) {
    if (error instanceof DeliveryBroken) throw error;
    const message = error instanceof Error ? error.message : String(error);
    // Nothing was connected; a name may have an address later, but a forbidden one stays forbidden.
    if (error instanceof Refusal && !/could not resolve/i.test(message)) return { failed: message };
    const isUnreached = error instanceof Refusal || message.includes('ECONNREFUSED');
    throw new DeliveryBroken(message, !isUnreached);
  }
}

const worthAnotherTry = [408, 425, 429];

function judge({ status, text }: PostAnswer, url: string): Delivery {
  if (status >= 200 && status < 300) return 'sent';
  const reason = `The chat answered ${status}: ${oneLine(withoutAddress(text, url), 200)}`;
  if (status >= 500 || worthAnotherTry.includes(status)) throw new DeliveryBroken(reason, false);
  return { failed: reason };
}

/** Whoever answers may repeat the address, which is a secret. */
function withoutAddress(text: string, url: string): string {
  const { pathname, search } = new URL(url);
  const parts = [url, pathname + search, pathname, search].filter((part) => part.length > 1);
  return parts.reduce((shown, part) => shown.replaceAll(part, '…'), text);
}
