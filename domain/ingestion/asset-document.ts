import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../lib/json.ts';
import { assetIdOf, qualifiedNameOf } from './asset-id.ts';
import type { AssetPath, ScannedAsset, ScannedColumn } from './scanned-asset.ts';

/** Of whom an asset is, and where it was found. */
export type AssetOrigin = { integrationId: string; source: string; ownerId: string | undefined };

/** What a scan says of an asset, as the document that is stored. */
export type IngestedAsset = {
  id: string;
  path: AssetPath;
  document: JsonObject;
  /** SHA-256 of the document: equal when the scan says the same again. */
  contentHash: Buffer;
};

/** Makes the asset document of what a scan found; names and types as the ecosystem has them (`info.type` is `<source>_<kind>`). */
export function toIngestedAsset(asset: ScannedAsset, origin: AssetOrigin): IngestedAsset {
  const { integrationId, source, ownerId } = origin;
  const { kind, description, columns } = asset;
  const path = asset.path.map(repairText);
  const qualifiedName = qualifiedNameOf(path);
  const relationships = relationshipsOf({ ...asset, path }, integrationId);
  const info = present({
    owner: ownerId,
    source,
    sourceId: asset.sourceId ?? qualifiedName,
    sourceUrl: asset.sourceUrl,
    metadataSource: 'concordat',
    metadataSourceId: integrationId,
    type: `${source}_${kind}`,
    name: path.at(-1) || '(unnamed)',
    qualifiedName,
    description: textOf(description),
  });
  const id = assetIdOf(integrationId, path);
  const document = storable(
    present({
      id,
      info,
      columns: columns?.map(toColumn),
      properties: asset.properties,
      relationships: relationships.length > 0 ? relationships : undefined,
      tags: asset.tags && asset.tags.length > 0 ? [...asset.tags] : undefined,
    }),
  );
  const contentHash = hash('sha256', JSON.stringify(document), 'buffer');
  return { id, path, document, contentHash };
}

const textOf = (text: string | undefined): string | undefined => text || undefined;

/** Without the members that are not there. */
function present(members: Record<string, Json | undefined>): JsonObject {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as JsonObject;
}

function relationshipsOf(
  { path, parent, upstream = [] }: ScannedAsset,
  integrationId: string,
): JsonObject[] {
  const container = parent === undefined ? path.slice(0, -1) : (parent ?? []);
  const to = (relationshipType: string, target: AssetPath): JsonObject => ({
    relationshipType,
    assetId: assetIdOf(integrationId, target),
  });
  return [
    ...(container.length > 0 ? [to('parent', container)] : []),
    ...upstream.map((target) => to('upstream', target)),
  ];
}

function toColumn(column: ScannedColumn): JsonObject {
  const { name, type, required, unique, primaryKey, properties, items, custom } = column;
  return present({
    name: name === '' ? '(unnamed)' : name,
    type: type === '' ? 'unknown' : type,
    description: textOf(column.description),
    required,
    unique,
    primaryKey,
    properties: properties?.map(toColumn),
    items: items && toColumn(items),
    custom,
  });
}

/** What platforms hold and Postgres cannot store, NUL and halves of surrogate pairs, becomes U+FFFD. */
function storable(document: JsonObject): JsonObject {
  // `\ud8..` in JSON text is half of a pair: whole ones are written as they are.
  const text = JSON.stringify(document);
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return document;
  return repair(document) as JsonObject;
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
