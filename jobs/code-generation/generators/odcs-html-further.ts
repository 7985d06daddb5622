import { objectOf, objectsOf, textOf } from '../../../domain/standards/json-value.ts';
import type { JsonObject } from '../../../domain/standards/json-value.ts';
import { nameOf } from '../../../domain/standards/odcs/normalise-property.ts';
import { markup } from '../shapes/html-text.ts';
import type { Html } from '../shapes/html-text.ts';
import { facts, link } from './odcs-html-parts.ts';

/** Members of an object that the page shows in a place of their own, each with the names inside of it. */
type Places = Readonly<Record<string, string>>;

const plain = (names: string): Places =>
  Object.fromEntries(names.split(' ').map((name) => [name, '']));

const definitions = 'type url description';
const options =
  'format minLength maxLength pattern minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minItems maxItems ' +
  'uniqueItems minProperties maxProperties required dimensions elementType distanceMetric embeddingModel ' +
  'embeddingModelVersion normalized timezone enum';

/** The names of ODCS and, behind them, those of the Data Contract Specification. */
const places = {
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
} satisfies Record<string, Places>;

/** Members that have rows or sections of their own, as written and in the model. */
const elsewhere: Readonly<Record<keyof typeof places, ReadonlySet<string>>> = {
  contract: new Set(['schema', 'dataset', 'models', 'servers', 'tables']),
  table: new Set(['properties', 'columns', 'fields', 'quality', 'computed']),
  property: new Set(['properties', 'fields', 'items', 'map', 'keys', 'values', 'quality']),
  rule: new Set(['implementation']),
};

/** What was read: its texts, and the objects that were taken as they are. */
type Words = ReadonlySet<unknown>;

/** What was read of an object, without what is elsewhere. */
function wordsOf(kind: keyof typeof places, model: object): Words {
  const words = new Set<unknown>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) words.add(String(value).trim());
    else {
      words.add(value);
      for (const member of Object.values(value)) collect(member);
    }
  };
  for (const [name, member] of Object.entries(model))
    if (!elsewhere[kind].has(name)) collect(member);
  return words;
}

type Found = readonly [place: string, value: unknown];

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Entries of lists are called by what they call themselves. */
function labelOf(entry: unknown, index: number): string {
  const { username, name, property, channel, role, url } = objectOf(entry) ?? {};
  const names = [username, name, property, channel, role, url].map(textOf);
  return names.find((text) => text !== undefined) ?? String(index + 1);
}

type Reading = { words: Words; inside: ReadonlySet<string> };

/** What within a member that has a place did not get there. */
function unread(value: unknown, place: string, reading: Reading): Found[] {
  if (isEmpty(value) || reading.words.has(value)) return [];
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) =>
      unread(entry, `${place}[${labelOf(entry, index)}]`, reading),
    );
  }
  const members = objectOf(value);
  if (members === undefined) return isRead(value, place, reading) ? [] : [[place, value]];
  return Object.entries(members).flatMap(([name, member]): Found[] => {
    const inner = `${place}.${name}`;
    if (reading.inside.has(name)) return unread(member, inner, reading);
    return isEmpty(member) ? [] : [[inner, member]];
  });
}

function isRead(value: unknown, place: string, { words }: Reading): boolean {
  // The standard's default for no position.
  return words.has(String(value).trim()) || (value === -1 && place.endsWith('Position'));
}

/** Members of an object as written that have no place on the page, or whose value was not understood. */
export function furtherMembers(
  kind: keyof typeof places,
  written: JsonObject | undefined,
  model: object,
): Html | undefined {
  if (written === undefined) return undefined;
  const known: Places = places[kind];
  const words = wordsOf(kind, model);
  const found = Object.entries(written).flatMap(([name, value]): Found[] => {
    if (elsewhere[kind].has(name)) return rowless(name, value);
    if (!Object.hasOwn(known, name)) return isEmpty(value) ? [] : [[name, value]];
    return unread(value, name, { words, inside: new Set(known[name]?.split(' ')) });
  });
  return facts(found.map(([place, value]) => [place, valueHtml(value)] as const));
}

/** What has no row although its member has rows: of another form than the standard says, or without a name. */
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

/** Any value, whole: lists and objects with everything inside of them. */
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

/** What a contract writes of a property, which ODCS lists and the Data Contract Specification maps. */
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

/** What a contract writes of the keys and values of a map. */
export function writtenMap(of: JsonObject | undefined): { key: unknown; value: unknown } {
  const map = objectOf(of?.['map']);
  return { key: map?.['key'] ?? of?.['keys'], value: map?.['value'] ?? of?.['values'] };
}

/** What a contract writes of its tables, in their order. */
export function writtenTables(document: JsonObject | undefined): (JsonObject | undefined)[] {
  const models = objectOf(document?.['models']);
  if (models !== undefined)
    return Object.values(models)
      .map(objectOf)
      .filter((entry) => entry !== undefined);
  const list = objectsOf(document?.['schema'] ?? document?.['dataset']);
  return list.filter((entry) => nameOf(entry, 'table') !== undefined);
}
