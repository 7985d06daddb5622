import { objectOf, objectsOf, textOf } from '../../../../domain/standards/json-value.ts';
import type { JsonObject } from '../../../../domain/standards/json-value.ts';
import { nameOf } from '../../../../domain/standards/odcs/normalise-property.ts';
import { markup } from '../../shapes/text/html-text.ts';
import type { Html } from '../../shapes/text/html-text.ts';
import { facts, link } from './parts.ts';

/** Members of an object that the page shows elsewhere, each with the names of its members. */
type MemberNames = Readonly<Record<string, string>>;

const plain = (names: string): MemberNames =>
  Object.fromEntries(names.split(' ').map((name) => [name, '']));

const definitions = 'type url description';
const options =
  'format minLength maxLength pattern minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minItems maxItems ' +
  'uniqueItems minProperties maxProperties required dimensions elementType distanceMetric embeddingModel ' +
  'embeddingModelVersion normalized timezone enum';

/** The names of ODCS, followed by those of the Data Contract Specification. */
const shownMembers = {
  contract: {
    ...plain('id uuid name datasetName version status tags tenant domain dataProduct'),
    description: `purpose usage limitations authoritativeDefinitions ${definitions}`,
    team: 'name members username role description comment',
    stakeholders: 'username name role description comment',
    support: 'channel url invitationUrl tool scope description',
    roles: 'role access firstLevelApprovers secondLevelApprovers description',
    price: 'priceAmount priceCurrency priceUnit',
    authoritativeDefinitions: definitions,
    slaProperties: 'property value unit element column description',
    customProperties: 'property name value',
    info: 'title version status owner description contact name url email',
    terms: 'usage limitations',
  },
  table: {
    ...plain('name table physicalName physicalType businessName description tags deprecated title'),
    ...plain('type'),
    relationships: 'type from to',
    customProperties: 'property name value',
  },
  property: {
    ...plain('name column physicalName logicalType physicalType businessName description required'),
    ...plain('isNullable unique isUnique primaryKey isPrimaryKey primaryKeyPosition partitioned'),
    ...plain('partitionStatus partitionKeyPosition classification tags deprecated transformLogic'),
    ...plain(`examples title type primary references ${options}`),
    enum: 'value label description',
    logicalTypeOptions: options,
    relationships: 'type from to',
    customProperties: 'property name value',
  },
  rule: {
    ...plain(
      'name type metric rule code mustBe mustNotBe mustBeGreaterThan mustBeGreaterOrEqualTo',
    ),
    ...plain('mustBeGreaterThanOrEqualTo mustBeLessThan mustBeLessOrEqualTo mustBeBetween'),
    ...plain('mustBeLessThanOrEqualTo mustNotBeBetween severity dimension description properties'),
    ...plain('validValues pattern missingValues query engine tags'),
    arguments: 'properties validValues pattern missingValues',
  },
} satisfies Record<string, MemberNames>;

/** Members with separate rows or sections, as written and in the model. */
const elsewhere: Readonly<Record<keyof typeof shownMembers, ReadonlySet<string>>> = {
  contract: new Set(['schema', 'dataset', 'models', 'servers', 'tables']),
  table: new Set(['properties', 'columns', 'fields', 'quality', 'computed']),
  property: new Set(['properties', 'fields', 'items', 'map', 'keys', 'values', 'quality']),
  rule: new Set(['implementation']),
};

/** Values that the model read: the text of scalars, and objects that were taken unchanged. */
type ReadValues = ReadonlySet<unknown>;

/** The values that the model read of an object, except members with rows or sections of their own. */
function readValuesOf(kind: keyof typeof shownMembers, model: object): ReadValues {
  const values = new Set<unknown>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) values.add(String(value).trim());
    else {
      values.add(value);
      for (const member of Object.values(value)) collect(member);
    }
  };
  for (const [name, member] of Object.entries(model))
    if (!elsewhere[kind].has(name)) collect(member);
  return values;
}

type Found = readonly [path: string, value: unknown];

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The label of a list entry: its name or another member that identifies it, else its number. */
function labelOf(entry: unknown, index: number): string {
  const { username, name, property, channel, role, url } = objectOf(entry) ?? {};
  const names = [username, name, property, channel, role, url].map(textOf);
  return names.find((text) => text !== undefined) ?? String(index + 1);
}

type Reading = { values: ReadValues; inside: ReadonlySet<string> };

