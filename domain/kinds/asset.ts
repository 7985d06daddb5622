import { Type } from '@sinclair/typebox';
import { objectsOf, textOf } from '../standards/json-value.ts';
import { fieldNames } from './document-head.ts';
import type { DocumentKind, DocumentReference } from './kind.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import {
  announcedAs,
  anyMap,
  headOf,
  infoOf,
  optional,
  optionalFlag,
  optionalText,
  optionalTexts,
  ownerFrom,
  plainKind,
  requiredText,
  ruledBy,
  textMap,
} from './resource.ts';

const columnSchema = Type.Recursive(
  (column) =>
    Type.Object(
      {
        name: requiredText(),
        type: requiredText(),
        description: optionalText(),
        required: optionalFlag,
        unique: optionalFlag,
        primaryKey: optionalFlag,
        properties: optional(Type.Array(column)),
        items: optional(column),
        qualifiedName: optionalText('Deprecated'),
        tags: optionalTexts,
        links: textMap,
        custom: anyMap,
      },
      { additionalProperties: true },
    ),
  { $id: 'AssetColumn' },
);

const infoSchema = Type.Object(
  {
    owner: optionalText('Id of the owning team'),
    source: optionalText('Data source, e.g. snowflake'),
    sourceId: optionalText(),
    sourceUrl: optionalText(),
    metadataSource: optionalText(),
    metadataSourceId: optionalText(),
    type: optionalText('By convention <source>_<kind>, e.g. snowflake_table'),
    name: optionalText(),
    qualifiedName: optionalText('Deprecated'),
    version: optionalText(),
    status: optionalText(),
    description: optionalText('Markdown or HTML'),
  },
  { additionalProperties: true },
);

const assetSchema = Type.Object(
  {
    id: optionalText('Chosen by the caller; equals the path id'),
    info: optional(infoSchema),
    properties: anyMap,
    custom: anyMap,
    columns: optional(Type.Array(columnSchema)),
    relationships: optional(
      Type.Array(
        Type.Object(
          {
            relationshipType: optionalText('For example parent'),
            assetId: optionalText(),
          },
          { additionalProperties: true },
        ),
      ),
    ),
    tags: optionalTexts,
    assignedTags: Type.Optional(
      Type.Array(Type.String(), {
        readOnly: true,
        description: 'Ids of the tags put by /assigned-tags; absent when there are none',
      }),
    ),
    assignments: Type.Optional(
      Type.Array(
        Type.Object({ dataProductId: Type.String(), outputPortId: Type.Optional(Type.String()) }),
        {
          readOnly: true,
          description: 'Products and ports that use the asset; absent when there are none',
        },
      ),
    ),
    links: textMap,
  },
  { $id: 'Asset', additionalProperties: true },
);

export const asset: DocumentKind = {
  ...plainKind,
  ...ruledBy(assetSchema),
  name: 'asset',
  collection: 'assets',
  resourceType: 'DATA_ASSET',
  title: 'asset',
  events: announcedAs('Asset'),
  serverMembers: ['assignedTags', 'assignments'],
  inUseAs: ['asset'],
  ownerProblem: ([unknown]) => ({
    code: 'unknown_reference',
    message: `No team has the id '${unknown}': put the id of an existing team into 'info.owner' or leave it out`,
  }),
  extract: (document) => {
    const info = infoOf(document);
    return {
      ...headOf({ ...info, tags: document.tags ?? null }, [info.name, document.id]),
      governedTags: [...new Set(tagsIn(document))],
      owner: ownerFrom(info.owner),
      archetype: textOf(info.type),
      searchText: fieldNames({ schema: [{ properties: document.columns ?? null }] }).join(' '),
      references: relatedAssets(document.relationships),
    };
  },
};

/** Tags of an asset or column, and of the columns below it. */
function tagsIn(tagged: JsonObject): string[] {
  const own = Array.isArray(tagged.tags) ? tagged.tags.map(String) : [];
  const below = [tagged.columns, tagged.properties, [tagged.items]].flatMap(objectsOf);
  return [...own, ...below.flatMap((column) => tagsIn(column as JsonObject))];
}

/** Lineage counts as upstream; containers and the like are only related. */
function relatedAssets(relationships: unknown): DocumentReference[] {
  const references = new Map<string, DocumentReference>();
  for (const { assetId, relationshipType } of objectsOf(relationships)) {
    const id = textOf(assetId);
    if (id === undefined) continue;
    const role = relationshipType === 'upstream' ? 'upstream-asset' : 'related-asset';
    references.set(`${role} ${id}`, { role, kind: 'asset', id });
  }
  return [...references.values()];
}
