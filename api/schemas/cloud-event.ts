import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { accessEvents, provisioningEvents } from '../../domain/access/access-events.ts';
import { driftEvents } from '../../domain/ingestion/drift-events.ts';
import { documentKinds } from '../../domain/kinds/index.ts';
import { branchEvents, namespaceEvents } from '../../domain/semantics/semantic-events.ts';

export const cloudEventSchema = Type.Object(
  {
    specversion: Type.Literal('1.0'),
    id: Type.String(),
    type: Type.String({ description: 'Read what stands behind the last dot' }),
    source: Type.String(),
    subject: Type.String({ description: 'Id of what changed' }),
    time: Type.String(),
    datacontenttype: Type.Literal('application/json'),
    dataschema: Type.String(),
    principal: Type.String({ description: 'Who did it: api-key:<id>, user:<id>, system' }),
    data: Type.Object(
      { id: Type.String(), timestamp: Type.String() },
      { additionalProperties: true },
    ),
  },
  { $id: 'CloudEvent' },
);

const payload = {
  id: Type.String({ description: 'Id of what changed' }),
  timestamp: Type.String({ description: 'When it happened' }),
};

const outputPortId = Type.String({ description: "The port's id, else its name" });

const platform = Type.Union([Type.String(), Type.Null()], {
  description: 'Platform that the report named, or null',
});

const ontologyRevision = Type.Integer({
  description: 'Revision of the ontology that was made, cut from, or disagreed with',
});

/** Payloads by the type of their event: what `dataschema` points at. */
export const eventSchemas: readonly TSchema[] = [
  ...documentKinds
    .flatMap(({ events }) => Object.values(events))
    .filter((type) => type.endsWith('Event'))
    .map((type) => Type.Object(payload, { $id: type })),
  ...documentKinds
    .flatMap(({ ports }) => Object.values(ports?.events ?? {}))
    .map((type) => Type.Object({ ...payload, outputPortId }, { $id: type })),
  ...Object.values(accessEvents).map((type) => Type.Object(payload, { $id: type })),
  ...Object.entries(provisioningEvents).map(([status, type]) =>
    Type.Object({ ...payload, status: Type.Literal(status), platform }, { $id: type }),
  ),
  Type.Object(
    { ...payload, status: Type.String({ description: 'Result of the test' }) },
    { $id: 'TestResultsCreatedEvent' },
  ),
  Type.Object(payload, { $id: 'TestResultsDeletedEvent' }),
  ...Object.values(driftEvents).map((type) =>
    Type.Object(
      {
        ...payload,
        dataProductId: Type.String(),
        outputPortId,
        dataContractId: Type.String(),
      },
      { $id: type },
    ),
  ),
  ...Object.values(namespaceEvents).map((type) =>
    Type.Object({ ...payload, revision: Type.Optional(ontologyRevision) }, { $id: type }),
  ),
  ...Object.values(branchEvents).map((type) =>
    Type.Object(
      {
        ...payload,
        namespace: Type.String(),
        branch: Type.String(),
        revision: Type.Optional(ontologyRevision),
      },
      { $id: type },
    ),
  ),
];
