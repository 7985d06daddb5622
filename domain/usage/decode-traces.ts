import { readFields } from '../../lib/protobuf/read-fields.ts';
import type { FieldValue } from '../../lib/protobuf/read-fields.ts';
import { refuse } from '../errors.ts';
import type { AnyValue, KeyValue, Resource, Scope, SentSpan, SentTraces } from './otlp.ts';

/** Values may nest this deep; those of real attributes hardly nest. */
const maxDepth = 16;

/**
 * Decodes an ExportTraceServiceRequest of OTLP from the wire format of Protocol Buffers into the form of its JSON. Events
 * and links of spans are left out. Throws `ProtobufError`.
 */
export function decodeTraces(bytes: Buffer): SentTraces {
  const resourceSpans: NonNullable<SentTraces['resourceSpans']> = [];
  for (const [number, value] of readFields(bytes)) {
    if (number === 1) resourceSpans.push(decodeResourceSpans(messageOf(value)));
  }
  return { resourceSpans };
}

function decodeResourceSpans(bytes: Buffer) {
  let resource: Resource = {};
  const scopeSpans: { scope: Scope; spans: SentSpan[] }[] = [];
  for (const [number, value] of readFields(bytes)) {
    if (number === 1) resource = { attributes: attributesOf(messageOf(value), 1) };
    else if (number === 2) scopeSpans.push(decodeScopeSpans(messageOf(value)));
  }
  return { resource, scopeSpans };
}

function decodeScopeSpans(bytes: Buffer) {
  let scope: Scope = {};
  const spans: SentSpan[] = [];
  for (const [number, value] of readFields(bytes)) {
    if (number === 1) scope = decodeScope(messageOf(value));
    else if (number === 2) spans.push(decodeSpan(messageOf(value)));
  }
  return { scope, spans };
}

function decodeScope(bytes: Buffer): Scope {
  const scope: Scope = {};
  for (const [number, value] of readFields(bytes)) {
    if (number === 1) scope.name = textOf(value);
    else if (number === 2) scope.version = textOf(value);
  }
  return scope;
}

type Take = (span: SentSpan, value: FieldValue) => void;

const spanFields: Readonly<Record<number, Take>> = {
  1: (span, value) => (span.traceId = messageOf(value).toString('hex')),
  2: (span, value) => (span.spanId = messageOf(value).toString('hex')),
  4: (span, value) => (span.parentSpanId = messageOf(value).toString('hex')),
  5: (span, value) => (span.name = textOf(value)),
  6: (span, value) => (span.kind = Number(value)),
  7: (span, value) => (span.startTimeUnixNano = String(value)),
  8: (span, value) => (span.endTimeUnixNano = String(value)),
  9: (span, value) => (span.attributes ??= []).push(decodeKeyValue(messageOf(value), 0)),
  15: (span, value) => (span.status = decodeStatus(messageOf(value))),
};

function decodeSpan(bytes: Buffer): SentSpan {
  const span: SentSpan = {};
  for (const [number, value] of readFields(bytes)) spanFields[number]?.(span, value);
  return span;
}

function decodeStatus(bytes: Buffer): NonNullable<SentSpan['status']> {
  const status: NonNullable<SentSpan['status']> = {};
  for (const [number, value] of readFields(bytes)) {
    if (number === 2) status.message = textOf(value);
    else if (number === 3) status.code = Number(value);
  }
  return status;
}

/** The attributes in the repeated field `at` of a message. */
function attributesOf(bytes: Buffer, at: number, depth = 0): KeyValue[] {
  const attributes: KeyValue[] = [];
  for (const [number, value] of readFields(bytes)) {
    if (number === at) attributes.push(decodeKeyValue(messageOf(value), depth));
  }
  return attributes;
}

function decodeKeyValue(bytes: Buffer, depth: number): KeyValue {
  const pair: KeyValue = { key: '' };
  for (const [number, value] of readFields(bytes)) {
    if (number === 1) pair.key = textOf(value);
    else if (number === 2) pair.value = decodeAnyValue(messageOf(value), depth);
  }
  return pair;
}

function decodeAnyValue(bytes: Buffer, depth: number): AnyValue {
  if (depth > maxDepth) {
    refuse('malformed_body', `Values of attributes nest deeper than ${maxDepth} levels.`);
  }
  let decoded: AnyValue = {};
  for (const [number, value] of readFields(bytes)) {
    decoded = valueFields[number]?.(value, depth) ?? decoded;
  }
  return decoded;
}

const valueFields: Readonly<Record<number, (value: FieldValue, depth: number) => AnyValue>> = {
  1: (value) => ({ stringValue: textOf(value) }),
  2: (value) => ({ boolValue: value !== 0n }),
  3: (value) => ({ intValue: String(BigInt.asIntN(64, integerOf(value))) }),
  4: (value) => ({ doubleValue: doubleOf(integerOf(value)) }),
  5: (value, depth) => ({ arrayValue: { values: itemsOf(messageOf(value), depth + 1) } }),
  6: (value, depth) => ({
    kvlistValue: { values: attributesOf(messageOf(value), 1, depth + 1) },
  }),
  7: (value) => ({ bytesValue: messageOf(value).toString('base64') }),
};

function itemsOf(bytes: Buffer, depth: number): AnyValue[] {
  const items: AnyValue[] = [];
  for (const [number, value] of readFields(bytes)) {
    if (number === 1) items.push(decodeAnyValue(messageOf(value), depth));
  }
  return items;
}

function doubleOf(bits: bigint): number {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(bits);
  return bytes.readDoubleLE();
}

function messageOf(value: FieldValue): Buffer {
  return typeof value === 'bigint' ? refuseType() : value;
}

function integerOf(value: FieldValue): bigint {
  return typeof value === 'bigint' ? value : refuseType();
}

function textOf(value: FieldValue): string {
  return messageOf(value).toString('utf8');
}

function refuseType(): never {
  return refuse('malformed_body', 'The body is no ExportTraceServiceRequest of OTLP.');
}
