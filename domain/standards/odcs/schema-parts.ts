import { anything, listOf, objectOf, part, saying, text, texts } from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';
import type { Line3 } from '../versions.ts';

/** From 3.1 most objects refuse unknown members. */
export const isClosed = (line: Line3): boolean => line === '3.1' || line === '3.2';

/** Members added in 3.1; unrestricted in 3.0. */
export const since31 = (line: Line3, members: Members): Members => (isClosed(line) ? members : {});

/** Members added in 3.2. */
export const since32 = (line: Line3, members: Members): Members => (line === '3.2' ? members : {});

export const day: Schema = { type: 'string', format: 'date' };
export const instant: Schema = { type: 'string', format: 'date-time' };

/** `id` of a part, from 3.1; 3.2 extended it so that URNs fit. */
export function stableId(line: Line3): Members {
  const wide = saying(String.raw`must not be empty or contain . # / \ @ ! % & ^`, {
    type: 'string',
    pattern: String.raw`^[^.#/\\@!%&^]+$`,
  });
  const narrow = saying('must consist of letters, digits, - and _', {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]+$',
  });
  return since31(line, { id: line === '3.2' ? wide : narrow });
}

/** `authoritativeDefinitions[]`: any text is a valid url, in every version. */
function authoritativeDefinitions(line: Line3): Schema {
  const members = {
    ...stableId(line),
    url: text,
    type: text,
    ...since31(line, { description: text }),
  };
  return listOf(objectOf(members, { required: ['url', 'type'], closed: isClosed(line) }));
}

/** `customProperties[]`: a list, never a map; 3.0 requires no members in its entries. */
function customProperties(line: Line3): Schema {
  const members = { property: text, value: anything };
  if (!isClosed(line)) return listOf(objectOf(members));
  const all = {
    ...stableId(line),
    ...members,
    description: text,
    ...since32(line, { vendor: text }),
  };
  return listOf(objectOf(all, { required: ['property', 'value'], closed: true }));
}

function role(line: Line3): Schema {
  const members = {
    ...stableId(line),
    role: text,
    description: text,
    access: text,
    firstLevelApprovers: text,
    secondLevelApprovers: text,
    ...(line === '3.0.0' ? {} : { customProperties: part('customProperties') }),
  };
  return objectOf(members, { required: ['role'], closed: isClosed(line) });
}

/** Members that nearly every object may have. */
export const annotations: Members = {
  tags: texts,
  authoritativeDefinitions: part('authoritativeDefinitions'),
  customProperties: part('customProperties'),
};

/** `synonyms[]` of 3.2. */
function synonyms(line: Line3): Schema {
  const members = {
    ...stableId(line),
    synonym: text,
    description: text,
    locale: text,
    source: text,
    status: text,
    customProperties: part('customProperties'),
  };
  return listOf(objectOf(members, { required: ['synonym'], closed: true }));
}

/** `context` of 3.2: a text or an object. */
function context(): Schema {
  const statement = { id: text, question: text, answer: text, ...annotations };
  const constraint = { id: text, constraint: text, ...annotations };
  const members = {
    instructions: text,
    verifiedStatements: listOf(objectOf(statement, { required: ['question'], closed: true })),
    constraints: listOf(objectOf(constraint, { required: ['constraint'], closed: true })),
  };
  return { ...objectOf(members, { closed: true }), type: ['string', 'object'] };
}

/** Parts that many objects refer to. */
export function sharedParts(line: Line3): Record<string, Schema> {
  const common = {
    authoritativeDefinitions: authoritativeDefinitions(line),
    customProperties: customProperties(line),
    role: role(line),
  };
  return line === '3.2' ? { ...common, synonyms: synonyms(line), context: context() } : common;
}
