import { Type } from '@sinclair/typebox';
import type { DocumentKind } from './kind.ts';
import { anyMap, auditedAs, headOf, infoOf, optionalText, plainKind, ruledBy } from './resource.ts';

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
    state: Type.Record(Type.String(), Type.Unknown(), {
      description: 'How far it is, e.g. lastEventId; {} when it was sent without',
    }),
    custom: anyMap,
  },
  { $id: 'Connector', additionalProperties: true },
);

/**
 * A program that follows the feed and keeps its place here, after every event: a change of the state makes no
 * revision, and none of its changes is told to the feed, which would never end.
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
