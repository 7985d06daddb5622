import { Type } from '@sinclair/typebox';
import type { TProperties, TSchema } from '@sinclair/typebox';
import { accessEvents, provisioningEvents } from '../../../domain/access/access-events.ts';
import { changeRequestEvents } from '../../../domain/change-requests/change-request.ts';
import { driftEvents } from '../../../domain/ingestion/drift-events.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import { branchEvents, namespaceEvents } from '../../../domain/semantics/semantic-events.ts';

/** A member of events that are read newest first; its name is lower-case, as CloudEvents demands of extensions. */
const onlyNewest = (description: string, example: string) =>
  Type.Optional(
    Type.String({ description: `${description}; only if read newest first`, examples: [example] }),
  );

export const cloudEventSchema = Type.Object(
  {
    specversion: Type.Literal('1.0'),
    id: Type.String({ examples: ['018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'] }),
    type: Type.String({
      description: 'Event type; compare only the part after the last dot',
      examples: ['com.datamesh-manager.events.TeamUpdatedEvent'],
    }),
    source: Type.String({ examples: ['https://catalog.example.com'] }),
    subject: Type.String({
      description: 'Id of the resource that changed',
      examples: ['checkout'],
    }),
    time: Type.String({ examples: ['2026-01-31T09:30:00.000Z'] }),
    datacontenttype: Type.Literal('application/json'),
    dataschema: Type.String({
      examples: ['https://catalog.example.com/schemas/TeamUpdatedEvent.json'],
    }),
    principal: Type.String({
      description: 'Author of the change: api-key:<id>, user:<id>, system',
      examples: ['user:ada'],
    }),
    sequence: onlyNewest('Position of the event in the feed', '4711'),
    subjectkind: onlyNewest('Kind of what changed, as in references', 'team'),
    subjectname: onlyNewest('Name of what changed, if it is known', 'Checkout'),
    principalname: onlyNewest('Name of the author, if it is known', 'Ada Lovelace'),
    data: Type.Object(
      {
        id: Type.String({ examples: ['checkout'] }),
        timestamp: Type.String({ examples: ['2026-01-31T09:30:00.000Z'] }),
      },
      { additionalProperties: true },
    ),
  },
  { $id: 'CloudEvent' },
);

const payload = {
  id: Type.String({ description: 'Id of the resource that changed' }),
  timestamp: Type.String({ description: 'Time of the change' }),
};

const note = Type.Optional(
  Type.String({ description: 'Note of the author about the decision; Markdown' }),
);

/** Further members of events about requests for access and decisions on them. */
const decisions: Readonly<Record<string, TProperties>> = {
  [accessEvents.approved]: {
    note,
    automatic: Type.Optional(Type.Boolean({ description: 'True if a rule approved it' })),
  },
  [accessEvents.rejected]: { note },
  [accessEvents.changeRequested]: { note: Type.String({ description: 'What is to change' }) },
  [accessEvents.canceled]: { note },
  [accessEvents.updated]: {
    answersChangeRequest: Type.Optional(
      Type.Boolean({
        description: 'True if the consuming side answered AccessChangeRequestedEvent',
        examples: [true],
      }),
    ),
  },
};

const outputPortId = Type.String({ description: "The port's id, else its name" });

const platform = Type.Union([Type.String(), Type.Null()], {
  description: 'Platform named in the report, or null',
});

const ontologyRevision = Type.Integer({
  description: 'Revision of the ontology that was created, branched from, or in conflict',
});

const changedDocument = {
  kind: Type.String({
    description: 'Kind of the document that would change, as in addresses',
    examples: ['datacontracts'],
  }),
  documentId: Type.String({ description: 'Document that would change', examples: ['orders'] }),
  branch: Type.Optional(
    Type.String({
      description: 'Name of the branch of a data contract; missing for other changes',
      examples: ['feature/new-terms'],
    }),
  ),
};

const changeNote = Type.Optional(
  Type.String({ description: 'Text of the comment, or note of the decision; Markdown' }),
);

/** Steps of change requests that people explain. */
const noted: ReadonlySet<string> = new Set(['commented', 'accepted', 'declined', 'withdrawn']);

/** Payloads by the type of their event: what `dataschema` points at. */
export const eventSchemas: readonly TSchema[] = [
  ...documentKinds
    .flatMap(({ events }) => Object.values(events))
    .filter((type) => type.endsWith('Event'))
    .map((type) => Type.Object(payload, { $id: type })),
  ...documentKinds
    .flatMap(({ ports }) => Object.values(ports?.events ?? {}))
    .map((type) => Type.Object({ ...payload, outputPortId }, { $id: type })),
  ...Object.values(accessEvents).map((type) =>
    Type.Object({ ...payload, ...decisions[type] }, { $id: type }),
  ),
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
  ...Object.entries(changeRequestEvents).map(([what, type]) =>
    Type.Object(
      { ...payload, ...changedDocument, ...(noted.has(what) && { note: changeNote }) },
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
