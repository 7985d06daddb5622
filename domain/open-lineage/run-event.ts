import type { ContractServer } from '../standards/odcs/contract-model.ts';
import { textOf } from '../standards/json-value.ts';

/** A dataset by the naming rules of OpenLineage. */
export type Dataset = { namespace: string; name: string };

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
  const facets = error !== undefined && {
    errorMessage: {
      _producer: producer,
      _schemaURL: errorSchemaUrl,
      message: error,
      programmingLanguage: 'SQL',
    },
  };
  return {
    eventType: isEnd ? ended.outcome : 'START',
    eventTime: (isEnd ? ended.at : run.startedAt).toISOString(),
    producer,
    schemaURL: schemaUrl,
    run: { runId: run.runId, facets: { ...facets } },
    job: { namespace, name: run.jobName, facets: {} },
    inputs: run.inputs.map((dataset) => ({ ...dataset, facets: {} })),
    outputs: [],
  };
}

/** The tables of a server of a contract: its address and their qualified names. */
export function datasetsOf(server: ContractServer, tables: readonly string[]): Dataset[] {
  const text = (...names: string[]): string | undefined =>
    names.map((name) => textOf(server[name])).find((value) => value !== undefined);
  const host = text('host', 'account', 'location', 'path') ?? server.server;
  const { port } = server;
  const address = typeof port === 'number' ? `${host}:${port}` : host;
  const namespace = address.includes('://') ? address : `${server.type}://${address}`;
  const path = [text('database', 'catalog', 'project'), text('schema', 'dataset')];
  return tables.map((table) => ({
    namespace,
    name: [...path, table].filter((part) => part !== undefined).join('.'),
  }));
}
