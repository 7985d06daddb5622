import type { Json, JsonObject } from '../../lib/json/json.ts';

/** Members known only to the source: removed when the source no longer reports them. */
const ofSource = ['columns', 'properties', 'relationships'];

/** Members of a column that people may add when the source has none. */
const ofPeople = ['description', 'tags', 'links', 'custom'];

/**
 * Merges a changed scan of an asset with the stored one: the scanned members, and the members that people added
 * in the catalog (links, custom members, and tags, a description or status that the source lacks, also of
 * columns). After an incomplete scan, members that it lacks keep their stored value.
 */
export function mergeAsset(
  stored: JsonObject,
  scanned: JsonObject,
  isIncomplete = false,
): JsonObject {
  const kept = Object.fromEntries(
    Object.entries(stored).filter(([member]) => isIncomplete || !ofSource.includes(member)),
  );
  const info = { ...objectOf(stored.info), ...objectOf(scanned.info) };
  const columns = mergeColumns(listOf(stored.columns), listOf(scanned.columns));
  const tags = [...new Set([...listOf(scanned.tags), ...listOf(stored.tags)])];
  return {
    ...kept,
    ...scanned,
    info,
    ...(scanned.columns !== undefined && { columns }),
    ...(isIncomplete && {
      properties: { ...objectOf(stored.properties), ...objectOf(scanned.properties) },
    }),
    ...(tags.length > 0 && { tags }),
  };
}

function mergeColumns(stored: readonly Json[], scanned: readonly Json[]): Json[] {
  const before = new Map(stored.filter(isJsonObject).map((column) => [column.name, column]));
  return scanned.map((column) => {
    const former = isJsonObject(column) ? before.get(column.name) : undefined;
    return former && isJsonObject(column) ? mergeColumn(former, column) : column;
  });
}

function mergeColumn(stored: JsonObject, scanned: JsonObject): JsonObject {
  const kept = Object.fromEntries(
    Object.entries(stored).filter(([member]) => ofPeople.includes(member)),
  );
  const { properties } = scanned;
  return {
    ...kept,
    ...scanned,
    ...(properties !== undefined && {
      properties: mergeColumns(listOf(stored.properties), listOf(properties)),
    }),
  };
}

const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
