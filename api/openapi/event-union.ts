import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { cloudEventSchema, eventSchemas } from '../schemas/events/cloud-event.ts';

/** All events of the feed as a union that their type discriminates. */
export function eventUnion(eventTypePrefix: string): TSchema {
  const envelopes = eventSchemas.map((payload) => envelope(payload, eventTypePrefix));
  const mapping = envelopes.map(({ $id, properties }) => [
    properties.type.const,
    `#/components/schemas/${$id}`,
  ]);
  return Type.Unsafe({
    $id: 'CloudEvent',
    description: 'An event of the feed; its type says what its data is',
    oneOf: envelopes,
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
  });
}

function envelope(payload: TSchema, eventTypePrefix: string) {
  const name = String(payload.$id);
  return Type.Object(
    {
      ...cloudEventSchema.properties,
      type: Type.Literal(`${eventTypePrefix}${name}`),
      data: payload,
    },
    { $id: name.replace(/Event$/, 'Envelope'), description: `${name} with its envelope` },
  );
}
