import type { Dataset } from './dataset-names.ts';

/** A run of ours as OpenLineage describes it. */
export type DescribedRun = {
  runId: string;
  jobName: string;
  startedAt: Date;
  /** Undefined while it runs. */
  ended:
    | { at: Date; outcome: 'COMPLETE' | 'FAIL' | 'ABORT'; error?: string | undefined }
    | undefined;
  inputs: readonly Dataset[];
  /** Numbers of assets that the run found and changed, and how many of them are inputs. */
  counts?: Readonly<Record<string, number>>;
};

const schemaUrl = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent';
const errorSchemaUrl = 'https://openlineage.io/spec/facets/1-0-1/ErrorMessageRunFacet.json';

/** The event of the start or the end of a run. The same run always makes the same event. */
export function runEvent(
  run: DescribedRun,
  type: 'START' | 'END',
  { producer, namespace }: { producer: string; namespace: string },
): object {
  const { ended } = run;
  const isEnd = type === 'END' && ended !== undefined;
  const error = isEnd ? ended.error : undefined;
  const { counts } = run;
  const facets = {
    ...(error !== undefined && {
      errorMessage: {
        _producer: producer,
        _schemaURL: errorSchemaUrl,
        message: error,
        programmingLanguage: 'SQL',
      },
    }),
    ...(isEnd &&
      counts && {
        concordat_ingestion: {
          _producer: producer,
          _schemaURL: `${producer}/openapi.json#/components/schemas/IngestionRun`,
          ...counts,
        },
      }),
  };
  return {
    eventType: isEnd ? ended.outcome : 'START',
    eventTime: (isEnd ? ended.at : run.startedAt).toISOString(),
    producer,
    schemaURL: schemaUrl,
    run: { runId: run.runId, facets },
    job: { namespace, name: run.jobName, facets: {} },
    inputs: run.inputs.map((dataset) => ({ ...dataset, facets: {} })),
    outputs: [],
  };
}
