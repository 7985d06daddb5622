import type { SourceColumn, SourceTable } from '../../../connectors/connector.ts';
import type { Dialect } from '../../../domain/dialects/dialect.ts';
import type { CheckResult, TestVerdict } from '../../../domain/contract-tests/outcome.ts';
import type { Expectation } from '../plan/planned-check.ts';

/** The finding of one check; timestamps are in seconds since 1970. */
export type Finding =
  | {
      kind: 'counted';
      value: number;
      rowCount: number | undefined;
      durationMs?: number;
      /** True when nothing was read, because a constraint of the source guarantees the result. */
      proved?: true;
    }
  /** The newest or the oldest timestamp, undefined where there is none. */
  | { kind: 'timestamp'; at: number | undefined; now: number; durationMs?: number }
  | {
      kind: 'gaps';
      newest: number | undefined;
      largestGap: number | undefined;
      now: number;
      durationMs?: number;
    }
  /**
   * The first cell of the first row of a statement of the contract; undefined without a row. Texts of sensitive
   * fields stay hidden.
   */
  | { kind: 'answer'; value: unknown; durationMs: number; isSensitive?: boolean }
  | { kind: 'column'; column: SourceColumn | undefined; dialect: Dialect }
  | { kind: 'table-found'; table: SourceTable }
  | { kind: 'table-missing'; reason: string }
  | { kind: 'column-missing'; column: string }
  | { kind: 'records'; others: readonly CheckResult[] }
  | { kind: 'broken'; reason: string }
  | { kind: 'not-evaluated'; reason: string };

export type FindingOf<Kind extends Finding['kind']> = Extract<Finding, { kind: Kind }>;

/** The verdict on one check, and the members of its result beyond the plan. */
export type Judgement = Partial<Omit<CheckResult, 'result'>> & {
  result: TestVerdict;
  /** Keeps a failure from becoming a warning by a mild severity. */
  isCertain?: boolean;
};

export type ExpectationOf<Kind extends Expectation['kind']> = Extract<Expectation, { kind: Kind }>;
