/** An event of a dry run. */
export type PlannedEvent = { type: string; subject: string };

const sentences: Readonly<Record<string, string>> = {
  AccessRequestedEvent: 'The team that owns the data is asked.',
  AccessApprovedEvent: 'The access is approved.',
  AccessActivatedEvent:
    'The access is active at once, and its grants are expected on the platform.',
  AccessDeactivatedEvent: 'The access ends, and its grants are taken back.',
  AccessRejectedEvent: 'The request is declined.',
  AccessUpdatedEvent: 'The terms of the access change.',
  AccessDeletedEvent: 'The access is deleted.',
};

/** An event as a sentence; one without a sentence is told by its name. */
export function eventSentence({ type, subject }: PlannedEvent): string {
  const known = Object.entries(sentences).find(([name]) => type.endsWith(name));
  if (known !== undefined) return known[1];
  const name = type.slice(type.lastIndexOf('.') + 1).replace(/Event$/u, '');
  return `${name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ')}: ${subject}`;
}
