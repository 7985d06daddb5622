/** Parts of a run event; datasets are named, and columns are `<written column>: [<dataset>.<column>]`. */
export type RunEventParts = {
  runId?: string;
  job?: string;
  namespace?: string;
  eventType?: string;
  eventTime?: string;
  facets?: object;
  inputs?: readonly string[];
  outputs?: readonly string[];
  columns?: Readonly<Record<string, readonly string[]>>;
  datasets?: string;
};

/** A run event of OpenLineage. */
export function runEvent({
  runId = '01890a5d-ac96-774b-bcce-b302099a8057',
  job = 'load',
  namespace = 'scheduler',
  eventType = 'COMPLETE',
  eventTime = '2026-01-01T12:00:00.000Z',
  facets = {},
  inputs = ['orders'],
  outputs = ['totals'],
  columns,
  datasets = 'postgres://db.example.com:5432',
}: RunEventParts) {
  const dataset = (name: string) => ({ namespace: datasets, name });
  const fields = Object.entries(columns ?? {}).map(([column, from]) => [
    column,
    {
      inputFields: from.map((each) => {
        const at = each.lastIndexOf('.');
        const transformations = [{ type: 'DIRECT', subtype: 'IDENTITY' }];
        return { ...dataset(each.slice(0, at)), field: each.slice(at + 1), transformations };
      }),
    },
  ]);
  const columnLineage = { fields: Object.fromEntries(fields) };
  return {
    eventType,
    eventTime,
    run: { runId, facets },
    job: { namespace, name: job },
    inputs: inputs.map(dataset),
    outputs: outputs.map((name) => ({
      ...dataset(name),
      ...(columns && { facets: { columnLineage } }),
    })),
    producer: 'https://example.com/pipeline',
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
  };
}
