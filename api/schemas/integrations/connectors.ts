import { Type } from '@sinclair/typebox';
import { maxBehind } from '../../../db/views/work/connectors.ts';
import { orNull } from '../nullable.ts';

const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T06:40:12.000Z'] });

/** A program that follows the feed. */
export const followingConnectorSchema = Type.Object(
  {
    connectorId: Type.String({ examples: ['databricks-prod'] }),
    type: orNull(Type.String({ examples: ['databricks'] })),
    description: orNull(Type.String()),
    version: orNull(Type.String({ description: 'As the connector says' })),
    status: Type.Unsafe<string>({
      type: 'string',
      enum: ['following', 'behind', 'silent'],
      description:
        'silent: its key was not used for 10 minutes; behind: the first event that it has not handled is older than a minute',
    }),
    lastSeenAt: instant('Last use of its key, to the minute, or its registration'),
    principal: Type.String({ description: 'Who registered it: the key with which it polls' }),
    principalName: orNull(Type.String({ description: 'Name of the key' })),
    lastEventId: orNull(
      Type.String({ description: 'state.lastEventId; null if it stores no position' }),
    ),
    position: orNull(
      Type.Integer({ description: 'Position of this event; null if no feed has had it' }),
    ),
    behindEvents: orNull(
      Type.Integer({
        minimum: 0,
        maximum: maxBehind,
        description: `Events after it; ${maxBehind} means that or more`,
      }),
    ),
    behindSeconds: orNull(
      Type.Number({ minimum: 0, description: 'Age of the first event that it has not handled' }),
    ),
  },
  { $id: 'FollowingConnector', description: 'A program that follows the feed' },
);
