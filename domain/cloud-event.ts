/** What an event is made of when it is told to others; `data` is JSON text. */
export type ToldEvent = {
  id: string;
  /** Without prefix. */
  type: string;
  subjectId: string;
  principal: string;
  data: string;
  at: Date;
};

/** CloudEvents 1.0, structured JSON; the payload is passed through as stored. */
export function toCloudEvent(
  event: ToldEvent,
  { eventTypePrefix, publicUrl }: { eventTypePrefix: string; publicUrl: string },
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
  });
  return `${envelope.slice(0, -1)},"data":${event.data}}`;
}
