import { anything, listOf, objectOf, text, texts } from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';
import type { ProductLine } from '../versions.ts';

export const address: Schema = { type: 'string', format: 'uri' };
export const day: Schema = { type: 'string', format: 'date' };
export const instant: Schema = { type: 'string', format: 'date-time' };

/** Every object of ODPS refuses unknown members, in all versions. */
export const closed = (members: Members, required: readonly string[] = []): Schema =>
  objectOf(members, { required, closed: true });

/** Members added in 1.1. */
export const since11 = (line: ProductLine, members: Members): Members =>
  line === '1.1' ? members : {};

const definitionTypes = [
  'businessDefinition',
  'transformationImplementation',
  'videoTutorial',
  'tutorial',
  'implementation',
];

/** `authoritativeDefinitions[]`; 0.9 allows only some types. */
export function authoritativeDefinitions(line: ProductLine): Schema {
  const type = line === '0.9' ? { type: 'string', enum: definitionTypes } : text;
  const members = { type, url: address, description: text, ...since11(line, { id: text }) };
  return listOf(closed(members, ['type', 'url']));
}

/** `customProperties[]`: a list, never a map. */
export function customProperties(line: ProductLine): Schema {
  const members = { property: text, value: anything, description: text };
  return listOf(
    closed({ ...members, ...since11(line, { id: text, vendor: text }) }, ['property', 'value']),
  );
}

/** Members that nearly every object may have. */
export function annotations(line: ProductLine): Members {
  return {
    tags: texts,
    authoritativeDefinitions: authoritativeDefinitions(line),
    customProperties: customProperties(line),
  };
}

/** `synonyms[]` of 1.1. */
export function synonyms(line: ProductLine): Schema {
  const members = {
    id: text,
    synonym: text,
    description: text,
    locale: text,
    source: text,
    status: text,
    customProperties: customProperties(line),
  };
  return listOf(closed(members, ['synonym']));
}

/** `context` of 1.1: only an object, while ODCS also accepts a text. */
export function context(line: ProductLine): Schema {
  const statement = { id: text, question: text, answer: text, ...annotations(line) };
  const constraint = { id: text, constraint: text, ...annotations(line) };
  return closed({
    instructions: text,
    verifiedStatements: listOf(closed(statement, ['question'])),
    constraints: listOf(closed(constraint, ['constraint'])),
  });
}
