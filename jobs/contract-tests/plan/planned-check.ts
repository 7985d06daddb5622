import type { NestedShape } from '../../../domain/dialects/types/nested-type.ts';
import type {
  LogicalType,
  Scalar,
  Threshold,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { CheckResult } from '../../../domain/contract-tests/outcome.ts';

/** One step from a column to a nested value: into a member of an object, or to every item of an array. */
export type Step =
  | { member: string; logicalType: LogicalType | undefined }
  | { items: true; logicalType: LogicalType | undefined };

/**
 * A column as the contract names it, with the declared type of its values. Steps lead to nested values: a rule
 * on items breaks a row when one item breaks it; an absent member is a missing value.
 */
export type ColumnReference = {
  name: string;
  /** Type of the column itself; the last step has the type of nested values. */
  logicalType: LogicalType | undefined;
  steps?: readonly Step[];
};

/** A format of values that ODCS names (`logicalTypeOptions.format`, integer and number formats). */
export type ValueFormat =
  | 'email'
  | 'uuid'
  | 'uri'
  | 'hostname'
  | 'ipv4'
  | 'ipv6'
  | 'byte'
  | 'binary';

/** A rule on single rows; its check counts the rows that break it. */
export type RowRule =
  /** Members of an object have to be present only if the object is. */
  | { kind: 'not-missing' }
  /** Null and these values, compared as texts, are missing. */
  | { kind: 'not-missing-values'; values: readonly Scalar[] }
  | { kind: 'castable'; logicalType: LogicalType }
  | { kind: 'min-length'; length: number }
  | { kind: 'max-length'; length: number }
  | { kind: 'pattern'; pattern: string }
  | { kind: 'format'; format: ValueFormat }
  /** A pattern of JDK DateTimeFormatter for dates, times and timestamps stored as text. */
  | { kind: 'date-format'; format: string }
  | { kind: 'minimum'; bound: number | string }
  | { kind: 'maximum'; bound: number | string }
  | { kind: 'not-equal'; value: number | string }
  | { kind: 'one-of'; values: readonly Scalar[] }
  /** Values and pattern of `invalidValues`, if given. */
  | { kind: 'valid'; values: readonly Scalar[] | undefined; pattern: string | undefined }
  | { kind: 'multiple-of'; divisor: number }
  | { kind: 'min-items'; count: number }
  | { kind: 'max-items'; count: number }
  | { kind: 'unique-items' }
  | { kind: 'min-properties'; count: number }
  | { kind: 'max-properties'; count: number }
  | { kind: 'has-member'; member: string };

/** The name for a placeholder outside of quotes, and its spelling in the query. */
export type NamePiece = { names: 'table' | 'column'; name: string; written: string };

/** A part of a query whose placeholders are filled in. */
export type QueryPiece = string | NamePiece;

/** The limit of a count of rows: absolute, or relative to all rows. */
export type RowLimit = { threshold: Threshold; unit: 'rows' | 'percent' };

/** The expectation of a check; each kind is measured and judged in one place (`sql/`, `judge-checks.ts`). */
export type Expectation =
  | { kind: 'table-present' }
  | { kind: 'present'; column: ColumnReference }
  | { kind: 'physical-type'; column: ColumnReference; physicalType: string }
  | { kind: 'logical-type'; column: ColumnReference; logicalType: LogicalType }
  | {
      kind: 'nested-type';
      column: ColumnReference;
      shape: NestedShape;
      types: 'physical' | 'logical';
    }
  /** No columns but these (`customProperties.additionalColumns: false`). */
  | { kind: 'no-other-columns'; names: readonly string[] }
  /** If there is no limit, no row may break the rule. */
  | { kind: 'rows'; column: ColumnReference; rule: RowRule; limit?: RowLimit }
  | { kind: 'unique'; columns: readonly ColumnReference[]; limit?: RowLimit }
  | { kind: 'row-count'; threshold: Threshold }
  /** Every combination without nulls is in the other table; `tableIndex` points into `ContractModel.tables`. */
  | {
      kind: 'foreign-key';
      columns: readonly ColumnReference[];
      target: { tableIndex: number; columns: readonly ColumnReference[] };
    }
  /** The first cell of the first row of a statement whose placeholders are filled in. */
  | {
      kind: 'sql';
      query: string;
      /** The same query in pieces, if it contains names of the contract that may differ in the source. */
      pieces?: readonly QueryPiece[];
      threshold: Threshold;
    }
  /** Maximum age of the newest value. */
  | { kind: 'freshness'; column: ColumnReference; seconds: number }
  /** Maximum age of the oldest value. */
  | { kind: 'retention'; column: ColumnReference; seconds: number }
  /** Maximum time between two consecutive values, and since the newest one. */
  | { kind: 'frequency'; column: ColumnReference; seconds: number }
  /** All checks of JSON records of the table together (datacontract-cli's `schema`). */
  | { kind: 'json-records' }
  /** Certain to fail, e.g. a minimum above the maximum. */
  | { kind: 'impossible'; reason: string }
  | { kind: 'not-evaluated'; reason: string };

/** One planned check of a contract on one server; `tableIndex` points into `ContractModel.tables`. */
export type PlannedCheck = {
  key: string;
  category: CheckResult['category'];
  type: string;
  name: string;
  model: string;
  field: string | undefined;
  severity: string | undefined;
  dimension: string;
  /** Id, else name, of the quality rule. */
  qualityReference: string | undefined;
  tags: readonly string[];
  /** 0 for a check without a table of the contract; such a check is `not-evaluated` or `impossible`. */
  tableIndex: number;
  expectation: Expectation;
};

/** A check as its rule describes it; `planChecks` adds its location and a unique key. */
export type CheckDraft = {
  /** The complete key, for checks with an unusual key. */
  key?: string;
  category?: CheckResult['category'];
  type: string;
  /** Replaces `type` in the key when rules of one type are numbered. */
  keySuffix?: string | undefined;
  name: string;
  field?: string | undefined;
  severity?: string | undefined;
  dimension?: string | undefined;
  qualityReference?: string | undefined;
  tags?: readonly string[];
  expectation: Expectation;
};
