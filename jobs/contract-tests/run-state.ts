import type { Source } from '../../connectors/connector.ts';
import type { CheckResult, LogLine } from '../../domain/contract-tests/outcome.ts';
import type { ContractModel, ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Clock } from '../../lib/clock.ts';
import type { UnreadLink } from '../linked-definitions/inline-definitions.ts';
import type { SampleRequest } from './fetch-samples.ts';
import type { Finding } from './judge/finding.ts';
import { judgeCheck } from './judge/judge-checks.ts';
import type { PlannedCheck } from './plan/planned-check.ts';
import type { Sampler } from './table-under-test.ts';

/** Progress of a run, in checks; `table` is the last started one. */
export type TestProgress = { done: number; total: number; table?: string };

export type ContractTest = {
  model: ContractModel;
  server: ContractServer;
  /** Links to definitions that are not in the model; each is an `unknown` check. */
  unread?: readonly UnreadLink[];
  /** Opens the server; its error becomes the reason of every check, so it must not contain secrets. */
  open: (server: ContractServer, signal: AbortSignal) => Promise<Source>;
  signal: AbortSignal;
  /** The clock that decides the age of data. */
  clock?: Clock;
  /** The time that samples may take however short the counts were; 1 s if not given. */
  minSamplesMs?: number;
  onProgress?: (progress: TestProgress) => void;
};

/** A run with what it has found so far. */
export type Run = {
  test: ContractTest;
  planned: readonly PlannedCheck[];
  results: Map<string, CheckResult>;
  samples: SampleRequest[];
  /** The check of a connection that lacks a credential. */
  connection?: CheckResult | undefined;
  logs: LogLine[];
  /** The last started table. */
  table: string | undefined;
};

/** Adds a line to the log of the run. */
export function log(run: Run, level: LogLine['level'], message: string): void {
  run.logs.push({ level, message, timestamp: new Date().toISOString() });
}

/** True if sample rows are wanted: only for failures, except for a rule that requires more rows than exist. */
function wantsSamples({ result, failedNumber }: CheckResult): boolean {
  return (result === 'failed' || result === 'warning') && (failedNumber ?? 0) > 0;
}

/** Judges what was found for a check, and keeps the result. */
export function report(run: Run, check: PlannedCheck, finding: Finding, sampler?: Sampler): void {
  const result = judgeCheck(check, finding);
  run.results.set(check.key, result);
  if (sampler !== undefined && wantsSamples(result)) {
    run.samples.push({ key: check.key, sampler });
  }
  const progress = { done: run.results.size, total: run.planned.length };
  run.test.onProgress?.({ ...progress, ...(run.table !== undefined && { table: run.table }) });
}

/** Reports checks that need no server, even if the server is unreachable. */
export function reportKnown(run: Run): void {
  for (const check of run.planned) {
    const { expectation } = check;
    if (expectation.kind === 'not-evaluated') report(run, check, expectation);
    if (expectation.kind === 'impossible') {
      report(run, check, { kind: 'broken', reason: expectation.reason });
    }
  }
}
