import type { Model, ModelField, ModelTable } from '../queries.ts';
import { isBroken } from '../checks/order.ts';
import { measureOf, rowsOf } from './measure.ts';
import type { Measure } from './measure.ts';
import { promiseTexts, tablePromiseTexts } from './promises.ts';

export type FieldRow = {
  kind: 'field';
  key: string;
  table: ModelTable;
  field: ModelField;
  promises: readonly string[];
  measure: Measure | undefined;
};

export type TableRow = {
  kind: 'table';
  key: string;
  table: ModelTable;
  promises: readonly string[];
  measure: Measure | undefined;
  rowCount: number | undefined;
};

export type SchemaRow = FieldRow | TableRow;

export const keyOfField = (table: string, path: string): string => `${table}\n${path}`;

type Filter = { q: string; onlyFailing: boolean };

function matches({ table, field }: FieldRow, { q, onlyFailing }: Filter): boolean {
  if (onlyFailing && !field.checks.some(isBroken)) return false;
  if (q === '') return true;
  const { path, businessName, description } = field;
  const words = [`${table.name}.${path}`, businessName ?? '', description ?? ''];
  return words.some((word) => word.toLowerCase().includes(q));
}

function rowsOfTable(table: ModelTable, { relationships }: Model, filter: Filter): SchemaRow[] {
  const fields = table.fields.map((field): FieldRow => ({
    kind: 'field',
    key: keyOfField(table.name, field.path),
    table,
    field,
    promises: promiseTexts(table, field, relationships),
    measure: measureOf(field.checks),
  }));
  const shown = fields.filter((row) => matches(row, filter));
  const isBrokenItself = table.checks.some(isBroken);
  if (shown.length === 0 && !(filter.q === '' && (!filter.onlyFailing || isBrokenItself)))
    return [];
  const head: TableRow = {
    kind: 'table',
    key: table.name,
    table,
    promises: tablePromiseTexts(table),
    measure: measureOf(table.checks),
    rowCount: rowsOf(table),
  };
  return [head, ...shown];
}

/** Tables and fields in the order of the contract, those that the filters leave. */
export function schemaRows(model: Model, filter: Filter): SchemaRow[] {
  const words = { ...filter, q: filter.q.trim().toLowerCase() };
  return model.tables.flatMap((table) => rowsOfTable(table, model, words));
}
