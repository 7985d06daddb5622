import type { ShownCheck } from '../../../db/views/contract-tests/contract-states.ts';
import type { ContractView, TableView } from '../../../domain/contract-view/contract-view.ts';

type Place = { tables: Map<string, TableView>; only: TableView | undefined };

/** The contract with the checks beside the tables and fields that they are about. */
export function presentContractModel(view: ContractView, checks: readonly ShownCheck[]) {
  const place = { tables: tablesByName(view.tables), only: onlyOne(view.tables) };
  const byPart = new Map<object, object[]>();
  const otherChecks: object[] = [];
  for (const { model, field, ...check } of checks) {
    const part = findPart(place, { model, field });
    if (part === undefined) otherChecks.push({ ...check, model, field });
    else byPart.set(part, [...(byPart.get(part) ?? []), check]);
  }
  const checksOf = (part: object): object[] => byPart.get(part) ?? [];
  const tables = view.tables.map((table) => ({
    ...table,
    checks: checksOf(table),
    fields: table.fields.map((field) => ({ ...field, checks: checksOf(field) })),
  }));
  return { ...view, tables, otherChecks };
}

function onlyOne(tables: readonly TableView[]): TableView | undefined {
  return tables.length === 1 ? tables[0] : undefined;
}

/** Results name a table by its physical name, other tools also by its name, in any case. */
function tablesByName(tables: readonly TableView[]): Map<string, TableView> {
  const found = new Map<string, TableView>();
  for (const member of ['physicalName', 'name'] as const) {
    for (const table of tables) {
      const name = table[member].toLowerCase();
      if (!found.has(name)) found.set(name, table);
    }
  }
  return found;
}

/** A check without a table is about the only table of its contract. */
function findPart(
  { tables, only }: Place,
  { model, field }: Pick<ShownCheck, 'model' | 'field'>,
): object | undefined {
  const table = model === null || model === '' ? only : tables.get(model.toLowerCase());
  if (table === undefined || field === null || field === '') return table;
  return fieldOf(table, field);
}

const fieldsByPath = new WeakMap<TableView, Map<string, object>>();

function fieldOf(table: TableView, path: string): object | undefined {
  let known = fieldsByPath.get(table);
  if (known === undefined) {
    known = new Map();
    for (const member of ['physicalPath', 'path'] as const) {
      for (const field of table.fields) {
        const key = field[member].toLowerCase();
        if (!known.has(key)) known.set(key, field);
      }
    }
    fieldsByPath.set(table, known);
  }
  return known.get(path.toLowerCase());
}
