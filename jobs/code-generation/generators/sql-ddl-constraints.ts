import { checksOf } from './sql-ddl-checks.ts';
import type { DdlColumn, DdlTable, Script } from './sql-ddl-tables.ts';

/** Columns as they stand in a key. */
export function columnList(columns: readonly DdlColumn[]): string {
  return columns.map(({ sql }) => sql).join(', ');
}

/** SQL Server takes one null in a unique column; an index can leave them out, but no foreign key can point at it. */
function isIndexed(
  { dialect }: Script,
  column: DdlColumn,
  targets: ReadonlySet<DdlColumn>,
): boolean {
  return dialect === 'sqlserver' && !column.isRequired && !targets.has(column);
}

/** Primary and unique keys of a table; `targets` are columns that foreign keys point at. */
export function keyLines(
  script: Script,
  { primaryKey, unique, where }: DdlTable,
  targets: ReadonlySet<DdlColumn>,
): string[] {
  const { grammar, notes, dialect } = script;
  const lines = primaryKeyLine(script, primaryKey, where);
  for (const column of unique) {
    if (isIndexed(script, column, targets)) continue;
    if (dialect === 'sqlserver' && !column.isRequired) {
      notes.add(column.where, 'unique, so that null can be in one row only');
    }
    if (grammar.unique) lines.push(`UNIQUE (${column.sql})${grammar.unique.behind}`);
    else notes.add(column.where, 'unique, which is not declared');
  }
  return lines;
}

function primaryKeyLine(
  { grammar, notes, dialect }: Script,
  columns: readonly DdlColumn[],
  where: string,
): string[] {
  if (columns.length === 0) return [];
  if (grammar.primaryKey) {
    return [`PRIMARY KEY (${columnList(columns)})${grammar.primaryKey.behind}`];
  }
  const isOrder = dialect === 'clickhouse';
  const says = isOrder ? 'orders rows and is not unique' : 'is not declared';
  notes.add(where, `the primary key ${says}`);
  return [];
}

/** Unique columns of SQL Server that hold any number of nulls. */
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

/** Checks of a table, each with a name that says what it is about. */
function namedChecks(script: Script, table: DdlTable): string[] {
  return table.columns.flatMap((column) =>
    checksOf(script, column).map(({ rule, sql }) => {
      const name = `${table.name}_${column.name}_${rule}`;
      return `CONSTRAINT ${script.ruleNames.take(name, column.where).sql} CHECK (${sql})`;
    }),
  );
}

/** Checks that stand within a table. */
export function checkLines(script: Script, table: DdlTable): string[] {
  return script.grammar.check === 'later' ? [] : namedChecks(script, table);
}

/** Checks that only ALTER TABLE makes. */
export function laterChecks(script: Script, table: DdlTable): string[] {
  if (script.grammar.check !== 'later') return [];
  return namedChecks(script, table).map((check) => `ALTER TABLE ${table.sql} ADD ${check}`);
}
