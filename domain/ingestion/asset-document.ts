import { hash } from 'node:crypto';
import { canonicalJson } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import { assetIdOf, qualifiedNameOf } from './asset-id.ts';
import type { AssetPath, ScannedAsset, ScannedColumn } from './scanned-asset.ts';

/** The integration and source of an asset, and its owner. */
export type AssetOrigin = { integrationId: string; source: string; ownerId: string | undefined };

/** A scanned asset as the document to be stored. */
export type IngestedAsset = {
  id: string;
  path: AssetPath;
  document: JsonObject;
  /** True if parts of the asset could not be read in this scan. */
  isIncomplete: boolean;
  /** SHA-256 of the canonical JSON of the document: equal when a scan finds nothing new. */
  contentHash: Buffer;
};

/** `info.metadataSource` of assets stored by an integration; `metadataSourceId` is its id. */
export const metadataSource = 'concordat';

/**
 * Creates the asset document of a scanned asset, with the names and types common in the ecosystem (`info.type`
 * is `<source>_<kind>`).
 */
export function toIngestedAsset(asset: ScannedAsset, origin: AssetOrigin): IngestedAsset {
  const { integrationId, source, ownerId } = origin;
  const { kind, description, columns } = asset;
  const path = asset.path.map(repairText);
  const qualifiedName = qualifiedNameOf(path);
  const relationships = relationshipsOf({ ...asset, path }, integrationId);
  // Members are in the order of their names, so the text is canonical at a quarter of the cost of sorting.
  const info = present({
    description: textOf(description),
    metadataSource,
    metadataSourceId: integrationId,
    name: path.at(-1) || '(unnamed)',
    owner: ownerId,
    qualifiedName,
    source,
    sourceId: asset.sourceId ?? qualifiedName,
    sourceUrl: asset.sourceUrl,
    type: `${source}_${kind}`,
  });
  const id = assetIdOf(integrationId, path);
  const document = present({
    columns: columns?.map(toColumn),
    id,
    info,
    properties: inOrder(asset.properties),
    relationships: relationships.length > 0 ? relationships : undefined,
    tags: asset.tags && asset.tags.length > 0 ? [...asset.tags] : undefined,
  });
  const text = JSON.stringify(document);
  return { id, path, isIncomplete: asset.isIncomplete === true, ...storable(document, text) };
}

function relationshipsOf(
  { path, parent, upstream = [] }: ScannedAsset,
  integrationId: string,
): JsonObject[] {
  const container = parent === undefined ? path.slice(0, -1) : (parent ?? []);
  const to = (relationshipType: string, target: AssetPath): JsonObject => ({
    assetId: assetIdOf(integrationId, target),
    relationshipType,
  });
  return [
    ...(container.length > 0 ? [to('parent', container)] : []),
    ...upstream.map((target) => to('upstream', target)),
  ];
}

const textOf = (text: string | undefined): string | undefined => text || undefined;

/** Removes absent members. */
function present(members: Record<string, Json | undefined>): JsonObject {
  const found: JsonObject = {};
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function toColumn(column: ScannedColumn): JsonObject {
  const { name, type, required, unique, primaryKey, properties, items, custom } = column;
  return present({
    custom: inOrder(custom),
    description: textOf(column.description),
    items: items && toColumn(items),
    name: name === '' ? '(unnamed)' : name,
    primaryKey,
    properties: properties?.map(toColumn),
    required,
    type: type === '' ? 'unknown' : type,
    unique,
  });
}

function inOrder(members: JsonObject | undefined): JsonObject | undefined {
  return members && (JSON.parse(canonicalJson(members)) as JsonObject);
}

/** Replaces characters that Postgres cannot store, NUL and halves of surrogate pairs, by U+FFFD. */
function storable(
  document: JsonObject,
  text: string,
): Pick<IngestedAsset, 'document' | 'contentHash'> {
  // `\ud8..` in JSON text is half of a pair: complete pairs are not escaped. Numeric names always come first.
  if (!/\\u(?:0000|d[89a-f])|"\d+":/.test(text)) {
    return { document, contentHash: hash('sha256', text, 'buffer') };
  }
  const repaired = repair(document) as JsonObject;
  return {
    document: repaired,
    contentHash: hash('sha256', canonicalJson(repaired), 'buffer'),
  };
}

const repairText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

function repair(value: Json): Json {
  if (typeof value === 'string') return repairText(value);
  if (Array.isArray(value)) return value.map(repair);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [repair(name) as string, repair(member)]),
  );
}
