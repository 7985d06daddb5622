import { logicalTypeOf } from '../../domain/dialects/column-types.ts';
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

/** Enough to see what is wrong; the count says how much of it there is. */
const mostRows = 5;

/** A text longer than this is a document, which nobody reads in a list of results. */
export const longestCell = 200;

const plainTypes: ReadonlySet<string | undefined> = new Set(['integer', 'number', 'boolean']);

/** Numbers and booleans as they are; everything else as text, of which no more is fetched than will be shown. */
function shown(dialect: SqlDialect, value: SqlValue): string {
  const native = value.baseType ?? value.type;
  if (value.cells === 'typed' && plainTypes.has(logicalTypeOf(dialect.name, native))) {
    return value.sql;
  }
  return dialect.start(dialect.text(value), longestCell + 1);
}

/** The properties that tell one row from another: the primary key, else what is unique. */
function identifiersOf(properties: readonly ContractProperty[]): ContractProperty[] {
  const keys = properties.filter(({ primaryKey }) => primaryKey);
  return keys.length > 0 ? keys : properties.filter(({ unique }) => unique);
}

const referenceOf = ({ physicalName, logicalType }: ContractProperty): ColumnReference => ({
  name: physicalName,
  logicalType,
});

type Selection = { columns: SelectedColumn[]; masked: Set<string> };

/** Identifiers and the columns under test, each once; which of them are sensitive. */
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

/** In any case of letters, because that is how columns are found. */
function maskedOf(contract: ContractTable, columns: readonly SelectedColumn[]): Set<string> {
  const names = columns.map(({ name }) => name);
  if (isSensitiveTable(contract)) return new Set(names);
  const sensitive = new Set(
    contract.properties.filter(isSensitive).map(({ physicalName }) => physicalName.toLowerCase()),
  );
  return new Set(names.filter((name) => sensitive.has(name.toLowerCase())));
}

/** Rows for which a condition holds: what identifies them, and the column under test. */
export function sampleRows(under: TableUnderTest, column: ColumnReference, where: string): Sampler {
  return () => {
    const { columns, masked } = selectionOf(under, [column]);
    const query = { columns, from: under.table.relation, where, most: mostRows };
    return { sql: under.dialect.select(query), masked };
  };
}

/** What is there more than once, with how often; of texts that stand for the same value one as it is written. */
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
        : dialect.start(dialect.shownKey?.(value) ?? key, longestCell + 1);
      return { name: references[index]?.name ?? '', sql };
    });
    const query = { keys, shown: columns, most: mostRows };
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
    const query = { shown: columns, most: mostRows };
    return { sql: orphanSamplesStatement(under.dialect, sides, query), masked };
  };
}
