/** A value of an attribute, as in the JSON of OTLP. */
export type AnyValue = {
  stringValue?: string;
  boolValue?: boolean;
  /** 64 bits: a number, or its digits. */
  intValue?: string | number;
  doubleValue?: number;
  arrayValue?: { values?: AnyValue[] };
  kvlistValue?: { values?: KeyValue[] };
  bytesValue?: string;
};

export type KeyValue = { key: string; value?: AnyValue };
export type Resource = { attributes?: KeyValue[] };
export type Scope = { name?: string; version?: string };

/** A span as clients send it; nothing of it has been checked. */
export type SentSpan = {
  traceId?: string;
  spanId?: string;
  parentSpanId?: string;
  name?: string;
  kind?: string | number;
  startTimeUnixNano?: string | number;
  endTimeUnixNano?: string | number;
  attributes?: KeyValue[];
  status?: { code?: number; message?: string };
};

/** The body of a request of OTLP. */
export type SentTraces = {
  resourceSpans?: { resource?: Resource; scopeSpans?: { scope?: Scope; spans?: SentSpan[] }[] }[];
};

/** A span that says who used an output port of a data product, in its stored form. */
export type UsageSpan = {
  /** 16 hexadecimal digits in lower case. */
  spanId: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  productId: string;
  /** Empty if the span names none, as for the texts below. */
  port: string;
  contractId: string;
  scopeName: string;
  user: string;
  accessId: string;
  /** Rows that the user got; 0 if the span does not say. */
  rows: number;
  /** Resource, scope and span as JSON. */
  resource: string;
  scope: string;
  span: string;
};

/** Spans of a request that are not stored, by the reason. */
export type Rejections = { [reason: string]: number };
