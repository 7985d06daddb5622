import type { JsonObject } from '../../lib/json/json.ts';
import { objectOf, objectsOf } from '../standards/json-value.ts';

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

/** True if a field of a contract has the flag `pii` of DCS. */
export function hasPersonalField(document: JsonObject): boolean {
  let isFound = false;
  visitFields(document, ({ pii }) => {
    isFound ||= pii === true;
  });
  return isFound;
}

/** How many tables and fields a contract has, and how many of them have a description or a link to a definition. */
export function countDescriptions(document: JsonObject): { fields: number; described: number } {
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
