/**
 * The one model that every version of ODCS is normalised into; checks and generators read only this.
 * Absent members are `undefined`, never null.
 */
export type ContractModel = {
  id: string;
  version: string;
  name: string | undefined;
  status: string | undefined;
  /** What people read; for the formats that carry texts. */
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
  /** `table.column` that SLA properties without an element are about (deprecated in ODCS 3.1). */
  slaDefaultElement: string | undefined;
  customProperties: CustomProperties;
};

/** `description` of the contract; a plain text of ODCS 2.2 counts as the purpose. */
export type ContractDescription = {
  purpose: string | undefined;
  usage: string | undefined;
  limitations: string | undefined;
};

/** A person of the team; of the three forms that versions have, only what people read. */
export type TeamMember = {
  username: string | undefined;
  name: string | undefined;
  role: string | undefined;
  description: string | undefined;
};

/** Where help is found; `url` as written, of any scheme. */
export type SupportChannel = {
  channel: string;
  url: string | undefined;
  tool: string | undefined;
  scope: string | undefined;
  description: string | undefined;
};

/** A role that gives access. */
export type AccessRole = {
  role: string;
  access: string | undefined;
  approvers: readonly string[];
  description: string | undefined;
};

export type Price = {
  amount: string | number;
  currency: string | undefined;
  unit: string | undefined;
};

export type AuthoritativeDefinition = {
  type: string;
  url: string;
  description: string | undefined;
};

/** A server as written, plus the two members that everything needs. */
export type ContractServer = { server: string; type: string } & Record<string, unknown>;

/** `customProperties` by `property`; of several with one name the first counts. */
export type CustomProperties = Readonly<Record<string, unknown>>;

/** ODCS schema object (3.x `schema[]`, 2.2 `dataset[]`). `physicalName` falls back to `name`. */
export type ContractTable = {
  id: string | undefined;
  name: string;
  physicalName: string;
  /** What it is on the platform, as written: `table`, `view`, `topic`, … */
  physicalType: string | undefined;
  businessName: string | undefined;
  description: string | undefined;
  tags: readonly string[];
  deprecated: boolean;
  /** The columns. */
  properties: ContractProperty[];
  /** Measures, and dimensions that an expression makes (ODCS 3.2 `semanticType`): no table has these as columns. */
  computed: ContractProperty[];
  quality: QualityRule[];
  relationships: Relationship[];
  customProperties: CustomProperties;
  /** Names of members that the model has no place for; absent where there are none. */
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
  /** From 1; undefined where the contract gives none (or -1, the standard's default). */
  primaryKeyPosition: number | undefined;
  partitioned: boolean;
  partitionKeyPosition: number | undefined;
  classification: string | undefined;
  tags: readonly string[];
  /** Allowed values (ODCS 3.2 `enum[].value`; older contracts write scalars). */
  enumValues: readonly Scalar[] | undefined;
  /** What ODCS 3.2 says about allowed values, of those of which it says something. */
  enumTexts: readonly EnumText[];
  deprecated: boolean;
  /** The expression that makes it, as written. */
  transformLogic: string | undefined;
  options: LogicalTypeOptions;
  quality: QualityRule[];
  /** Members of an object. */
  properties: ContractProperty[];
  /** What an array holds; its name is `items` where the contract gives none. */
  items: ContractProperty | undefined;
  /** Keys and values of a map (ODCS 3.2). */
  map: { key: ContractProperty; value: ContractProperty } | undefined;
  examples: readonly unknown[];
  relationships: Relationship[];
  customProperties: CustomProperties;
  /** As `further` of a table. */
  further?: readonly string[];
};

export type Scalar = string | number | boolean;

/** Words of an allowed value; at least one of them. */
export type EnumText = {
  value: Scalar;
  label: string | undefined;
  description: string | undefined;
};

/** `logicalTypeOptions`; 3.0's boolean `exclusive*` are already turned into the bounds of 3.1. */
export type LogicalTypeOptions = {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** Of strings (`email`, `uuid`, …), of numbers (`i32`, `f64`), or the pattern of dates (JDK DateTimeFormatter). */
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
  /** Of vectors. */
  dimensions?: number;
  elementType?: string;
  distanceMetric?: string;
  embeddingModel?: string;
  embeddingModelVersion?: string;
  normalized?: boolean;
  /** Whether timestamps and times carry a zone. */
  timezone?: boolean;
};

/** One comparison of ODCS quality rules; bounds of `between` are inclusive. Only SQL rules compare texts and booleans. */
export type Threshold =
  | { operator: '=' | '!='; value: Scalar }
  | { operator: '>' | '>=' | '<' | '<='; value: number }
  | { operator: 'between' | 'not between'; low: number; high: number };

/**
 * A quality rule as far as it is understood. `metric` is undefined for sql, text and custom rules, and carries the
 * 3.1 spelling (`rowCount`) when 3.0 wrote `rule: countCheck`; `threshold` is undefined without a usable operator.
 */
export type QualityRule = {
  id: string | undefined;
  name: string | undefined;
  metric: string | undefined;
  type: 'library' | 'sql' | 'text' | 'custom';
  threshold: Threshold | undefined;
  /** What the threshold counts. */
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
  /** Of SQL rules, as written. */
  query: string | undefined;
  /** Of custom rules. */
  engine: string | undefined;
  /** Of custom rules: a text or an object of that engine. */
  implementation: unknown;
  tags: readonly string[];
};

/** A foreign key as written: `table.column`, or `schema/<id>/properties/<id>`. */
export type Relationship = {
  type: string;
  /** Empty on a property, which is its own beginning. */
  from: readonly string[];
  to: readonly string[];
};

/** One of `slaProperties`; `property` in lower case with the synonyms of the standard resolved (`ly` → `latency`). */
export type SlaProperty = {
  id: string | undefined;
  property: string;
  value: string | number | undefined;
  unit: string | undefined;
  description: string | undefined;
  /** `table.column` texts; a comma list becomes several. */
  elements: readonly string[];
};