/** Values within a displayed member that the model did not read. */
function unread(value: unknown, path: string, reading: Reading): Found[] {
  if (isEmpty(value) || reading.values.has(value)) return [];
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) =>
      unread(entry, `${path}[${labelOf(entry, index)}]`, reading),
    );
  }
  const members = objectOf(value);
  if (members === undefined) return isRead(value, path, reading) ? [] : [[path, value]];
  return Object.entries(members).flatMap(([name, member]): Found[] => {
    const inner = `${path}.${name}`;
    if (reading.inside.has(name)) return unread(member, inner, reading);
    return isEmpty(member) ? [] : [[inner, member]];
  });
}

function isRead(value: unknown, path: string, { values }: Reading): boolean {
  // The standard's default for no position.
  return values.has(String(value).trim()) || (value === -1 && path.endsWith('Position'));
}

/** Members of an object as written that have no place on the page, or whose value was not understood. */
export function furtherMembers(
  kind: keyof typeof shownMembers,
  written: JsonObject | undefined,
  model: object,
): Html | undefined {
  if (written === undefined) return undefined;
  const known: MemberNames = shownMembers[kind];
  const values = readValuesOf(kind, model);
  const found = Object.entries(written).flatMap(([name, value]): Found[] => {
    if (elsewhere[kind].has(name)) return rowless(name, value);
    if (!Object.hasOwn(known, name)) return isEmpty(value) ? [] : [[name, value]];
    return unread(value, name, { values, inside: new Set(known[name]?.split(' ')) });
  });
  return facts(found.map(([path, value]) => [path, valueHtml(value)] as const));
}

/** Entries without a row in a member that has rows: they differ from the form of the standard, or have no name. */
function rowless(name: string, value: unknown): Found[] {
  if (isEmpty(value) || name === 'servers' || name === 'implementation') return [];
  if (!/^(?:properties|columns|schema|dataset|quality)$/.test(name)) {
    return isShown(name, value) ? [] : [[name, value]];
  }
  if (!Array.isArray(value)) return [[name, value]];
  const old = /^(?:schema|dataset)$/.test(name) ? 'table' : 'column';
  const isNamed = (entry: JsonObject): boolean =>
    name === 'quality' || nameOf(entry, old) !== undefined;
  const lost = value.filter((entry) => {
    const object = objectOf(entry);
    return object === undefined || !isNamed(object);
  });
  return lost.length === 0 ? [] : [[name, lost]];
}

/** A map has a key and a value; the others are objects. */
function isShown(name: string, value: unknown): boolean {
  const object = objectOf(value);
  if (name !== 'map') return object !== undefined;
  return objectOf(object?.['key']) !== undefined && objectOf(object?.['value']) !== undefined;
}

/** Any value with all its contents. */
export function valueHtml(value: unknown): Html {
  if (typeof value === 'string')
    return value.includes('\n') ? markup`<span class="text">${value}</span>` : link(value);
  if (Array.isArray(value)) {
    if (value.every((entry) => typeof entry !== 'object')) return markup`${value.join(', ')}`;
    return markup`<ul>${value.map((entry) => markup`<li>${valueHtml(entry)}</li>`)}</ul>`;
  }
  const members = objectOf(value);
  if (members === undefined) return markup`${String(value)}`;
  const entries = Object.entries(members).filter(([, member]) => !isEmpty(member));
  const list = facts(entries.map(([name, member]) => [name, valueHtml(member)] as const));
  return list ?? markup``;
}

/** The properties as written in a contract, by name: ODCS has a list, the Data Contract Specification a map. */
export function writtenProperties(of: JsonObject | undefined): Map<string, JsonObject[]> {
  const found = new Map<string, JsonObject[]>();
  const add = (name: string | undefined, entry: JsonObject): void => {
    if (name === undefined) return;
    const same = found.get(name);
    if (same === undefined) found.set(name, [entry]);
    else same.push(entry);
  };
  const list = of?.['properties'] ?? of?.['columns'];
  for (const entry of objectsOf(list)) add(nameOf(entry, 'column'), entry);
  for (const [name, entry] of Object.entries(objectOf(of?.['fields']) ?? {}))
    add(name, objectOf(entry) ?? {});
  return found;
}

/** The key and value of a map as written in a contract. */
export function writtenMap(of: JsonObject | undefined): { key: unknown; value: unknown } {
  const map = objectOf(of?.['map']);
  return { key: map?.['key'] ?? of?.['keys'], value: map?.['value'] ?? of?.['values'] };
}

/** The tables as written in a contract, in their order. */
export function writtenTables(document: JsonObject | undefined): (JsonObject | undefined)[] {
  const models = objectOf(document?.['models']);
  if (models !== undefined)
    return Object.values(models)
      .map(objectOf)
      .filter((entry) => entry !== undefined);
  const list = objectsOf(document?.['schema'] ?? document?.['dataset']);
  return list.filter((entry) => nameOf(entry, 'table') !== undefined);
}
