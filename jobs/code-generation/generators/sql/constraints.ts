import { checksOf } from './checks.ts';
import type { DdlColumn, DdlTable, Script } from './tables.ts';

/** The column list of a key. */
export function columnList(columns: readonly DdlColumn[]): string {
  return columns.map(({ sql }) => sql).join(', ');
}

/** True where a unique key would hold one null at most. */
const holdsOneNull = ({ grammar }: Script, { isRequired }: DdlColumn): boolean =>
  grammar.uniqueHoldsOneNull === true && !isRequired;

/** An index without nulls replaces a unique key that would hold one null, unless a foreign key refers to the column. */
const isIndexed = (script: Script, column: DdlColumn, targets: ReadonlySet<DdlColumn>): boolean =>
  holdsOneNull(script, column) && !targets.has(column);

/** Primary and unique keys of a table; `targets` are columns that foreign keys point at. */
export function keyLines(
  script: Script,
  { primaryKey, unique, where }: DdlTable,
  targets: ReadonlySet<DdlColumn>,
): string[] {
  const { grammar, notes } = script;
  const lines = primaryKeyLine(script, primaryKey, where);
  for (const column of unique) {
    if (isIndexed(script, column, targets)) continue;
    if (holdsOneNull(script, column)) {
      notes.warn(column.where, 'unique, so that null can be in one row only');
    }
    if (grammar.unique) lines.push(`UNIQUE (${column.sql})${grammar.unique.suffix}`);
    else notes.add(column.where, '{} not checked', 'unique');
  }
  return lines;
}

function primaryKeyLine(
  { grammar, notes }: Script,
  columns: readonly DdlColumn[],
  where: string,
): string[] {
  if (columns.length === 0) return [];
  if (grammar.primaryKey) {
    return [`PRIMARY KEY (${columnList(columns)})${grammar.primaryKey.suffix}`];
  }
  if (grammar.primaryKeyOrders) notes.warn(where, 'the primary key orders rows and is not unique');
  else notes.add(where, '{} not checked', 'primary key');
  return [];
}

/** Unique indexes of columns that hold any number of nulls. */
export function indexStatements(
  script: Script,
  table: DdlTable,
  targets: ReadonlySet<DdlColumn>,
): string[] {
  return table.unique
    .filter((column) => isIndexed(script, column, targets))
    .map((column) => {
      const { sql } = script.ruleNames.take(`${table.name}_${column.name}_unique`, column.where);
      return `CREATE UNIQUE INDEX ${sql} ON ${table.sql} (${column.sql}) WHERE ${column.sql} IS NOT NULL`;
    });
}

/** Checks of a table, each with a descriptive name. */
function namedChecks(script: Script, table: DdlTable): string[] {
  return table.columns.flatMap((column) =>
    checksOf(script, column).map(({ rule, sql }) => {
      const name = `${table.name}_${column.name}_${rule}`;
      return `CONSTRAINT ${script.ruleNames.take(name, column.where).sql} CHECK (${sql})`;
    }),
  );
}

/** Checks within CREATE TABLE. */
export function checkLines(script: Script, table: DdlTable): string[] {
  return script.grammar.check === 'later' ? [] : namedChecks(script, table);
}

/** Checks that only ALTER TABLE makes. */
export function laterChecks(script: Script, table: DdlTable): string[] {
  if (script.grammar.check !== 'later') return [];
  return namedChecks(script, table).map((check) => `ALTER TABLE ${table.sql} ADD ${check}`);
}
