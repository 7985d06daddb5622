import { isObject, isStorable } from '../../lib/json/json.ts';
import { ProtobufError } from '../../lib/protobuf/read-fields.ts';
import { refuse } from '../errors.ts';
import { keptDays } from '../operations/retention.ts';
import { decodeTraces } from './decode-traces.ts';
import type { AnyValue, KeyValue, Rejections, UsageSpan } from './otlp.ts';

/**
 * The spans of a request. `chunks` are JSON texts of lists of at most `chunkSize` spans, because copying texts between
 * processes is much faster than copying objects.
 */
export type ReadTraces = { chunks: string[]; rejected: Rejections };

/** A chunk is written in one transaction. */
const chunkSize = 1_000;

const dayMs = 24 * 3_600_000;

/** Clocks of clients may be ahead by this much. */
const maxAheadMs = 3_600_000;

const maxTextLength = 500;
const maxSpanLength = 100_000;

const notOtlp = 'The body is no ExportTraceServiceRequest of OTLP';

/**
 * Reads the spans of a request of OTLP in JSON, or in Protocol Buffers as a text of one character for each byte. Refuses with
 * `malformed_body` what is neither; spans that do not describe usage are counted by the reason.
 */
export function readTraces(text: string, format: 'json' | 'x-protobuf', now: number): ReadTraces {
  const body = format === 'json' ? parseJson(text) : parseProtobuf(text);
  const [rejected, chunks]: [Rejections, string[]] = [{}, []];
  let chunk: UsageSpan[] = [];
  const close = (): void => {
    if (chunk.length > 0) chunks.push(JSON.stringify(chunk));
    chunk = [];
  };
  for (const sent of spansOf(body)) {
    const span = readSpan(sent, now);
    if (typeof span === 'string') rejected[span] = (rejected[span] ?? 0) + 1;
    else if (chunk.push(span) === chunkSize) close();
  }
  close();
  return { chunks, rejected };
}

function parseJson(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return refuse('malformed_body', `The body is not valid JSON: ${(error as Error).message}.`);
  }
  if (isObject(body)) return body;
  return refuse('malformed_body', `${notOtlp}: it must be an object.`);
}

function parseProtobuf(text: string): Record<string, unknown> {
  try {
    return decodeTraces(Buffer.from(text, 'latin1'));
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
    return refuse('malformed_body', `${notOtlp}: ${error.message}.`);
  }
}

type Found = {
  span: unknown;
  scope: Record<string, unknown>;
  scopeText: string;
  resource: string;
  attributes: ReadonlyMap<string, AnyValue>;
};

function* spansOf(body: Record<string, unknown>): Generator<Found> {
  for (const ofResource of listOf(body, 'resourceSpans')) {
    const resource = objectIn(ofResource, 'resource');
    const attributes = attributesOf(resource);
    const text = JSON.stringify(resource);
    for (const ofScope of listOf(ofResource, 'scopeSpans')) {
      const scope = objectIn(ofScope, 'scope');
      const scopeText = JSON.stringify(scope);
      for (const span of listOf(ofScope, 'spans')) {
        yield { span, scope, scopeText, resource: text, attributes };
      }
    }
  }
}

function listOf(parent: unknown, name: string): unknown[] {
  if (!isObject(parent)) return refuse('malformed_body', `${notOtlp}: a member is no object.`);
  const list = parent[name] ?? [];
  return Array.isArray(list)
    ? list
    : refuse('malformed_body', `${notOtlp}: '${name}' must be a list.`);
}

function objectIn(parent: unknown, name: string): Record<string, unknown> {
  const value = isObject(parent) ? (parent[name] ?? {}) : {};
  return isObject(value)
    ? value
    : refuse('malformed_body', `${notOtlp}: '${name}' must be an object.`);
}

function attributesOf({ attributes }: Record<string, unknown>): Map<string, AnyValue> {
  const found = new Map<string, AnyValue>();
  if (!Array.isArray(attributes)) return found;
  for (const pair of attributes as unknown[]) {
    if (!isObject(pair) || typeof pair['key'] !== 'string' || !isObject(pair['value'])) continue;
    const { key, value } = pair as KeyValue;
    if (value) found.set(key, value);
  }
  return found;
}

