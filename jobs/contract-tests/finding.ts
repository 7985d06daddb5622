import type { SourceColumn, SourceTable } from '../../connectors/connector.ts';
import type { Dialect } from '../../domain/dialects/dialect.ts';
import type { CheckResult, TestVerdict } from './outcome.ts';
import type { Expectation } from './plan/planned-check.ts';

/** What became known of one check; moments are in seconds since 1970. */
export type Finding =
  | {
      kind: 'counted';
      value: number;
      rowCount: number | undefined;
      durationMs?: number;
      /** True when nothing was read, because a constraint of the source leaves no other answer. */
      proved?: true;
    }
  /** The newest or the oldest moment, undefined where there is none. */
  | { kind: 'moment'; at: number | undefined; now: number; durationMs?: number }
  | {
      kind: 'gaps';
      newest: number | undefined;
      largestGap: number | undefined;
      now: number;
      durationMs?: number;
    }
  /** The first cell of the first row of a statement of the contract; undefined without a row. Texts of sensitive fields stay hidden. */
  | { kind: 'answer'; value: unknown; durationMs: number; isSensitive?: boolean }
  | { kind: 'column'; column: SourceColumn | undefined; dialect: Dialect }
  | { kind: 'table-found'; table: SourceTable }
  | { kind: 'table-missing'; reason: string }
  | { kind: 'column-missing'; column: string }
  | { kind: 'records'; others: readonly CheckResult[] }
  | { kind: 'broken'; reason: string }
  | { kind: 'not-evaluated'; reason: string };

export type FindingOf<Kind extends Finding['kind']> = Extract<Finding, { kind: Kind }>;

/** The verdict on one check, and what of its result goes beyond the plan. */
export type Judgement = Partial<Omit<CheckResult, 'result'>> & { result: TestVerdict };

export type ExpectationOf<Kind extends Expectation['kind']> = Extract<Expectation, { kind: Kind }>;
