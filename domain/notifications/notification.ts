/** The medium of a notification: mail, or one of the supported chats. */
export const media = ['mail', 'slack', 'teams', 'googlechat'] as const;
export type Medium = (typeof media)[number];
export type ChatMedium = Exclude<Medium, 'mail'>;

export const notificationStatuses = ['queued', 'sending', 'sent', 'failed'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** The recipient of a channel in the ledger. */
export function channelRecipient(teamId: string, channelId: string): string {
  return `${teamId}/${channelId}`;
}

/** The channel id in a recipient made by `channelRecipient`. */
export function channelOf(recipient: string, teamId: string): string {
  return recipient.slice(teamId.length + 1);
}
