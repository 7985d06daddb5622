import * as fc from 'fast-check';
import { hashDocument } from '../../../domain/documents/parse-document.ts';
import { toIngestedAsset } from '../../../domain/ingestion/asset-document.ts';
import { assetIdOf } from '../../../domain/ingestion/asset-id.ts';
import type { ScannedAsset, ScannedColumn } from '../../../domain/ingestion/scanned-asset.ts';
import { asset as kind } from '../../../domain/kinds/asset.ts';
import { isDocumentId } from '../../../domain/validation/document-ids.ts';
import { inspectJson } from '../../../lib/json/json.ts';
import type { JsonObject } from '../../../lib/json/json.ts';

const text = fc.string({ unit: 'binary', maxLength: 12 });
const members = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 3,
}) as fc.Arbitrary<JsonObject>;
const column = fc.record(
  {
    name: text,
    type: text,
    description: text,
    required: fc.boolean(),
    primaryKey: fc.boolean(),
    custom: members,
    properties: fc.array(fc.record({ name: text, type: text }), { maxLength: 2 }),
  },
  { requiredKeys: ['name', 'type'] },
) as fc.Arbitrary<ScannedColumn>;
const path = fc.array(text, { minLength: 1, maxLength: 4 });
const scanned = fc.record(
  {
    path,
    kind: fc.constant('table'),
    description: text,
    columns: fc.array(column, { maxLength: 3 }),
    properties: members,
    tags: fc.array(text, { maxLength: 2 }),
    upstream: fc.array(path, { maxLength: 2 }),
  },
  { requiredKeys: ['path', 'kind'] },
) as fc.Arbitrary<ScannedAsset>;

const origin = { integrationId: 'warehouse', source: 'postgres', ownerId: undefined };

it('makes valid documents that can be stored of whatever a platform says', () => {
  fc.assert(
    fc.property(scanned, (asset) => {
      const { id, document } = toIngestedAsset(asset, origin);
      expect(kind.validate(document)).toEqual([]);
      expect(inspectJson(document, 64).unstorableAt).toBeUndefined();
      expect(isDocumentId(id)).toBe(true);
    }),
  );
});

it('has the hash that a PUT of the same document would have', () => {
  fc.assert(
    fc.property(scanned, (asset) => {
      const { document, contentHash } = toIngestedAsset(asset, origin);
      expect(contentHash.equals(hashDocument(document))).toBe(true);
    }),
  );
});

it('gives different paths different ids, and the same one the same', () => {
  const wellFormed = fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(wellFormed, wellFormed, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(assetIdOf('x', one) === assetIdOf('x', other)).toBe(isSame);
    }),
    {
      examples: [
        [['a.b'], ['a', 'b']],
        [['a"'], ['a""']],
        [['%2F'], ['/']],
        [['"a"'], ['a']],
      ],
    },
  );
  expect(assetIdOf('warehouse', ['shop', 'public', 'orders'])).toBe('warehouse:shop.public.orders');
  expect(assetIdOf('warehouse', ['a/b', 'c.d'])).toBe('warehouse:a%2Fb."c.d"');
});
