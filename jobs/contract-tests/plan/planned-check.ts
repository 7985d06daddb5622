import type { LogicalType, Threshold } from '../../../domain/standards/odcs/contract-model.ts';
import type { CheckResult } from '../outcome.ts';

/** A column as the contract names it, and what its values are declared to be. */
export type ColumnReference = { name: string; logicalType: LogicalType | undefined };

export type Scalar = string | number | boolean;

/** What rows must satisfy one by one; a check of this family counts the rows that do not. */
export type RowRule =
  | { kind: 'not-missing' }
  | { kind: 'castable'; logicalType: LogicalType }
  | { kind: 'min-length'; length: number }
  | { kind: 'max-length'; length: number }
  | { kind: 'pattern'; pattern: string }
  | { kind: 'minimum'; bound: number | string }
  | { kind: 'maximum'; bound: number | string }
  | { kind: 'not-equal'; value: number | string }
  | { kind: 'one-of'; values: readonly Scalar[] };

/** What a check expects; each kind is measured and judged in one place (`sql/`, `judge-checks.ts`). */
export type Expectation =
  | { kind: 'table-present' }
  | { kind: 'present'; column: ColumnReference }
  | { kind: 'physical-type'; column: ColumnReference; physicalType: string }
  | { kind: 'logical-type'; column: ColumnReference; logicalType: LogicalType }
  | { kind: 'rows'; column: ColumnReference; rule: RowRule }
  | { kind: 'unique'; columns: readonly ColumnReference[] }
  | { kind: 'row-count'; threshold: Threshold }
  | { kind: 'not-evaluated'; reason: string };

/** One check of a contract on one server, before anything was read; `tableIndex` points into `ContractModel.tables`. */
export type PlannedCheck = {
  key: string;
  category: CheckResult['category'];
  type: string;
  name: string;
  model: string;
  field: string | undefined;
  severity: string | undefined;
  dimension: string;
  tableIndex: number;
  expectation: Expectation;
};

/** A check as its rule describes it; `planChecks` adds where it stands and a key of its own. */
export type CheckDraft = {
  category?: CheckResult['category'];
  type: string;
  /** Stands for `type` in the key when rules of one type are numbered. */
  keySuffix?: string;
  name: string;
  field?: string;
  severity?: string | undefined;
  dimension?: string | undefined;
  expectation: Expectation;
};
