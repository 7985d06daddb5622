import { isObject } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { contractOfPort } from '../contract-tests/output-ports.ts';
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

/** The path of the first table or field of a contract of which one name fits. */
export function findFieldPath(
  document: JsonObject,
  fits: (name: string) => boolean,
): string | undefined {
  let found: string | undefined;
  visitFields(document, (field, path, key) => {
    if (found !== undefined) return;
    const names = [key, ...nameMembers.map((member) => field[member])].filter(isText);
    if (names.some(fits)) found = path;
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
