import type { Notice } from '../../../domain/notifications/notice.ts';
import type { ChatMedium } from '../../../domain/notifications/notification.ts';
import { googleChatMessage } from './google-chat.ts';
import { slackMessage } from './slack.ts';
import { teamsMessage } from './teams.ts';

/** Message formats of all chats; add new chats here. */
export const chatMessages: Readonly<Record<ChatMedium, (notice: Notice) => object>> = {
  slack: slackMessage,
  teams: teamsMessage,
  googlechat: googleChatMessage,
};
