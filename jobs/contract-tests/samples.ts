import { logicalTypeOf } from '../../domain/dialects/types/column-types.ts';
import type {
  ContractProperty,
  ContractTable,
} from '../../domain/standards/odcs/contract-model.ts';
import type { ColumnReference } from './plan/planned-check.ts';
import { isSensitive, isSensitiveTable } from './plan/sensitive.ts';
import { duplicateSamplesStatement, orphanSamplesStatement } from './sql/statements.ts';
import type { KeySide } from './sql/statements.ts';
import type { SelectedColumn, SqlDialect, SqlValue } from './sql/sql-dialect.ts';
import { bindColumn, findColumn } from './table-under-test.ts';
import type { Sampler, TableUnderTest } from './table-under-test.ts';

/** Five rows show the problem; the count says how many rows have it. */
const maxRows = 5;

/** Longer texts are documents, which a list of results should not contain. */
export const maxCellLength = 200;

const plainTypes: ReadonlySet<string | undefined> = new Set(['integer', 'number', 'boolean']);

/** Numbers and booleans unchanged; everything else as text, cut to the shown length in the source. */
function shown(dialect: SqlDialect, value: SqlValue): string {
  const native = value.baseType ?? value.type;
  if (value.cells === 'typed' && plainTypes.has(logicalTypeOf(dialect.name, native))) {
    return value.sql;
  }
  return dialect.start(dialect.text(value), maxCellLength + 1);
}

/** The properties that identify a row: the primary key, else unique properties. */
function identifiersOf(properties: readonly ContractProperty[]): ContractProperty[] {
  const keys = properties.filter(({ primaryKey }) => primaryKey);
  return keys.length > 0 ? keys : properties.filter(({ unique }) => unique);
}

const referenceOf = ({ physicalName, logicalType }: ContractProperty): ColumnReference => ({
  name: physicalName,
  logicalType,
});

type Selection = { columns: SelectedColumn[]; masked: Set<string> };

/** Identifiers and the tested columns, each once, with the sensitive ones. */
function selectionOf(
  { dialect, table, contract }: TableUnderTest,
  references: readonly ColumnReference[],
): Selection {
  const identifiers = identifiersOf(contract.properties).map(referenceOf);
  const selection: Selection = { columns: [], masked: new Set() };
  for (const reference of [...identifiers, ...references]) {
    const isShown = selection.columns.some(({ name }) => name === reference.name);
    if (isShown || findColumn(table, reference.name) === undefined) continue;
    const value = bindColumn(dialect, table, reference);
    selection.columns.push({ name: reference.name, sql: shown(dialect, value) });
  }
  selection.masked = maskedOf(contract, selection.columns);
  return selection;
}

/** Case-insensitive, like the look-up of columns. */
function maskedOf(contract: ContractTable, columns: readonly SelectedColumn[]): Set<string> {
  const names = columns.map(({ name }) => name);
  if (isSensitiveTable(contract)) return new Set(names);
  const sensitive = new Set(
    contract.properties.filter(isSensitive).map(({ physicalName }) => physicalName.toLowerCase()),
  );
  return new Set(names.filter((name) => sensitive.has(name.toLowerCase())));
}

/** Rows for which a condition holds: their identifiers, and the tested column. */
export function sampleRows(under: TableUnderTest, column: ColumnReference, where: string): Sampler {
  return () => {
    const { columns, masked } = selectionOf(under, [column]);
    const query = { columns, from: under.table.relation, where, limit: maxRows };
    return { sql: under.dialect.select(query), masked };
  };
}

/** Duplicate values with their number; of texts with the same value, one as it is written. */
export function sampleDuplicates(
  { dialect, table, contract }: TableUnderTest,
  references: readonly ColumnReference[],
  values: readonly SqlValue[],
): Sampler {
  return () => {
    const keys = values.map((value) => dialect.groupKey(value));
    const columns = values.map((value, index) => {
      const key = keys[index] ?? '';
      const isTyped = value.cells === 'typed';
      const sql = isTyped
        ? shown(dialect, { ...value, sql: key })
        : dialect.start(dialect.shownKey?.(value) ?? key, maxCellLength + 1);
      return { name: references[index]?.name ?? '', sql };
    });
    const query = { keys, shown: columns, limit: maxRows };
    const sql = duplicateSamplesStatement(dialect, table.relation, query);
    return { sql, masked: maskedOf(contract, columns) };
  };
}

/** Rows whose combination is not in the other table. */
export function sampleOrphans(
  under: TableUnderTest,
  references: readonly ColumnReference[],
  sides: { child: KeySide; parent: KeySide },
): Sampler {
  return () => {
    const { columns, masked } = selectionOf(under, references);
    const query = { shown: columns, limit: maxRows };
    return { sql: orphanSamplesStatement(under.dialect, sides, query), masked };
  };
}
