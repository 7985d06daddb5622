import type {
  AccessRole,
  AuthoritativeDefinition,
  Price,
  SupportChannel,
  TeamMember,
} from './agreement-model.ts';

/**
 * The model into which every version of ODCS is normalized; checks and generators only read this model. Absent
 * members are `undefined`, never null.
 */
export type ContractModel = {
  id: string;
  version: string;
  name: string | undefined;
  status: string | undefined;
  /** Texts for people, used by formats that contain texts. */
  description: ContractDescription;
  tags: readonly string[];
  /** Name of the team that owns it. */
  team: string | undefined;
  teamMembers: TeamMember[];
  tenant: string | undefined;
  domain: string | undefined;
  dataProduct: string | undefined;
  support: SupportChannel[];
  roles: AccessRole[];
  price: Price | undefined;
  authoritativeDefinitions: AuthoritativeDefinition[];
  servers: ContractServer[];
  tables: ContractTable[];
  slaProperties: SlaProperty[];
  /** Default `table.column` for SLA properties without an element (deprecated in ODCS 3.1). */
  slaDefaultElement: string | undefined;
  customProperties: CustomProperties;
};

/** `description` of the contract; a plain text of ODCS 2.2 counts as the purpose. */
export type ContractDescription = {
  purpose: string | undefined;
  usage: string | undefined;
  limitations: string | undefined;
};

/** A server as written, with two mandatory members. */
export type ContractServer = { server: string; type: string } & Record<string, unknown>;

/** `customProperties` by `property`; the first of duplicates counts. */
export type CustomProperties = Readonly<Record<string, unknown>>;

/** ODCS schema object (3.x `schema[]`, 2.2 `dataset[]`). `physicalName` falls back to `name`. */
export type ContractTable = {
  id: string | undefined;
  name: string;
  physicalName: string;
  /** The physical object, as written: `table`, `view`, `topic`, … */
  physicalType: string | undefined;
  businessName: string | undefined;
  description: string | undefined;
  tags: readonly string[];
  deprecated: boolean;
  /** The columns. */
  properties: ContractProperty[];
  /**
   * Measures, and dimensions with an expression (ODCS 3.2 `semanticType`), which are no columns of the table.
   */
  computed: ContractProperty[];
  quality: QualityRule[];
  relationships: Relationship[];
  customProperties: CustomProperties;
  /** Names of members that are not in the model; absent when there are none. */
  further?: readonly string[];
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
  id: string | undefined;
  name: string;
  physicalName: string;
  logicalType: LogicalType | undefined;
  physicalType: string | undefined;
  businessName: string | undefined;
  description: string | undefined;
  required: boolean;
  unique: boolean;
  primaryKey: boolean;
  /** From 1; undefined when not given (or -1, the standard's default). */
  primaryKeyPosition: number | undefined;
  partitioned: boolean;
  partitionKeyPosition: number | undefined;
  classification: string | undefined;
  tags: readonly string[];
  /** Allowed values (ODCS 3.2 `enum[].value`; older contracts write scalars). */
  enumValues: readonly Scalar[] | undefined;
  /** Texts of ODCS 3.2 about allowed values, where present. */
  enumTexts: readonly EnumText[];
  deprecated: boolean;
  /** The expression that computes it, as written. */
  transformLogic: string | undefined;
  options: LogicalTypeOptions;
  quality: QualityRule[];
  /** Members of an object. */
  properties: ContractProperty[];
  /** The element of an array; named `items` unless the contract names it. */
  items: ContractProperty | undefined;
  /** Keys and values of a map (ODCS 3.2). */
  map: { key: ContractProperty; value: ContractProperty } | undefined;
  examples: readonly unknown[];
  relationships: Relationship[];
  customProperties: CustomProperties;
  /** Like `further` of a table. */
  further?: readonly string[];
};

export type Scalar = string | number | boolean;

/** Texts of an allowed value; at least one is present. */
export type EnumText = {
  value: Scalar;
  label: string | undefined;
  description: string | undefined;
};

/** `logicalTypeOptions`; boolean `exclusive*` of 3.0 are already converted to the bounds of 3.1. */
export type LogicalTypeOptions = {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /**
   * Format of strings (`email`, `uuid`, …) or numbers (`i32`, `f64`), or the pattern of dates (JDK
   * DateTimeFormatter).
   */
  format?: string;
  minimum?: number | string;
  maximum?: number | string;
  exclusiveMinimum?: number | string;
  exclusiveMaximum?: number | string;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  /** Members that every object has to have. */
  required?: readonly string[];
  /** Number of dimensions of vectors. */
  dimensions?: number;
  elementType?: string;
  distanceMetric?: string;
  embeddingModel?: string;
  embeddingModelVersion?: string;
  normalized?: boolean;
  /** True if timestamps and times have a time zone. */
  timezone?: boolean;
};

/**
 * A comparison of ODCS quality rules; bounds of `between` are inclusive. Only SQL rules compare texts and
 * booleans.
 */
export type Threshold =
  | { operator: '=' | '!='; value: Scalar }
  | { operator: '>' | '>=' | '<' | '<='; value: number }
  | { operator: 'between' | 'not between'; low: number; high: number };

/**
 * The known part of a quality rule. `metric` is undefined for sql, text and custom rules, and has the 3.1
 * spelling (`rowCount`) when 3.0 wrote `rule: countCheck`; `threshold` is undefined without a usable operator.
 */
export type QualityRule = {
  id: string | undefined;
  name: string | undefined;
  metric: string | undefined;
  type: 'library' | 'sql' | 'text' | 'custom';
  threshold: Threshold | undefined;
  /** The unit of the threshold. */
  unit: 'rows' | 'percent';
  severity: string | undefined;
  dimension: string | undefined;
  description: string | undefined;
  /** Columns of a `duplicateValues` rule on a schema object; empty for every other rule. */
  columns: readonly string[];
  validValues: readonly Scalar[] | undefined;
  pattern: string | undefined;
  /** Values that count as missing besides null. */
  missingValues: readonly Scalar[] | undefined;
  /** Query of SQL rules, as written. */
  query: string | undefined;
  /** Engine of custom rules. */
  engine: string | undefined;
  /** Implementation of custom rules: a text or an object of that engine. */
  implementation: unknown;
  tags: readonly string[];
};

/** A foreign key as written: `table.column`, or `schema/<id>/properties/<id>`. */
export type Relationship = {
  type: string;
  /** Columns; empty on a property, which is the column itself. */
  from: readonly string[];
  to: readonly string[];
};

/**
 * An entry of `slaProperties`; `property` in lower case, with the synonyms of the standard resolved (`ly` →
 * `latency`).
 */
export type SlaProperty = {
  id: string | undefined;
  property: string;
  value: string | number | undefined;
  unit: string | undefined;
  description: string | undefined;
  /** `table.column` texts, from a comma-separated list. */
  elements: readonly string[];
};
