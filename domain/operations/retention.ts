/** Days for which data are kept that no setting covers. */
export const keptDays = {
  /** Finished work; its results are in other tables. */
  work: 14,
  /** Deliveries of webhooks; waiting ones stay as long as their event. */
  deliveries: 30,
  /** Deleted accesses, for components that were offline. */
  access: 30,
  /** Mails and chat messages. */
  notifications: 90,
  /** Notices in the web UI. */
  notices: 90,
  /** Daily use of API keys. */
  keyUses: 400,
  /** Runs of integrations; the newest run of each integration stays. */
  runs: 90,
  /** Pulls, pushes and looks of files in Git. */
  gitRuns: 90,
  /** Failed rows in test results, because they are other people's data. */
  samples: 30,
  /** Numbers of operations, a row for each minute. */
  minutes: 30,
  /** Events of OpenLineage, and what they say about datasets and jobs. */
  lineage: 90,
  /** Readers of the feed that are no longer seen. */
  readers: 14,
  /** Spans that say who used a data product. */
  spans: 30,
  /** Daily numbers of the usage of data products. */
  usage: 800,
} as const;
