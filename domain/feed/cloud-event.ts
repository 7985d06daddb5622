/** An event as it is sent to clients; `data` is JSON text. */
export type OutgoingEvent = {
  id: string;
  /** Type without prefix. */
  type: string;
  subjectId: string;
  principal: string;
  data: string;
  at: Date;
};

/**
 * Formats an event as structured CloudEvents 1.0 JSON; the payload is passed through as stored. Names of extension attributes
 * are lower-case, as CloudEvents demands.
 */
export function toCloudEvent(
  event: OutgoingEvent,
  { eventTypePrefix, publicUrl }: { eventTypePrefix: string; publicUrl: string },
  extensions: Readonly<Record<string, string>> = {},
): string {
  const envelope = JSON.stringify({
    specversion: '1.0',
    id: event.id,
    type: `${eventTypePrefix}${event.type}`,
    source: publicUrl,
    subject: event.subjectId,
    time: event.at.toISOString(),
    datacontenttype: 'application/json',
    dataschema: `${publicUrl}/openapi.json#/components/schemas/${event.type}`,
    principal: event.principal,
    ...extensions,
  });
  return `${envelope.slice(0, -1)},"data":${event.data}}`;
}
