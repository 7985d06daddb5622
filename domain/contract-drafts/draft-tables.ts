import { objectIn, objectsIn, textOf, textsOf } from '../../lib/json/facts.ts';
import { isObject } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { dialectOfSource } from '../ingestion/column-types.ts';
import { assetsOfDbt } from '../ingestion/dbt/assets.ts';
import type { DbtArtifacts } from '../ingestion/dbt/manifest.ts';
import type { ScannedColumn } from '../ingestion/scanned-asset.ts';
import type { DraftTable } from './draft-contract.ts';

/** An ingested asset as a table of a draft. */
export function tableOfAsset(asset: JsonObject): DraftTable {
  const info = objectIn(asset.info);
  const source = textOf(info['source']) ?? '';
  return {
    name: textOf(info['name']) ?? textOf(asset['id']) ?? '',
    kind: (textOf(info['type']) ?? 'table').replace(`${source}_`, ''),
    source,
    description: textOf(info['description']),
    tags: textsOf(asset['tags']),
    columns: objectsIn(asset.columns).map(columnOf),
  };
}

/** Assets may be stored by anybody, so a member of another type counts as missing. */
function columnOf(column: JsonObject): ScannedColumn {
  const { required, unique, primaryKey, properties, items } = column;
  return {
    name: textOf(column['name']) ?? '(unnamed)',
    type: textOf(column['type']) ?? 'unknown',
    description: textOf(column['description']),
    required: required === true,
    unique: unique === true,
    primaryKey: primaryKey === true,
    properties: Array.isArray(properties) ? objectsIn(properties).map(columnOf) : undefined,
    items: isObject(items) ? columnOf(items) : undefined,
    custom: objectIn(column['custom']),
  };
}

/** What can be described by a contract; tests and exposures cannot. */
const relations = new Set(['model', 'snapshot', 'seed', 'source']);

/** The models, snapshots, seeds and sources of a dbt project with their unique ids. */
export function tablesOfDbt(artifacts: DbtArtifacts): { id: string; table: DraftTable }[] {
  const adapter = textOf(artifacts.metadata['adapter_type']) ?? '';
  const source = dialectOfSource(adapter) === undefined ? 'dbt' : adapter;
  return assetsOfDbt(artifacts)
    .assets.filter(({ kind }) => relations.has(kind))
    .map(({ sourceId, path, properties, description, tags, columns = [] }) => {
      const kind = textOf(objectIn(properties)['materialization']) === 'view' ? 'view' : 'table';
      const name = path.at(-1) ?? '';
      return { id: sourceId ?? name, table: { name, kind, source, description, tags, columns } };
    });
}
