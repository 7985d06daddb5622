import { sqlText } from '../../../domain/dialects/sql-text.ts';
import { cut } from './sql-ddl-names.ts';
import type { DdlTable, Script } from './sql-ddl-tables.ts';

/** Labels of a table of BigQuery. */
export function labelsOf({ notes }: Script, { table: { tags }, where }: DdlTable): string[] {
  return keptNames(notes, where, tags, { of: labelOf, most: 64 });
}

/** Tags by the names that the platform takes, each once; what is changed or too much is told. */
function keptNames(
  notes: Script['notes'],
  where: string,
  tags: readonly string[],
  { of, most }: { of: (tag: string) => string; most: number },
): string[] {
  const names = tags.map(of);
  const changed = tags.filter((tag, index) => tag !== names[index]);
  if (changed.length > 0) notes.add(where, `tags get other names: ${changed.join(', ')}`);
  const distinct = [...new Set(names)].filter((name) => name !== '');
  if (distinct.length > most) {
    notes.add(where, `${distinct.length - most} of its tags are left out, as ${most} are the most`);
  }
  return distinct.slice(0, most);
}

/** Labels of BigQuery begin with a letter and have no capitals. */
function labelOf(tag: string): string {
  const label = tag.toLowerCase().replace(/[^\p{Ll}\p{Lo}\p{N}_-]+/gu, '_');
  return label.replace(/^[^\p{Ll}\p{Lo}]+/u, '').slice(0, 63);
}

/** Statements for tags and classifications, where the platform has them; elsewhere they are told. */
export function tagStatements(script: Script, table: DdlTable): string[] {
  const { dialect, notes } = script;
  if (dialect === 'databricks') return databricksTags(script, table);
  if (table.table.tags.length > 0 && dialect !== 'bigquery') {
    notes.add(table.where, 'its tags have no place');
  }
  return table.columns.flatMap((column) => {
    const { tags, classification } = column.property;
    if (tags.length > 0) notes.add(column.where, 'its tags have no place');
    if (classification === undefined) return [];
    if (dialect === 'sqlserver') {
      const label = sqlText(dialect, cut(classification.replace(/[\r\n]+/g, ' '), 128));
      if (classification.length > 128) notes.add(column.where, 'its classification is cut');
      const place = `${table.sql}.${column.sql}`;
      return [`ADD SENSITIVITY CLASSIFICATION TO ${place} WITH (LABEL = ${label})`];
    }
    notes.add(column.where, 'its classification has no place');
    return [];
  });
}

/** Tags of Unity Catalog are pairs; a plain one has an empty value. */
function databricksTags({ notes }: Script, table: DdlTable): string[] {
  const text = (value: string): string => sqlText('databricks', value);
  const pairs = (where: string, tags: readonly string[], classification?: string): string => {
    const said = classification === undefined ? [] : [classification];
    if (said.some((value) => value.length > 256)) notes.add(where, 'its classification is cut');
    const most = 50 - said.length;
    const names = keptNames(notes, where, tags, { of: tagName, most });
    return [
      ...said.map((value) => `'classification' = ${text(cut(value, 256))}`),
      ...names
        .filter((name) => said.length === 0 || name !== 'classification')
        .map((name) => `${text(name)} = ''`),
    ].join(', ');
  };
  const alter = `ALTER TABLE ${table.sql}`;
  const own = pairs(table.where, table.table.tags);
  return [
    ...(own === '' ? [] : [`${alter} SET TAGS (${own})`]),
    ...table.columns.flatMap(({ property, sql, where }) => {
      const texts = pairs(where, property.tags, property.classification);
      return texts === '' ? [] : [`${alter} ALTER COLUMN ${sql} SET TAGS (${texts})`];
    }),
  ];
}

/** Names of tags hold none of these. */
const tagName = (tag: string): string => tag.replace(/[.,\-=/:\s\p{C}]+/gu, '_').slice(0, 255);
