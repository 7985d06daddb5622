import type { Client } from 'pg';

/** A table whose rows belong into a backup. */
export type BackupTable = {
  name: string;
  /** Columns that are stored, without those that Postgres computes. */
  columns: readonly string[];
  /** True if its rows are in partitions. */
  isPartitioned: boolean;
};

/** The number that an identity column continues with; `value` is a bigint. */
export type BackupSequence = { table: string; column: string; value: string; isCalled: boolean };

/**
 * Tables without their rows in a backup: Knex writes those of migrations when it makes the schema, and `processes` and
 * `backups` describe the installation that was backed up, not its data.
 */
const notStored = ['migrations', 'migrations_lock', 'processes', 'backups'];

/** All tables of the schema that no extension made, each after the tables that its foreign keys name. */
export async function listBackupTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { parents: string[] }>(
    `select c.relname::text as name, c.relkind = 'p' as "isPartitioned",
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and p.oid <> c.oid) as parents
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not c.relname = any($1)
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by c.relname`,
    [notStored],
  );
  return orderByParents(rows).map(({ name, columns, isPartitioned }) => ({
    name,
    columns,
    isPartitioned,
  }));
}

/** Each table after its parents. Throws if foreign keys form a circle, because rows could then be loaded in no order. */
function orderByParents<Table extends { name: string; parents: string[] }>(
  tables: readonly Table[],
): Table[] {
  const ordered: Table[] = [];
  const placed = new Set(notStored);
  let left = [...tables];
  while (left.length > 0) {
    const next = left.filter(({ parents }) => parents.every((parent) => placed.has(parent)));
    if (next.length === 0) {
      throw new Error(`foreign keys form a circle: ${left.map(({ name }) => name).join(', ')}`);
    }
    ordered.push(...next);
    for (const { name } of next) placed.add(name);
    left = left.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

/** The sequences of these tables. */
export async function readSequences(
  client: Client,
  tables: readonly BackupTable[],
): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select t.name as table, a.attname::text as column, pg_get_serial_sequence(quote_ident(t.name), a.attname) as sequence
    from unnest($1::text[]) t(name) join pg_attribute a on a.attrelid = quote_ident(t.name)::regclass
    where a.attnum > 0 and not a.attisdropped and pg_get_serial_sequence(quote_ident(t.name), a.attname) is not null
    order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  const sequences: BackupSequence[] = [];
  for (const { table, column, sequence } of rows) {
    const found = await client.query<Omit<BackupSequence, 'table' | 'column'>>(
      `select last_value::text as value, is_called as "isCalled" from ${sequence}`,
    );
    const [row] = found.rows;
    if (row) sequences.push({ table, column, ...row });
  }
  return sequences;
}

/** `table (column, …)` for COPY. */
export function copyTarget(client: Client, { name, columns }: BackupTable): string {
  const quoted = columns.map((column) => client.escapeIdentifier(column));
  return `${client.escapeIdentifier(name)} (${quoted.join(', ')})`;
}

/** The statement that copies all rows of a table out; COPY reads partitions only through a query. */
export function copyOutStatement(client: Client, table: BackupTable): string {
  if (!table.isPartitioned) return `copy ${copyTarget(client, table)} to stdout`;
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return `copy (select ${columns} from ${client.escapeIdentifier(table.name)}) to stdout`;
}
