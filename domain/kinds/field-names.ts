import type { JsonObject } from '../../lib/json/json.ts';
import { objectOf, objectsOf } from '../standards/json-value.ts';

const nameMembers = ['name', 'physicalName', 'businessName', 'table', 'column'];

/** Names of the tables and fields of a contract at all depths, also of ODCS 2.2 and of DCS. */
export function fieldNames(document: JsonObject): string[] {
  const names = new Set<string>();
  const visit = (field: Record<string, unknown>): void => {
    for (const member of nameMembers) {
      const name = field[member];
      if (typeof name === 'string') names.add(name);
    }
    for (const inner of objectsOf(field['properties'] ?? field['columns'])) visit(inner);
    const items = objectOf(field['items']);
    if (items) visit(items);
    for (const [name, inner] of Object.entries(objectOf(field['fields']) ?? {})) {
      names.add(name);
      visit(objectOf(inner) ?? {});
    }
  };
  for (const table of objectsOf(document.schema ?? document.dataset)) visit(table);
  visit({ fields: document.models });
  return [...names];
}
