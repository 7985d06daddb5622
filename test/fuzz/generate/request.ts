import { makeBody } from './body.ts';
import type { Body } from './body.ts';
import { choicesOf } from './choices.ts';
import type { Choices } from './choices.ts';
import { pickCoding } from './encodings.ts';
import type { Coding } from './encodings.ts';
import { makeHeaders } from './headers.ts';
import type { Header } from './headers.ts';
import type { FindSchema, Operation } from './operations.ts';
import { makeTarget } from './target.ts';

/** Senders of requests; their credentials are added once they exist. */
export const principals = [
  'none',
  'wrong',
  'organization',
  'organizationRead',
  'team',
  'teamRead',
  'user',
  'userRead',
  'otherOrganization',
  'session',
  'readSession',
  'contact',
  'otherContact',
] as const;
export type PrincipalName = (typeof principals)[number];

/** How a request is sent: complete, slowly in pieces, or broken off partway in one of three ways. */
export type Ending =
  | { kind: 'whole' }
  | { kind: 'slow'; pieces: number }
  | { kind: 'left'; after: number; how: 'reset' | 'half-close' | 'close' };

/** A complete request; generated from seed and index alone. */
export type FuzzRequest = {
  index: number;
  operation: string;
  method: string;
  target: string;
  principal: PrincipalName;
  headers: readonly Header[];
  body: Body | undefined;
  coding: Coding | undefined;
  framing: 'length' | 'chunked' | 'too-long' | 'too-short' | 'none';
  ending: Ending;
  /** True if it may wait by design, so that a late answer is no hang. */
  mayWait: boolean;
};

export type RequestSource = {
  seed: number;
  operations: readonly Operation[];
  find: FindSchema;
};

/** Request `index` of a run. */
export function makeRequest({ seed, operations, find }: RequestSource, index: number): FuzzRequest {
  const choices = choicesOf(seed, index);
  const operation = pickOperation(operations, choices);
  const body = makeBody(operation, choices, find);
  const coding = body && choices.chance(0.2) ? pickCoding(choices) : undefined;
  return {
    index,
    operation: operation.name,
    method: pickMethod(operation, choices),
    target: makeTarget(operation, choices),
    principal: pickPrincipal(operation, choices),
    headers: makeHeaders(operation, choices),
    body,
    coding,
    framing: body ? pickFraming(choices) : 'none',
    ending: pickEnding(choices, coding !== undefined),
    mayWait: operation.mayWait,
  };
}

/** Bodies that are read piece by piece. */
const streamed = /multipart|ndjson/;

/** Prefers operations with a body, because more code handles them. */
function pickOperation(operations: readonly Operation[], choices: Choices): Operation {
  const first = choices.pick(operations);
  if (first.bodies.some(({ contentType }) => streamed.test(contentType)) || choices.chance(0.4)) {
    return first;
  }
  const second = choices.pick(operations);
  return first.bodies.length > 0 && second.bodies.length === 0 ? first : second;
}

function pickMethod({ method }: Operation, choices: Choices): string {
  if (choices.chance(0.99)) return method;
  return choices.pick(['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'PUT', 'POST', 'DELETE']);
}

function pickPrincipal({ path }: Operation, choices: Choices): PrincipalName {
  if (choices.chance(0.15)) return choices.pick(principals);
  if (path.startsWith('/v1')) return choices.pick(['contact', 'contact', 'otherContact']);
  if (path.startsWith('/ui')) return choices.pick(['session', 'session', 'session', 'readSession']);
  return choices.pick([
    'organization',
    'organization',
    'organization',
    'organization',
    'organization',
    'team',
    'user',
    'userRead',
    'teamRead',
    'organizationRead',
    'otherOrganization',
  ]);
}

function pickFraming(choices: Choices): FuzzRequest['framing'] {
  return choices.weighted([
    [80, 'length'],
    [15, 'chunked'],
    [2, 'too-long'],
    [1, 'too-short'],
  ]);
}

function pickEnding(choices: Choices, isCoded: boolean): Ending {
  if (!choices.chance(isCoded ? 0.4 : 0.06)) return { kind: 'whole' };
  if (choices.chance(0.2)) return { kind: 'slow', pieces: choices.between(2, 4) };
  return {
    kind: 'left',
    after: choices.pick([0, 0.2, 0.5, 0.7, 0.9, 1, 1]),
    how: choices.pick(['reset', 'half-close', 'half-close', 'close']),
  };
}
