import type { Body } from '../generate/body.ts';
import { toJsonText } from '../generate/json-tree.ts';
import type { FuzzRequest } from '../generate/request.ts';
import { withoutParts, withoutSpans } from './shrink.ts';
import { simplerJson } from './simpler-json.ts';

const maxParsedLength = 50_000;

/** Requests with one simplification: connection, encoding, headers, query, body, then parts of the body. */
export function* simplerRequests(request: FuzzRequest): Generator<FuzzRequest> {
  if (request.ending.kind !== 'whole') yield { ...request, ending: { kind: 'whole' } };
  if (request.framing !== 'length' && request.body) yield { ...request, framing: 'length' };
  if (request.coding) {
    yield { ...request, coding: undefined };
    if (request.coding.damage !== 'none') {
      yield { ...request, coding: { ...request.coding, damage: 'none' } };
    }
  }
  for (const headers of withoutParts(request.headers)) yield { ...request, headers };
  yield* simplerTargets(request);
  if (request.principal !== 'none') yield { ...request, principal: 'none' };
  if (!request.body) return;
  yield { ...request, body: undefined, coding: undefined, framing: 'none' };
  for (const body of simplerBodies(request.body)) yield { ...request, body };
}

function* simplerTargets(request: FuzzRequest): Generator<FuzzRequest> {
  const [path = '', query] = request.target.split(/\?(.*)/s);
  if (query === undefined) return;
  yield { ...request, target: path };
  const pairs = query.split('&');
  if (pairs.length === 1) return;
  for (const kept of withoutParts(pairs)) {
    if (kept.length > 0) yield { ...request, target: `${path}?${kept.join('&')}` };
  }
}

function* simplerBodies(body: Body): Generator<Body> {
  const { content } = body;
  const withText = (text: string): Body => ({ ...body, content: { ...content, text } });
  // Parsing and copying long bodies repeatedly takes longer than leaving out halves of their text.
  if (content.text.length > maxParsedLength) {
    for (const text of withoutSpans(content.text)) yield withText(text);
    return;
  }
  const json = parseJson(content.text);
  if (json !== undefined) {
    for (const value of simplerJson(json)) {
      const text = toJsonText(value);
      if (text.length < content.text.length) yield withText(text);
    }
  }
  const lines = content.text.split('\n');
  if (lines.length > 2) {
    for (const kept of withoutParts(lines)) yield withText(kept.join('\n'));
  }
  for (const text of withoutSpans(content.text)) yield withText(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
