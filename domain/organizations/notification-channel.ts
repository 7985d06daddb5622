import { Type } from '@sinclair/typebox';
import type { ChatMedium } from '../notifications/notification.ts';

const members = {
  id: Type.String({ description: 'Chosen by the caller; equals the path id' }),
  name: Type.String({ minLength: 1, maxLength: 1000 }),
  type: Type.Unsafe<ChatMedium>({ type: 'string', enum: ['slack', 'teams', 'googlechat'] }),
  enabled: Type.Boolean(),
};

/** A chat of a team that receives notifications. */
export const notificationChannelSchema = Type.Object(
  {
    ...members,
    endpoint: Type.String({
      format: 'uri',
      pattern: '^https?://',
      'x-must-be': 'an address with https or http, like https://chat.example.com/hooks/1',
      maxLength: 4000,
      description: 'Address to which messages are posted; whoever knows it can post',
    }),
  },
  { $id: 'StoredNotificationChannelWrite', additionalProperties: true },
);

/** The body of a request, which may leave the address out. */
export const notificationChannelRequestSchema = Type.Object(
  {
    ...notificationChannelSchema.properties,
    endpoint: Type.Optional({
      ...notificationChannelSchema.properties.endpoint,
      description:
        'Address to which messages are posted; whoever knows it can post. Left out, the stored one stays',
    }),
  },
  { $id: 'NotificationChannelWrite', additionalProperties: true },
);

/** The channel as clients read it: without the endpoint for keys that cannot change the team. */
export const notificationChannelReadSchema = Type.Object(
  {
    ...members,
    endpoint: Type.Optional(
      Type.String({ description: 'Left out for keys that may not change the team, and for pages' }),
    ),
  },
  { $id: 'NotificationChannel', additionalProperties: true },
);
