import {
  anything,
  flag,
  has,
  hasOneOf,
  listOf,
  objectOf,
  oneOf,
  openObject,
  part,
  saying,
  scalar,
  text,
  texts,
  when,
  whole,
  without,
} from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';
import { annotations, isClosed, since31, since32, stableId } from './schema-parts.ts';
import { qualityRules } from './schema-of-quality.ts';
import { logicalTypes, rulesOfTypes } from './schema-of-types.ts';
import type { Line3 } from '../versions.ts';

const name = '[A-Za-z_][A-Za-z0-9_]*';

/** `table.column`, or `schema/<id>/properties/<id>` of this or of another file. */
function reference(line: Line3): string {
  const wide = '[A-Za-z_][A-Za-z0-9_-]*';
  const short = line === '3.2' ? String.raw`${wide}(\.${wide})+` : String.raw`${name}\.${name}`;
  const file = String.raw`((https?://)?[A-Za-z0-9._/-]+\.${line === '3.2' ? 'ya?ml' : 'yaml'}#)?`;
  const segment = `${name}/[A-Za-z0-9_-]+`;
  return `^(${short}|${file}/?${segment}(/${segment})*)$`;
}

function relationships(line: Line3, required: readonly string[]): Schema {
  const target = saying('must be a reference like orders.order_id or schema/orders/properties/id', {
    type: 'string',
    pattern: reference(line),
  });
  const targets = { ...target, type: ['string', 'array'], items: target, minItems: 1 };
  const sides = Object.fromEntries(required.map((side) => [side, targets]));
  const members = {
    ...since32(line, { id: text }),
    type: oneOf(['foreignKey']),
    ...sides,
    customProperties: part('customProperties'),
  };
  const related = objectOf(members, { required, closed: true });
  if (!required.includes('from')) return listOf(related);
  const isList = { properties: { from: { type: 'array' } } };
  const sameForm = when(
    isList,
    { properties: { to: { type: 'array' } } },
    { properties: { to: { type: 'string' } } },
  );
  return listOf({ ...related, allOf: [sameForm] });
}

function element(line: Line3): Members {
  return {
    ...stableId(line),
    name: text,
    physicalType: text,
    description: text,
    businessName: text,
    quality: qualityRules,
    ...annotations,
    ...since32(line, { deprecated: flag, synonyms: part('synonyms') }),
  };
}

function additions(line: Line3): Members {
  const value = {
    ...stableId(line),
    value: scalar,
    label: text,
    description: text,
    ...annotations,
  };
  return {
    ...since31(line, { relationships: relationships(line, ['to']) }),
    ...since32(line, {
      enum: listOf(objectOf(value, { required: ['value'], closed: true }), {
        minItems: 1,
        uniqueItems: true,
      }),
      map: anything,
      semanticType: oneOf(['column', 'measure', 'dimension']),
    }),
  };
}

/**
 * `properties`, `items` and `map` are allowed for the types object, array and map; the first two also without a
 * type.
 */
function nestingRules(line: Line3, isItem: boolean): Schema[] {
  const types = logicalTypes(line);
  const others = (type: string): Schema =>
    hasOneOf(
      'logicalType',
      types.filter((other) => other !== type),
    );
  const items = when(others('array'), without(['items']), {
    properties: { items: part('item') },
  });
  // In 3.0, `items` may have properties whatever its type is.
  const isFree = isItem && !isClosed(line);
  const properties = isFree ? [] : [when(others('object'), without(['properties']))];
  if (line !== '3.2') return [items, ...properties];
  const halves = objectOf(
    { key: part('item'), value: part('item') },
    { required: ['key', 'value'], closed: true },
  );
  const map = when(
    has('logicalType', 'map'),
    { properties: { map: halves }, required: ['map'] },
    without(['map']),
  );
  return [items, ...properties, map];
}

/** A property; `items` and the parts of a map need no name, all others do. */
export function property(line: Line3, { isItem }: { isItem: boolean }): Schema {
  const members = {
    ...element(line),
    ...(line === '3.0.0' || line === '3.0.1' ? {} : { physicalName: text }),
    logicalType: oneOf(logicalTypes(line)),
    logicalTypeOptions: openObject,
    required: flag,
    unique: flag,
    primaryKey: flag,
    primaryKeyPosition: whole,
    partitioned: flag,
    partitionKeyPosition: whole,
    classification: text,
    criticalDataElement: flag,
    encryptedName: text,
    transformSourceObjects: texts,
    transformLogic: text,
    transformDescription: text,
    examples: listOf(anything),
    properties: listOf(part('property')),
    items: anything,
    ...additions(line),
  };
  const required = isItem ? [] : ['name'];
  return {
    ...objectOf(members, { required, closed: true }),
    allOf: [...rulesOfTypes(line), ...nestingRules(line, isItem)],
  };
}

/** A schema object: a table, view, topic or file with its properties. */
export function schemaObject(line: Line3): Schema {
  const members = {
    ...element(line),
    logicalType: oneOf(['object']),
    physicalName: text,
    dataGranularityDescription: text,
    properties: listOf(part('property')),
    ...since31(line, { relationships: relationships(line, ['from', 'to']) }),
    ...since32(line, { context: part('context') }),
  };
  return objectOf(members, { required: ['name'], closed: true });
}
