/** One judged thing, for the reports of pipelines: a check of a test, or a change of a contract. */
export type Finding = {
  /** The document, e.g. `datacontracts/orders`. */
  suite: string;
  name: string;
  /** The check or rule, e.g. `field_required`. */
  rule: string;
  state: 'passed' | 'warning' | 'failed' | 'error' | 'skipped';
  message?: string | undefined;
  /** Path of the file, relative to the folder of the call, and the line. */
  file?: string | undefined;
  line?: number | undefined;
  durationMs?: number | undefined;
};
