import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';

const id = (description: string) => Type.String({ description });

const named = (description: string) =>
  orNull(
    Type.Object(
      { id: id('Its id'), name: orNull(Type.String({ description: 'Its name' })) },
      { description },
    ),
  );

const nodeSchema = Type.Object(
  {
    id: id('UUID of the node'),
    type: Type.Unsafe<'dataset' | 'job'>({
      type: 'string',
      enum: ['dataset', 'job'],
      description: 'What it is',
    }),
    namespace: id('Namespace, as pipelines name it'),
    name: id('Name within the namespace'),
    distance: Type.Integer({ description: 'Data flows from the start; negative upstream' }),
    hiddenUpstream: Type.Integer({
      description: 'Direct neighbors upstream that are not shown; 1,000 stands for 1,000 or more',
    }),
    hiddenDownstream: Type.Integer({
      description: 'Direct neighbors downstream that are not shown; 1,000 stands for 1,000 or more',
    }),
    asset: named('The asset that the dataset is; null if none matches'),
    dataContract: named('The contract of the dataset; null if none matches'),
    ports: Type.Array(
      Type.Object({
        dataProductId: id('Data product'),
        dataProductName: orNull(Type.String({ description: 'Name of the product' })),
        outputPortId: orNull(
          Type.String({
            description: 'Output port; null if events and rules name none that the product has',
          }),
        ),
      }),
      {
        description:
          'Data products and output ports for which events with the node were sent, or which a rule names',
      },
    ),
  },
  { description: 'A dataset or a job' },
);

export const lineageGraphSchema = Type.Object(
  {
    nodes: Type.Array(nodeSchema, { description: 'Datasets and jobs, nearest first' }),
    edges: Type.Array(
      Type.Object({
        from: id('Node from which data flows'),
        to: id('Node to which data flows'),
        lastSeenOn: Type.String({
          format: 'date',
          description: 'Last day (UTC) of an event with it',
        }),
      }),
      { description: 'All data flows between the nodes' },
    ),
    columns: Type.Optional(
      Type.Array(
        Type.Object({
          from: id('Dataset of the read column'),
          fromColumn: id('Read column'),
          to: id('Dataset of the made column'),
          toColumn: orNull(
            Type.String({ description: 'Made column; null if all columns depend on the read one' }),
          ),
          transformation: orNull(
            Type.String({ description: 'How, e.g. DIRECT/AGGREGATION; null if events do not say' }),
          ),
        }),
        { description: 'Pairs of columns of the nodes, at most 5,000; with columns=true' },
      ),
    ),
    truncated: Type.Boolean({ description: 'True if the limit of nodes ended the walk' }),
  },
  { $id: 'LineageGraph', description: 'Datasets and jobs around a node' },
);

export const lineageRunsSchema = Type.Array(
  Type.Object(
    {
      runId: id('Run, as events name it'),
      jobId: id('Node of the job'),
      namespace: id('Namespace of the job'),
      name: id('Name of the job'),
      state: id('Type of the newest event: START, RUNNING, COMPLETE, ABORT, FAIL or OTHER'),
      startedAt: orNull(
        Type.String({ format: 'date-time', description: 'Time of START; null without one' }),
      ),
      endedAt: orNull(
        Type.String({ format: 'date-time', description: 'Time of the end; null without one' }),
      ),
      reportedAt: Type.String({
        format: 'date-time',
        description: 'When its newest event arrived',
      }),
    },
    { $id: 'LineageRun', description: 'A run of a job, made of its events' },
  ),
  { description: 'The runs, newest first' },
);
