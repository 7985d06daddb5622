import { objectOf, objectsOf, textOf } from '../standards/json-value.ts';
import type { JsonObject } from '../standards/json-value.ts';
import { nameOf } from '../standards/odcs/normalise-property.ts';
import { compareProperty, comparePhysicalNames } from './compare-property.ts';
import { compareQuality } from './compare-quality.ts';
import { compareRelationships } from './compare-relationships.ts';
import { compareWords } from './compare-words.ts';
import { note } from './contract-change.ts';
import type { ContractChange } from './contract-change.ts';
import { isReordered, pairUp } from './pair-up.ts';
import type { Pairing } from './pair-up.ts';
import { isSame } from './same-content.ts';

const idOf = (element: JsonObject): string | undefined => textOf(element['id']);
const objectNameOf = (object: JsonObject): string => nameOf(object, 'table') ?? '';
const propertyNameOf = (property: JsonObject): string => nameOf(property, 'column') ?? '';

/** Records changes of the schema objects of two contracts (ODCS 3 `schema`, 2.2 `dataset`). */
export function compareSchema(from: JsonObject, to: JsonObject, changes: ContractChange[]): void {
  const before = objectsOf(from['schema'] ?? from['dataset']);
  const after = objectsOf(to['schema'] ?? to['dataset']);
  if (isSame(before, after)) return;
  const pairing = pairUp(before, after, [idOf, objectNameOf]);
  for (const object of pairing.removed)
    note(changes, 'object-removed', `schema[${objectNameOf(object)}]`);
  for (const object of pairing.added)
    note(changes, 'object-added', `schema[${objectNameOf(object)}]`);
  for (const { from: one, to: other } of pairing.pairs) {
    if (!isSame(one, other)) compareObject(one, other, changes);
  }
  if (isReordered(pairing.pairs, before, after)) note(changes, 'order-changed', 'schema');
}

const judged: ReadonlySet<string> = new Set([
  'id',
  'name',
  'table',
  'physicalName',
  'physicalType',
  'logicalType',
  'properties',
  'columns',
  'quality',
  'relationships',
  'deprecated',
]);

function compareObject(from: JsonObject, to: JsonObject, changes: ContractChange[]): void {
  const [before, after] = [objectNameOf(from), objectNameOf(to)];
  const path = `schema[${before}]`;
  if (before !== after)
    note(changes, 'object-renamed', `${path}.name`, { from: before, to: after });
  comparePhysicalNames(objectSide(from), objectSide(to), path, changes);
  compareObjectTypes(from, to, path, changes);
  const deprecated = { from: from['deprecated'], to: to['deprecated'] };
  if (!isSame(deprecated.from, deprecated.to))
    note(changes, 'deprecation-changed', `${path}.deprecated`, deprecated);
  compareQuality(from['quality'], to['quality'], path, changes);
  compareRelationships(from['relationships'], to['relationships'], path, changes);
  compareWords({ from, to }, path, judged, changes);
  compareProperties(from, to, path, changes);
}

function objectSide(raw: JsonObject): { raw: JsonObject; model: { physicalName: string } } {
  return { raw, model: { physicalName: textOf(raw['physicalName']) ?? objectNameOf(raw) } };
}

const views = /^((external|materialized) )?(table|view)$/;

function compareObjectTypes(
  from: JsonObject,
  to: JsonObject,
  path: string,
  changes: ContractChange[],
): void {
  const values = { from: textOf(from['physicalType']), to: textOf(to['physicalType']) };
  const [before, after] = [values.from, values.to].map((text) => text?.toLowerCase().trim());
  if (before === after) return;
  const at = `${path}.physicalType`;
  if (before === undefined || after === undefined)
    note(
      changes,
      before === undefined ? 'physical-type-added' : 'physical-type-removed',
      at,
      values,
    );
  else if (views.test(before) && views.test(after))
    note(changes, 'object-view-exchanged', at, values);
  else note(changes, 'object-type-changed', at, values);
}

function compareProperties(
  from: JsonObject,
  to: JsonObject,
  path: string,
  changes: ContractChange[],
): void {
  const before = objectsOf(from['properties'] ?? from['columns']);
  const after = objectsOf(to['properties'] ?? to['columns']);
  if (isSame(before, after)) return;
  const pairing = pairUp(before, after, [idOf, propertyNameOf]);
  const at = (property: JsonObject): string => `${path}.properties[${propertyNameOf(property)}]`;
  for (const property of pairing.removed) note(changes, 'property-removed', at(property));
  for (const property of pairing.added) {
    const rule = isDemanded(property) ? 'required-property-added' : 'property-added';
    note(changes, rule, at(property));
  }
  for (const pair of pairing.pairs) compareElement(pair.from, pair.to, at(pair.from), changes);
  comparePrimaryKeys(pairing, path, changes);
  if (isReordered(pairing.pairs, before, after))
    note(changes, 'order-changed', `${path}.properties`);
}

function compareElement(
  from: JsonObject,
  to: JsonObject,
  path: string,
  changes: ContractChange[],
): void {
  if (isSame(from, to)) return;
  compareProperty(from, to, path, changes);
  compareRelationships(from['relationships'], to['relationships'], path, changes);
  compareProperties(from, to, path, changes);
  compareInner(from['items'], to['items'], `${path}.items`, changes);
  const [before, after] = [objectOf(from['map']), objectOf(to['map'])];
  for (const half of ['key', 'value'])
    compareInner(before?.[half], after?.[half], `${path}.map.${half}`, changes);
}

/** Compares the element of a list or a map, which has no name. */
function compareInner(from: unknown, to: unknown, path: string, changes: ContractChange[]): void {
  const [before, after] = [objectOf(from), objectOf(to)];
  if (before && after) compareElement(before, after, path, changes);
  else if (after) note(changes, 'logical-type-added', path, { to: after['logicalType'] });
  else if (before) note(changes, 'logical-type-removed', path, { from: before['logicalType'] });
}

function isDemanded(property: JsonObject): boolean {
  return property['required'] === true || property['isNullable'] === false || isKey(property);
}

function isKey(property: JsonObject): boolean {
  return property['primaryKey'] === true || property['isPrimaryKey'] === true;
}

/** The primary key of an object is one promise, regardless of the number of its columns. */
function comparePrimaryKeys(
  { pairs, removed, added }: Pairing<JsonObject>,
  path: string,
  changes: ContractChange[],
): void {
  const before = [...pairs.map(({ from }) => from), ...removed].filter(isKey);
  const after = [...pairs.map(({ to }) => to), ...added].filter(isKey);
  const values = { from: namesOf(before), to: namesOf(after) };
  const stays =
    before.length === after.length &&
    pairs.every(({ from, to }) => isKey(from) === isKey(to)) &&
    !removed.some(isKey);
  if (!stays) return note(changes, 'primary-key-changed', `${path}.primaryKey`, values);
  const moved = pairs.some(
    ({ from, to }) => isKey(from) && !isSame(from['primaryKeyPosition'], to['primaryKeyPosition']),
  );
  if (moved) note(changes, 'primary-key-reordered', `${path}.primaryKey`, values);
}

function namesOf(properties: readonly JsonObject[]): string[] | undefined {
  if (properties.length === 0) return undefined;
  const positionOf = (property: JsonObject): number => Number(property['primaryKeyPosition'] ?? 0);
  return properties
    .toSorted((one, other) => positionOf(one) - positionOf(other))
    .map(propertyNameOf);
}
