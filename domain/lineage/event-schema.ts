import { Type } from '@sinclair/typebox';
import { recordOf } from '../validation/record-of.ts';

/** Maximum number of datasets that one event reads or writes. */
export const maxDatasets = 10_000;

/** Maximum number of pairs of columns that the facets of one event name. */
export const maxColumnPairs = 20_000;

/** States of a run, as OpenLineage names them. */
export const runEventTypes = ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] as const;

const named = (description: string) => Type.String({ minLength: 1, maxLength: 2_000, description });

const facets = (description: string) =>
  Type.Optional(recordOf(Type.Unknown(), { description: `${description}; all of them are kept` }));

const datasetSchema = Type.Object(
  {
    namespace: named('Namespace of the dataset, e.g. postgres://db.example.com:5432'),
    name: named('Name within the namespace, e.g. shop.public.orders'),
    facets: facets(
      'Facets of the dataset: columnLineage gives lineage of columns, entropy_data.assetId names its asset',
    ),
  },
  {
    additionalProperties: true,
    description: 'A dataset that a job reads or writes',
  },
);

const datasets = (description: string) =>
  Type.Optional(
    Type.Union([Type.Array(datasetSchema, { maxItems: maxDatasets }), Type.Null()], {
      description,
    }),
  );

const jobSchema = Type.Object(
  {
    namespace: named('Namespace of the job, e.g. the name of its scheduler'),
    name: named('Name within the namespace'),
    facets: facets('Facets of the job'),
  },
  { additionalProperties: true, description: 'The job; dataset events have none' },
);

/** An event of OpenLineage: of a run, of a job, or of a dataset. */
export const lineageEventSchema = Type.Object(
  {
    eventType: Type.Optional(
      Type.Unsafe<(typeof runEventTypes)[number]>({
        type: 'string',
        enum: [...runEventTypes],
        description: 'State of the run; required of run events',
      }),
    ),
    eventTime: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When it happened; when it arrives if absent',
      }),
    ),
    run: Type.Optional(
      Type.Object(
        {
          runId: Type.String({ minLength: 1, maxLength: 200, description: 'Run, usually a UUID' }),
          facets: facets(
            'Facets of the run: entropy_data.dataProductId and entropy_data.outputPortName name the product',
          ),
        },
        {
          additionalProperties: true,
          description: 'The run; events of jobs and datasets have none',
        },
      ),
    ),
    job: Type.Optional(jobSchema),
    dataset: Type.Optional(datasetSchema),
    inputs: datasets('Datasets that the job reads'),
    outputs: datasets('Datasets that the job writes'),
    producer: Type.Optional(Type.String({ description: 'Address of the program that sends it' })),
    schemaURL: Type.Optional(Type.String({ description: 'Address of the schema of the event' })),
  },
  {
    $id: 'OpenLineageEvent',
    additionalProperties: true,
    description:
      'An event of OpenLineage 2: a run event has run and job, a job event only job, a dataset event dataset',
  },
);
