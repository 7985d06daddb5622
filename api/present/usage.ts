import type { ListedSpan } from '../../db/tables/usage/usage-spans.ts';
import type { Rejections } from '../../domain/usage/otlp.ts';
import { writeFields } from '../../lib/protobuf/write-fields.ts';
import type { Answer } from '../exchange.ts';
import { protobufType } from '../http/errors/otlp-errors.ts';

/** Reasons that an answer names. */
const maxReasons = 5;

/** The answer to spans in the encoding of the request: the number of rejected ones, and why. */
export function presentOutcome(rejected: Rejections, format: string): Answer {
  const reasons = Object.entries(rejected);
  const count = reasons.reduce((sum, [, times]) => sum + times, 0);
  const named = reasons.slice(0, maxReasons).map(([reason, times]) => `${reason} (${times})`);
  const more = reasons.length > maxReasons ? '; …' : '';
  const message = `${named.join('; ')}${more}`;
  if (format === 'x-protobuf') {
    const partial = writeFields([
      [1, count],
      [2, message],
    ]);
    const bytes = count === 0 ? Buffer.alloc(0) : writeFields([[1, partial]]);
    return { status: 200, bytes, contentType: protobufType };
  }
  const partialSuccess = { rejectedSpans: String(count), errorMessage: message };
  return { status: 200, json: count === 0 ? {} : { partialSuccess } };
}

/** Spans as they were sent; neighbors of the same resource and scope share them. */
export function presentSpans(spans: readonly ListedSpan[]): string {
  const groups: { resource: string; scope: string; spans: string[] }[] = [];
  for (const { resource, scope, span } of spans) {
    const last = groups.at(-1);
    if (last?.resource === resource && last.scope === scope) last.spans.push(span);
    else groups.push({ resource, scope, spans: [span] });
  }
  const texts = groups.map(
    (group) =>
      `{"resource":${group.resource},"scopeSpans":[{"scope":${group.scope},"spans":[${group.spans.join(',')}]}]}`,
  );
  return `{"resourceSpans":[${texts.join(',')}]}`;
}
