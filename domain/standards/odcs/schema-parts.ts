import { anything, listOf, objectOf, text, texts } from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';
import type { SchemaLine } from './versions.ts';

/** From 3.1 most objects refuse members that the standard does not name (fact sheet §1.12). */
export const isClosed = (line: SchemaLine): boolean => line === '3.1' || line === '3.2';

/** `authoritativeDefinitions[]`: any text is a url, in every version. */
function authoritativeDefinitions(line: SchemaLine): Schema {
  const members = { id: text, url: text, type: text, description: text };
  return listOf(objectOf(members, { required: ['url', 'type'], closed: isClosed(line) }));
}

/** `customProperties[]`: a list, never a map; 3.0 asks for nothing in its entries. */
function customProperties(line: SchemaLine): Schema {
  const members = { id: text, property: text, value: anything, description: text };
  if (!isClosed(line)) return listOf(objectOf(members));
  const vendor = line === '3.2' ? { vendor: text } : {};
  return listOf(
    objectOf({ ...members, ...vendor }, { required: ['property', 'value'], closed: true }),
  );
}

/** What nearly every object may carry. */
export function annotations(line: SchemaLine): Members {
  return {
    tags: texts,
    authoritativeDefinitions: authoritativeDefinitions(line),
    customProperties: customProperties(line),
  };
}
