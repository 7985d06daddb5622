import type { ShownCheck } from '../../../db/views/contract-tests/contract-states.ts';
import type { ContractView, TableView } from '../../../domain/contract-view/contract-view.ts';
import { failingRowsSql } from '../../../domain/contract-view/failing-rows-sql.ts';
import type { CheckedField } from '../../../domain/contract-view/failing-rows-sql.ts';

type Place = { tables: Map<string, TableView>; only: TableView | undefined };

type PlacedCheck = Omit<ShownCheck, 'model' | 'field'>;

const noQuery = { failingRowsSql: null, noSqlReason: null };

/** The query for the rows that a failed check found. */
function queryOf(check: PlacedCheck, of: Omit<CheckedField, 'check'>) {
  if (check.result === 'passed' || check.result === 'unknown') return noQuery;
  const found = failingRowsSql({ ...of, check });
  if (found === undefined) return noQuery;
  return 'sql' in found
    ? { ...noQuery, failingRowsSql: found.sql }
    : { ...noQuery, noSqlReason: found.reason };
}

/** The contract with the checks beside the tables and fields that they are about. */
export function presentContractModel(
  view: ContractView,
  checks: readonly ShownCheck[],
  testedServer: string | null,
) {
  const place = { tables: tablesByName(view.tables), only: onlyOne(view.tables) };
  const byPart = new Map<object, PlacedCheck[]>();
  const otherChecks: object[] = [];
  const server = view.servers.find((each) => each.server === testedServer) ?? view.servers[0];
  for (const { model, field, ...check } of checks) {
    const part = findPart(place, { model, field });
    if (part === undefined) otherChecks.push({ ...check, ...noQuery, model, field });
    else byPart.set(part, [...(byPart.get(part) ?? []), check]);
  }
  const checksOf = (part: object): PlacedCheck[] => byPart.get(part) ?? [];
  const tables = view.tables.map((table) => ({
    ...table,
    checks: checksOf(table).map((check) => ({ ...check, ...noQuery })),
    fields: table.fields.map((field) => ({
      ...field,
      checks: checksOf(field).map((check) => ({
        ...check,
        ...queryOf(check, { server, table, field }),
      })),
    })),
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
