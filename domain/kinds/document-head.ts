import { isObject } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { contractOfPort } from '../contract-tests/output-ports.ts';
import { toSearchVector } from '../search/words.ts';
import type { Fact } from '../search/words.ts';
import { objectOf, objectsOf, textOf } from '../standards/json-value.ts';
import type { Extract, ScoreFacts } from './kind.ts';

/** Name, version, description, status and tags of a valid document of ODCS or ODPS, which write them alike. */
export function standardMembers(
  document: JsonObject,
): Pick<Extract, 'name' | 'version' | 'description' | 'status' | 'tags'> {
  const { id, name, version, status, tags, description } = document;
  return {
    name: [name, id].find(isText) as string,
    version: textOf(version),
    description: isObject(description)
      ? [description.purpose, description.usage, description.limitations]
          .filter(isString)
          .join('\n')
      : '',
    status: isString(status) ? status : undefined,
    tags: Array.isArray(tags) ? tags.filter(isString) : [],
  };
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Name, version, description, status and tags of a valid document of the deprecated DCS or DPS, which write them alike. */
export function infoMembers(
  document: JsonObject,
): Pick<Extract, 'name' | 'version' | 'description' | 'status' | 'tags'> {
  const info = objectOf(document.info) ?? {};
  const { tags } = document;
  return {
    name: textOf(info['title']) ?? textOf(document.id) ?? '',
    version: textOf(info['version']),
    description: textOf(info['description']) ?? '',
    status: textOf(info['status']),
    tags: Array.isArray(tags) ? tags.filter(isString) : [],
  };
}

const nameMembers = ['name', 'physicalName', 'businessName', 'table', 'column'];

/** A table or field; `path` is `table.field.inner`, and `[]` marks the items of a list. */
type Visit = (field: Record<string, unknown>, path: string, key: string | undefined) => void;

/** Calls `visit` with every table and field of a contract at all depths, also of ODCS 2.2 and of DCS; `key` is its name in DCS. */
function visitFields(document: JsonObject, visit: Visit): void {
  const walk = (field: Record<string, unknown>, holder: string, key?: string): void => {
    const own = key ?? nameMembers.map((member) => field[member]).find(isText) ?? '';
    const path = [holder, own].filter(isText).join('.');
    visit(field, path, key);
    for (const inner of objectsOf(field['properties'] ?? field['columns'])) walk(inner, path);
    const items = objectOf(field['items']);
    if (items) walk(items, `${path}[]`, '');
    for (const [name, inner] of Object.entries(objectOf(field['fields']) ?? {}))
      walk(objectOf(inner) ?? {}, path, name);
  };
  for (const table of objectsOf(document.schema ?? document.dataset)) walk(table, '');
  for (const [name, table] of Object.entries(objectOf(document.models) ?? {}))
    walk(objectOf(table) ?? {}, '', name);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * The path of the table or field of a contract with the best score, and of these the first column, else the first table. The score is
 * that of its own names and of its path; 0 is none.
 */
export function findFieldPath(
  document: JsonObject,
  score: (names: readonly string[], path: string) => number,
): string | undefined {
  let [found, best]: [string | undefined, number] = [undefined, 0];
  visitFields(document, (field, path, key) => {
    const names = [key, ...nameMembers.map((member) => field[member])].filter(isText);
    const own = score(names, path);
    // A column says more than its table.
    const isBetter = own === best && own > 0 && path.includes('.') && !found?.includes('.');
    if (own > best || isBetter) [found, best] = [path, own];
  });
  return found;
}

/** Classifications of the fields of a contract, each once. */
export function fieldClassifications(document: JsonObject): string[] {
  const found = new Set<string>();
  visitFields(document, ({ classification }) => {
    if (isText(classification)) found.add(classification);
  });
  return [...found];
}

/** True if a field of a contract has the flag `pii` of DCS. */
export function hasPersonalField(document: JsonObject): boolean {
  let isFound = false;
  visitFields(document, ({ pii }) => {
    isFound ||= pii === true;
  });
  return isFound;
}

function countDescriptions(document: JsonObject): { fields: number; described: number } {
  const counts = { fields: 0, described: 0 };
  visitFields(document, ({ description, authoritativeDefinitions }) => {
    counts.fields += 1;
    const isDescribed = isText(description) || objectsOf(authoritativeDefinitions).length > 0;
    counts.described += isDescribed ? 1 : 0;
  });
  return counts;
}

/** Names of the tables and fields of a contract at all depths, also of ODCS 2.2 and of DCS. */
export function fieldNames(document: JsonObject): string[] {
  const names = new Set<string>();
  visitFields(document, (field, _path, key) => {
    if (isText(key)) names.add(key);
    for (const member of nameMembers) {
      const name = field[member];
      if (typeof name === 'string') names.add(name);
    }
  });
  return [...names];
}

/** Service levels about the age of data, with the abbreviations of ODCS. */
const freshnessLevels = new Set(['freshness', 'latency', 'frequency', 'ly', 'fy']);

/** The facts of a contract of ODCS or DCS: descriptions, promised freshness, and terms of use. */
export function contractScoreFacts(document: JsonObject): ScoreFacts {
  const levels = objectsOf(document.slaProperties).map(({ property }) => textOf(property));
  const dcsLevels = Object.keys(objectOf(document.servicelevels) ?? {});
  const { usage, limitations } = { ...objectOf(document.terms), ...objectOf(document.description) };
  return {
    ...countDescriptions(document),
    fresh: [...levels, ...dcsLevels].some((level) =>
      freshnessLevels.has(level?.toLowerCase() ?? ''),
    ),
    terms: textOf(usage) !== undefined || textOf(limitations) !== undefined,
  };
}

/** The facts of a data product of ODPS or DPS: its output ports, and how many of them name a contract. */
export function productScoreFacts({ outputPorts }: JsonObject): ScoreFacts {
  const ports = objectsOf(outputPorts);
  const bound = ports.filter((port) => contractOfPort(port) !== undefined);
  return { ports: ports.length, boundPorts: bound.length };
}

/** The facts of a team: the number of its members. */
export function teamScoreFacts({ members }: JsonObject): ScoreFacts {
  return { members: objectsOf(members).length };
}

/** Maximum length of a description in search results, so that head rows stay narrow. */
const shownDescription = 500;

/** Maximum length of a link to a concept that facets count; concepts have shorter names. */
const maxConceptLength = 300;

/** Maximum size of the classifications of a document in bytes: an index holds them, whose entries have at most 2,700 bytes. */
const maxClassificationBytes = 2_000;

/** What the head of a document holds for the search and for scores; lists are JSON, undefined if they are empty. */
export type SearchEntry = {
  /** As a tsvector. */
  search: string;
  /** The part of the description that search results show. */
  description: string;
  version?: string | undefined;
  portTypes?: string | undefined;
  classifications?: string | undefined;
  concepts?: string | undefined;
  /** A JSON object. */
  scoreFacts?: string | undefined;
};

/** The part of a document that the search needs. */
export function toSearchEntry(id: string, extract: Extract): SearchEntry {
  const { name, description, tags, searchText = '', version, portTypes, concepts = [] } = extract;
  const classifications = upTo(maxClassificationBytes, extract.classifications ?? []);
  const texts = [
    { text: `${name} ${id}`, weight: 'A' },
    { text: tags.join(' '), weight: 'B' },
    { text: searchText, weight: 'C' },
    { text: description, weight: 'D' },
  ] as const;
  const shown = description.slice(0, shownDescription);
  return {
    search: toSearchVector(texts, factsOf({ ...extract, classifications })),
    description: shown.isWellFormed() ? shown : shown.slice(0, -1),
    version,
    portTypes: toList(portTypes),
    classifications: toList(classifications),
    concepts: toList(concepts.filter((target) => target.length <= maxConceptLength)),
    scoreFacts: extract.scoreFacts && JSON.stringify(extract.scoreFacts),
  };
}

/** What lists and the search filter by. */
function factsOf(extract: Extract): Fact[] {
  const { tags, status, archetype, portTypes, classifications, links, labels } = extract;
  const facts = (name: Fact['name'], values: readonly (string | undefined)[] = []): Fact[] =>
    values.flatMap((value) => (value === undefined ? [] : [{ name, value }]));
  return [
    ...facts('tag', tags),
    ...facts('status', [status]),
    ...facts('archetype', [archetype]),
    ...facts('port', portTypes),
    ...facts('classification', classifications),
    ...facts('concept', links),
    ...facts('label', labels),
    ...facts('pii', [isPersonal(extract) ? 'yes' : undefined]),
  ];
}

/** Matches `pii`, `personal` and `demo-personal-data`, but not `personalization`; also a regular expression of Postgres. */
export const personalWords = '(^|[^a-z])(pii|personal)([^a-z]|$)';

/** True for personal data, as a flag, a tag or a classification of the document says. */
function isPersonal({ isPersonal: flag = false, tags, classifications = [] }: Extract): boolean {
  const pattern = new RegExp(personalWords, 'i');
  return flag || [...tags, ...classifications].some((text) => pattern.test(text));
}

/** The first texts, as long as their bytes stay within the limit. */
function upTo(bytes: number, texts: readonly string[]): string[] {
  let left = bytes;
  return texts.filter((text) => {
    // Each element of an array has a header.
    left -= Buffer.byteLength(text) + 8;
    return left >= 0;
  });
}

function toList(values: readonly string[] = []): string | undefined {
  return values.length === 0 ? undefined : JSON.stringify(values);
}
