import type { NestedShape } from '../../../domain/dialects/nested-type.ts';
import type {
  LogicalType,
  Scalar,
  Threshold,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { CheckResult } from '../outcome.ts';

/** One step from a column to a value inside of it: into a member of an object, or to every item of an array. */
export type Step =
  | { member: string; logicalType: LogicalType | undefined }
  | { items: true; logicalType: LogicalType | undefined };

/**
 * A column as the contract names it, and what its values are declared to be. With steps it stands for what is inside:
 * a rule on items breaks a row when one item breaks it; a member that is not there is a missing value.
 */
export type ColumnReference = {
  name: string;
  /** Of the column itself; that of what is inside is in the last step. */
  logicalType: LogicalType | undefined;
  steps?: readonly Step[];
};

/** What values have to look like that ODCS names by a word (`logicalTypeOptions.format`, integer and number formats). */
export type ValueFormat =
  'email' | 'uuid' | 'uri' | 'hostname' | 'ipv4' | 'ipv6' | 'byte' | 'binary';

/** What rows must satisfy one by one; a check of this family counts the rows that do not. */
export type RowRule =
  /** Of a member of an object: only where the object itself is there. */
  | { kind: 'not-missing' }
  /** Missing are null and these values, compared as texts. */
  | { kind: 'not-missing-values'; values: readonly Scalar[] }
  | { kind: 'castable'; logicalType: LogicalType }
  | { kind: 'min-length'; length: number }
  | { kind: 'max-length'; length: number }
  | { kind: 'pattern'; pattern: string }
  | { kind: 'format'; format: ValueFormat }
  /** A pattern of JDK DateTimeFormatter for dates, times and timestamps kept as text. */
  | { kind: 'date-format'; format: string }
  | { kind: 'minimum'; bound: number | string }
  | { kind: 'maximum'; bound: number | string }
  | { kind: 'not-equal'; value: number | string }
  | { kind: 'one-of'; values: readonly Scalar[] }
  /** Both of `invalidValues`, where both are given. */
  | { kind: 'valid'; values: readonly Scalar[] | undefined; pattern: string | undefined }
  | { kind: 'multiple-of'; divisor: number }
  | { kind: 'min-items'; count: number }
  | { kind: 'max-items'; count: number }
  | { kind: 'unique-items' }
  | { kind: 'min-properties'; count: number }
  | { kind: 'max-properties'; count: number }
  | { kind: 'has-member'; member: string };

/** The name that stands for a placeholder outside of quotes, and how it is written. */
export type NamePiece = { names: 'table' | 'column'; name: string; written: string };

/** A part of a query whose placeholders are filled in. */
export type QueryPiece = string | NamePiece;

/** How a count of rows is compared: as it is, or as a part of all rows. */
export type RowLimit = { threshold: Threshold; unit: 'rows' | 'percent' };

/** What a check expects; each kind is measured and judged in one place (`sql/`, `judge-checks.ts`). */
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
  /** No column but these (`customProperties.additionalColumns: false`). */
  | { kind: 'no-other-columns'; names: readonly string[] }
  /** Without a limit no row may break the rule. */
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
      /** The same in pieces, where it has names of the contract that may be called otherwise in the source. */
      pieces?: readonly QueryPiece[];
      threshold: Threshold;
    }
  /** The newest value is at most so old. */
  | { kind: 'freshness'; column: ColumnReference; seconds: number }
  /** The oldest value is at most so old. */
  | { kind: 'retention'; column: ColumnReference; seconds: number }
  /** Between two values that follow each other there is at most so much time, and since the newest one. */
  | { kind: 'frequency'; column: ColumnReference; seconds: number }
  /** All checks of JSON records of the table together (datacontract-cli's `schema`). */
  | { kind: 'json-records' }
  /** Known to fail before anything is read, e.g. a minimum above the maximum. */
  | { kind: 'impossible'; reason: string }
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
  /** Id, else name, of the quality rule. */
  qualityReference: string | undefined;
  tags: readonly string[];
  /** 0 for a check that is about no table of the contract; such a check is `not-evaluated` or `impossible`. */
  tableIndex: number;
  expectation: Expectation;
};

/** A check as its rule describes it; `planChecks` adds where it stands and a key of its own. */
export type CheckDraft = {
  /** The whole key, of checks that do not have the usual one. */
  key?: string;
  category?: CheckResult['category'];
  type: string;
  /** Stands for `type` in the key when rules of one type are numbered. */
  keySuffix?: string | undefined;
  name: string;
  field?: string | undefined;
  severity?: string | undefined;
  dimension?: string | undefined;
  qualityReference?: string | undefined;
  tags?: readonly string[];
  expectation: Expectation;
};
