import { Type } from '@sinclair/typebox';
import type { DocumentKind } from './kind.ts';
import { anyMap, auditedAs, headOf, infoOf, optionalText, plainKind, ruledBy } from './resource.ts';
import { recordOf } from '../validation/record-of.ts';

const connectorSchema = Type.Object(
  {
    id: Type.String({ description: 'Chosen by the caller; equals the path id' }),
    info: Type.Object(
      {
        type: optionalText('For example databricks'),
        description: optionalText(),
        connectorVersion: optionalText(),
      },
      { additionalProperties: true },
    ),
    state: recordOf(Type.Unknown(), {
      description: 'How far it is, e.g. lastEventId; {} when it was sent without',
    }),
    custom: anyMap,
  },
  { $id: 'Connector', additionalProperties: true },
);

/**
 * A program that follows the feed and stores its position here, after every event. A change of `state` makes no
 * revision, and no change makes a feed event, which would cause an endless loop.
 */
export const connector: DocumentKind = {
  ...plainKind,
  ...ruledBy(connectorSchema),
  name: 'connector',
  collection: 'connectors',
  title: 'connector',
  events: auditedAs('Connector'),
  defaults: { state: {} },
  unversioned: ['state'],
  extract: (document) => headOf(infoOf(document), [document.id]),
};