/** The span in its stored form, or the reason why it is not stored. */
function readSpan(found: Found, now: number): UsageSpan | string {
  const { span, scope, scopeText, resource, attributes: shared } = found;
  if (!isObject(span)) return 'the span is no object';
  const own = attributesOf(span);
  const text = (name: string): string => textOf(own.get(name)) ?? textOf(shared.get(name)) ?? '';
  const spanId = idOf(span['spanId'], 16);
  const startedAt = millisecondsOf(span['startTimeUnixNano']);
  const read = {
    productId: text('dataproduct.id'),
    port: text('outputport.name'),
    contractId: text('datacontract.id'),
    scopeName: typeof scope['name'] === 'string' ? scope['name'] : '',
    user: text('user'),
    accessId: text('access.id'),
  };
  const rows = rowsOf(own.get('rows'));
  const spanText = JSON.stringify(span);
  if (spanId === undefined) return problemOfId('spanId', span['spanId'], 16);
  if (startedAt === undefined) return "'startTimeUnixNano' is no time in nanoseconds";
  if (rows === undefined) return "the attribute 'rows' is no number of rows";
  const problem =
    problemOfTrace(span['traceId']) ??
    problemOfTime(startedAt, now) ??
    problemOfTexts(read) ??
    problemOfLength([spanText, resource, scopeText]);
  if (problem !== undefined) return problem;
  return { spanId, startedAt, ...read, rows, resource, scope: scopeText, span: spanText };
}

function problemOfTrace(traceId: unknown): string | undefined {
  return idOf(traceId, 32) === undefined ? problemOfId('traceId', traceId, 32) : undefined;
}

function problemOfId(name: string, value: unknown, digits: number): string {
  return value === '0'.repeat(digits)
    ? `'${name}' must not be all zeros`
    : `'${name}' is not ${digits} hexadecimal digits`;
}

function problemOfLength(texts: readonly string[]): string | undefined {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return length > maxSpanLength ? `the span is longer than ${maxSpanLength} characters` : undefined;
}

function problemOfTime(startedAt: number, now: number): string | undefined {
  if (startedAt > now + maxAheadMs) return 'the span starts more than an hour in the future';
  return startedAt < now - keptDays.spans * dayMs
    ? `the span started more than ${keptDays.spans} days ago`
    : undefined;
}

function problemOfTexts(read: Record<string, string>): string | undefined {
  if (read['productId'] === '') return "no attribute 'dataproduct.id' names a data product";
  const texts = Object.values(read);
  if (texts.some((text) => text.length > maxTextLength)) {
    return `an attribute is longer than ${maxTextLength} characters`;
  }
  return texts.every(isStorable)
    ? undefined
    : 'an attribute contains characters that cannot be stored';
}

/** Identifiers are hexadecimal in the JSON of OTLP; one of zeros alone is invalid. */
function idOf(value: unknown, digits: number): string | undefined {
  if (typeof value !== 'string' || value.length !== digits) return undefined;
  return /^[0-9a-f]+$/i.test(value) && /[^0]/.test(value) ? value.toLowerCase() : undefined;
}

/** 64-bit integers are texts in the JSON of Protocol Buffers, but clients send numbers, too. */
function millisecondsOf(value: unknown): number | undefined {
  const digits = typeof value === 'number' ? value.toFixed(0) : value;
  if (typeof digits !== 'string' || !/^[1-9]\d{0,19}$/.test(digits)) return undefined;
  return Number(BigInt(digits) / 1_000_000n);
}

function textOf(value: AnyValue | undefined): string | undefined {
  if (!value) return undefined;
  const { stringValue, intValue } = value;
  if (typeof stringValue === 'string') return stringValue;
  return typeof intValue === 'string' || typeof intValue === 'number'
    ? String(intValue)
    : undefined;
}

function rowsOf(value: AnyValue | undefined): number | undefined {
  if (!value) return 0;
  const { stringValue, intValue, doubleValue } = value;
  const rows = Number(intValue ?? doubleValue ?? (stringValue || NaN));
  return Number.isSafeInteger(rows) && rows >= 0 ? rows : undefined;
}
