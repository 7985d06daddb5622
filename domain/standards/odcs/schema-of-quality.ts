import {
  anything,
  has,
  listOf,
  number,
  objectOf,
  oneOf,
  openObject,
  part,
  saying,
  text,
  texts,
  when,
  without,
} from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';
import { annotations, isClosed, stableId } from './schema-parts.ts';
import type { Line3 } from '../versions.ts';

const dimensions = [
  'accuracy',
  'completeness',
  'conformity',
  'consistency',
  'coverage',
  'timeliness',
  'uniqueness',
];

const metrics = ['nullValues', 'missingValues', 'invalidValues', 'duplicateValues', 'rowCount'];

const range = listOf(number, { minItems: 2, maxItems: 2, uniqueItems: true });

const operators: Members = {
  mustBe: anything,
  mustNotBe: anything,
  mustBeGreaterThan: number,
  mustBeGreaterOrEqualTo: number,
  mustBeLessThan: number,
  mustBeLessOrEqualTo: number,
  mustBeBetween: range,
  mustNotBeBetween: range,
};

const operatorNames = Object.keys(operators);

const oneOperator = saying(`must have exactly one of ${operatorNames.join(', ')}`, {
  oneOf: operatorNames.map((name) => ({ required: [name] })),
});

const implementation: Schema = { type: ['string', 'object'] };

function common(line: Line3): Members {
  return {
    ...stableId(line),
    name: text,
    description: text,
    type: oneOf(['library', 'text', 'sql', 'custom']),
    dimension: oneOf(dimensions),
    severity: text,
    businessImpact: text,
    method: text,
    unit: text,
    schedule: text,
    scheduler: text,
    ...annotations,
    tags: texts,
  };
}

/** 3.0: a rule without a type is a library rule; members that the type does not require are unrestricted. */
function openRule(line: Line3): Schema {
  return {
    ...objectOf(common(line)),
    allOf: [
      when(
        { properties: { type: { enum: ['library'] } } },
        objectOf({ rule: text, ...operators }, { required: ['rule'] }),
      ),
      when(has('type', 'sql'), objectOf({ query: text }, { required: ['query'] })),
      when(
        has('type', 'custom'),
        objectOf({ engine: text, implementation }, { required: ['engine', 'implementation'] }),
      ),
    ],
  };
}

/** From 3.1: `metric` makes any rule a library rule, and each type has its own members. */
function closedRule(line: Line3): Schema {
  const isLibrary = { anyOf: [has('type', 'library'), { required: ['metric'] }] };
  const isCompared = { anyOf: [has('type', 'sql'), isLibrary] };
  const members = {
    ...common(line),
    metric: oneOf(metrics),
    rule: text,
    arguments: openObject,
    query: text,
    engine: text,
    implementation,
    ...operators,
  };
  return {
    ...objectOf(members, { closed: true }),
    allOf: [
      when(isLibrary, { required: ['metric'] }, without(['rule', 'arguments'])),
      when(has('type', 'sql'), { required: ['query'] }, without(['query'])),
      when(
        has('type', 'custom'),
        { required: ['engine', 'implementation'] },
        without(['engine', 'implementation']),
      ),
      when(isCompared, oneOperator, without(operatorNames)),
    ],
  };
}

/** A quality rule: its required and allowed members depend on its type. */
export function qualityRule(line: Line3): Schema {
  return isClosed(line) ? closedRule(line) : openRule(line);
}

export const qualityRules: Schema = listOf(part('quality'));
