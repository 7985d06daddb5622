/**
 * The one model that every version of ODCS is normalised into; checks and generators read only this.
 * Absent members are `undefined`, never null.
 */
export type ContractModel = {
  id: string;
  version: string;
  servers: ContractServer[];
  tables: ContractTable[];
};

/** A server as written, plus the two members that everything needs. */
export type ContractServer = { server: string; type: string } & Record<string, unknown>;

/** ODCS schema object (3.x `schema[]`, 2.2 `dataset[]`). `physicalName` falls back to `name`. */
export type ContractTable = {
  name: string;
  physicalName: string;
  properties: ContractProperty[];
  quality: QualityRule[];
};

export type LogicalType =
  | 'string'
  | 'date'
  | 'timestamp'
  | 'time'
  | 'number'
  | 'integer'
  | 'object'
  | 'array'
  | 'boolean'
  | 'map'
  | 'vector';

/** ODCS property. `physicalName` falls back to `name`. */
export type ContractProperty = {
  name: string;
  physicalName: string;
  logicalType: LogicalType | undefined;
  physicalType: string | undefined;
  required: boolean;
  unique: boolean;
  primaryKey: boolean;
  /** From 1; undefined where the contract gives none (or -1, the standard's default). */
  primaryKeyPosition: number | undefined;
  classification: string | undefined;
  /** Allowed values (ODCS 3.2 `enum[].value`; older contracts write scalars). */
  enumValues: readonly (string | number | boolean)[] | undefined;
  options: LogicalTypeOptions;
  quality: QualityRule[];
};

/** `logicalTypeOptions`; 3.0's boolean `exclusive*` are already turned into the bounds of 3.1. */
export type LogicalTypeOptions = {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number | string;
  maximum?: number | string;
  exclusiveMinimum?: number | string;
  exclusiveMaximum?: number | string;
};

/** One comparison of ODCS quality rules; bounds of `between` are inclusive. */
export type Threshold =
  | { operator: '=' | '!=' | '>' | '>=' | '<' | '<='; value: number }
  | { operator: 'between' | 'not between'; low: number; high: number };

/**
 * A quality rule as far as it is understood. `metric` is undefined for sql, text and custom rules, and carries the
 * 3.1 spelling (`rowCount`) when 3.0 wrote `rule: countCheck`; `threshold` is undefined without a usable operator.
 */
export type QualityRule = {
  id: string | undefined;
  metric: string | undefined;
  type: 'library' | 'sql' | 'text' | 'custom';
  threshold: Threshold | undefined;
  severity: string | undefined;
  dimension: string | undefined;
  description: string | undefined;
  /** Columns of a `duplicateValues` rule on a schema object; empty for every other rule. */
  columns: readonly string[];
};
