import type { Json, JsonObject } from '../../lib/json.ts';

/** What the source knows and people do not: it is gone when the source no longer says it. */
const ofSource = ['columns', 'properties', 'relationships'];

/** What people say of a column when the source is silent. */
const ofPeople = ['description', 'tags', 'links', 'custom'];

/**
 * What is stored of an asset after a scan that says something new: all that the scan says, and besides it what people have added in the
 * catalog (links, custom members, tags, a description or status that the source lacks, the same of its columns). Of a scan that is incomplete, what it does not say stays as it is, too.
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
