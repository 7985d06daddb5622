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

/** A table with all of its fields. */
type TableRows = { head: TableRow; fields: readonly FieldRow[] };

/** Everything that rows tell, in the order of the contract: made once, because filters change with each key that is pressed. */
export function rowsOfModel({ tables, relationships }: Model): readonly TableRows[] {
  return tables.map((table) => ({
    head: {
      kind: 'table',
      key: table.name,
      table,
      promises: tablePromiseTexts(table),
      measure: measureOf(table.checks),
      rowCount: rowsOf(table),
    },
    fields: table.fields.map((field) => ({
      kind: 'field',
      key: keyOfField(table.name, field.path),
      table,
      field,
      promises: promiseTexts(table, field, relationships),
      measure: measureOf(field.checks),
    })),
  }));
}

function filterTable({ head, fields }: TableRows, filter: Filter): SchemaRow[] {
  const shown = fields.filter((row) => matches(row, filter));
  const isBrokenItself = head.table.checks.some(isBroken);
  const isShown = filter.q === '' && (!filter.onlyFailing || isBrokenItself);
  return shown.length > 0 || isShown ? [head, ...shown] : [];
}

/** The tables and fields that the filters leave. */
export function filterRows(all: readonly TableRows[], filter: Filter): SchemaRow[] {
  const words = { ...filter, q: filter.q.trim().toLowerCase() };
  return all.flatMap((rows) => filterTable(rows, words));
}
