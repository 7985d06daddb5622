/** How a notification travels: by mail, or to one of the chats that a team may have. */
export const media = ['mail', 'slack', 'teams', 'googlechat'] as const;
export type Medium = (typeof media)[number];
export type ChatMedium = Exclude<Medium, 'mail'>;

export const notificationStatuses = ['queued', 'sending', 'sent', 'failed'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** Names a channel in the ledger. */
export function channelRecipient(teamId: string, channelId: string): string {
  return `${teamId}/${channelId}`;
}

/** The id of the channel that `channelRecipient` named. */
export function channelOf(recipient: string, teamId: string): string {
  return recipient.slice(teamId.length + 1);
}
