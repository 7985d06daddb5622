const subjects = ['message', 'conversation', 'contact', 'group', 'attachment'] as const;
const changes = ['created', 'updated', 'deleted'] as const;

export type MessagingSubject = (typeof subjects)[number];
export type MessagingEventType = `${MessagingSubject}.${(typeof changes)[number]}`;

/** All event types of messaging, for webhooks and streams. */
export const messagingEventTypes: readonly MessagingEventType[] = subjects.flatMap((subject) =>
  changes.map((change) => `${subject}.${change}` as const),
);
