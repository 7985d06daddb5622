import { sqlText } from '../../../../domain/dialects/names/sql-text.ts';
import { cut } from './names.ts';
import type { DdlTable, Script } from './tables.ts';

/** Labels of a table of BigQuery. */
export function labelsOf({ notes }: Script, { table: { tags }, where }: DdlTable): string[] {
  return keptNames(notes, where, tags, { of: labelOf, max: 64 });
}

/** Tags under names that the platform accepts, without duplicates; changed and surplus tags are noted. */
function keptNames(
  notes: Script['notes'],
  where: string,
  tags: readonly string[],
  { of, max }: { of: (tag: string) => string; max: number },
): string[] {
  const names = tags.map(of);
  const changed = tags.filter((tag, index) => tag !== names[index]);
  if (changed.length > 0) notes.warn(where, `tags get other names: ${changed.join(', ')}`);
  const distinct = [...new Set(names)].filter((name) => name !== '');
  if (distinct.length > max) {
    notes.warn(where, `${distinct.length - max} of its tags are left out, as ${max} are the most`);
  }
  return distinct.slice(0, max);
}

/** Labels of BigQuery begin with a letter and have no capitals. */
function labelOf(tag: string): string {
  const label = tag.toLowerCase().replace(/[^\p{Ll}\p{Lo}\p{N}_-]+/gu, '_');
  return label.replace(/^[^\p{Ll}\p{Lo}]+/u, '').slice(0, 63);
}

/** Statements for tags and classifications, on platforms that have them. */
export function tagStatements(script: Script, table: DdlTable): string[] {
  const { dialect, grammar, notes } = script;
  if (grammar.tags === 'pairs') return databricksTags(script, table);
  return table.columns.flatMap((column) => {
    const { classification } = column.property;
    if (classification === undefined || grammar.classifications !== true) return [];
    const label = sqlText(dialect, cut(classification.replace(/[\r\n]+/g, ' '), 128));
    if (classification.length > 128) notes.add(column.where, 'its classification is cut');
    const target = `${table.sql}.${column.sql}`;
    return [`ADD SENSITIVITY CLASSIFICATION TO ${target} WITH (LABEL = ${label})`];
  });
}

/** Tags of Unity Catalog are pairs; a plain one has an empty value. */
function databricksTags({ notes }: Script, table: DdlTable): string[] {
  const text = (value: string): string => sqlText('databricks', value);
  const pairs = (where: string, tags: readonly string[], classification?: string): string => {
    const said = classification === undefined ? [] : [classification];
    if (said.some((value) => value.length > 256)) notes.add(where, 'its classification is cut');
    const max = 50 - said.length;
    const names = keptNames(notes, where, tags, { of: tagName, max });
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

/** Replaces characters that names of tags cannot contain. */
const tagName = (tag: string): string => tag.replace(/[.,\-=/:\s\p{C}]+/gu, '_').slice(0, 255);
