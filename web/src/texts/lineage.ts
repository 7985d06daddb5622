/** Words of the lineage that pipelines report. */
export const pipelineTexts = {
  title: 'Reported by pipelines',
  graph: 'Graph',
  table: 'Table',
  view: 'View of what pipelines report',
  none: 'No pipeline has reported yet',
  noneOfProduct:
    'dbt, Airflow, Spark and other programs with OpenLineage report to /api/v1/lineage, with this data product in the address.',
  noneOfAsset:
    'No pipeline has named this asset. Settings of the organization connect names of pipelines with assets.',
  truncated: 'Only the nearest 500 are shown.',
  types: { dataset: 'Dataset', job: 'Job' },
  means: { assets: 'Asset', datacontracts: 'Contract' },
  more: (count: number) => (count >= 1_000 ? '1,000 or more hidden' : `${count} more`),
  expand: (name: string) => `Show what is around ${name}`,
  describe: (count: number) => `Graph of ${count} datasets and jobs; the table lists the same.`,
  columns: { from: 'From', to: 'To', seen: 'Last reported' },
  runs: 'Runs of jobs',
  runColumns: {
    job: 'Job and run',
    state: 'State',
    started: 'Started',
    duration: 'Duration',
  },
} as const;
