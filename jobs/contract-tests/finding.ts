import type { SourceColumn } from '../../connectors/connector.ts';
import type { Dialect } from '../../domain/dialects/dialect.ts';
import type { CheckResult, TestVerdict } from './outcome.ts';
import type { Expectation } from './plan/planned-check.ts';

/** What became known of one check. */
export type Finding =
  | { kind: 'counted'; value: number; rowCount: number | undefined; durationMs?: number }
  | { kind: 'column'; column: SourceColumn | undefined; dialect: Dialect }
  | { kind: 'table-found' }
  | { kind: 'table-missing'; reason: string }
  | { kind: 'column-missing'; column: string }
  | { kind: 'broken'; reason: string }
  | { kind: 'not-evaluated'; reason: string };

export type FindingOf<Kind extends Finding['kind']> = Extract<Finding, { kind: Kind }>;

/** The verdict on one check, and what of its result goes beyond the plan. */
export type Judgement = Partial<Omit<CheckResult, 'result'>> & { result: TestVerdict };

export type ExpectationOf<Kind extends Expectation['kind']> = Extract<Expectation, { kind: Kind }>;
