import type { AssetFilter } from '../../domain/ingestion/asset-filter.ts';
import type {
  AssetPath,
  ScannedAsset,
  ScannedColumn,
} from '../../domain/ingestion/scanned-asset.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { SourceRow } from '../connector.ts';
import { cutDefinition, listed, roundEstimate, withoutGaps } from '../assets/platform-facts.ts';
import type { RelationDetails } from './asset-details.ts';
import type { PostgresRelation } from './asset-lists.ts';
import type { RelationTexts } from './asset-texts.ts';
import { someText, textIn } from '../source-row.ts';

const kinds: Record<string, string> = {
  r: 'table',
  p: 'table',
  v: 'view',
  m: 'materialized_view',
  f: 'foreign_table',
};

/** All facts about one page of relations. */
export type RelationPage = {
  database: string;
  filter: AssetFilter;
  details: RelationDetails;
  texts: RelationTexts;
};

type Texts = readonly SourceRow[];

function textOf(texts: Texts, what: string, name = ''): string | undefined {
  const row = texts.find((each) => each['what'] === what && each['name'] === name);
  return row && someText(row, 'text');
}

function namesIn(row: SourceRow, column: string): string[] {
  const names = row[column];
  return Array.isArray(names) ? names.map(String) : [];
}

function customOf(row: SourceRow, texts: Texts): JsonObject | undefined {
  const expression = textOf(texts, 'default', String(row['number']));
  const isGenerated = textIn(row, 'generated') !== '';
  const identity = { a: 'always', d: 'by default' }[textIn(row, 'identity')];
  return withoutGaps({
    default: isGenerated ? undefined : expression,
    generated: isGenerated ? expression : undefined,
    identity,
  });
}

function columnOf(row: SourceRow, primaryKey: readonly string[], texts: Texts): ScannedColumn {
  const name = textIn(row, 'name');
  return {
    name,
    type: textIn(row, 'type'),
    description: someText(row, 'description'),
    required: row['required'] === true || undefined,
    primaryKey: primaryKey.includes(name) || undefined,
    unique: row['is_unique'] === true || undefined,
    custom: customOf(row, texts),
  };
}

function propertiesOf(relation: PostgresRelation, page: RelationPage): JsonObject | undefined {
  const { database, details } = page;
  const { oid, owner, rows, bytes, foreignServer } = relation;
  const keys = details.keys.get(oid) ?? [];
  const texts = page.texts.rows.get(oid) ?? [];
  const definition = textOf(texts, 'definition');
  const primary = keys.find((key) => key['type'] === 'p');
  return withoutGaps({
    owner: owner || undefined,
    primaryKey: primary && namesIn(primary, 'columns'),
    uniqueConstraints: listed(
      keys
        .filter((key) => key['type'] === 'u')
        .map((key) => ({ name: textIn(key, 'name'), columns: namesIn(key, 'columns') })),
    ),
    foreignKeys: listed(
      (details.foreignKeys.get(oid) ?? []).map((key) => ({
        name: textIn(key, 'name'),
        columns: namesIn(key, 'columns'),
        references: [database, textIn(key, 'schema'), textIn(key, 'table')],
        referencedColumns: namesIn(key, 'referenced'),
      })),
    ),
    checks: listed(
      texts
        .filter((text) => text['what'] === 'check')
        .map((text) => ({ name: textIn(text, 'name'), definition: textIn(text, 'text') })),
    ),
    partitionedBy: textOf(texts, 'partition'),
    foreignServer,
    definition: definition === undefined ? undefined : cutDefinition(definition),
    estimatedRows: rows === undefined ? undefined : roundEstimate(rows),
    estimatedBytes: bytes === undefined ? undefined : roundEstimate(bytes),
  });
}

function upstreamOf(oid: number, page: RelationPage): readonly AssetPath[] | undefined {
  const sources = (page.details.sources.get(oid) ?? [])
    .map((row): AssetPath => [page.database, textIn(row, 'schema'), textIn(row, 'name')])
    .filter((path) => page.filter.admits(path));
  return sources.length > 0 ? sources : undefined;
}

/** Converts a relation to an asset; its lineage names only relations that the filter admits. */
export function toScannedRelation(relation: PostgresRelation, page: RelationPage): ScannedAsset {
  const { oid } = relation;
  const texts = page.texts.rows.get(oid) ?? [];
  const primary = (page.details.keys.get(oid) ?? []).find((key) => key['type'] === 'p');
  const primaryKey = primary ? namesIn(primary, 'columns') : [];
  return {
    path: [page.database, relation.schema, relation.name],
    kind: kinds[relation.kind] ?? 'table',
    description: relation.description,
    columns: (page.details.columns.get(oid) ?? []).map((row) => columnOf(row, primaryKey, texts)),
    properties: propertiesOf(relation, page),
    upstream: upstreamOf(oid, page),
    ...(page.texts.unread.has(oid) && { isIncomplete: true }),
  };
}
