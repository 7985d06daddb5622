import type { Db } from '../../../db/connect.ts';

type Row = Record<string, string | null>;

const columns = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull::text as required,
    pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity::text as identity, a.attgenerated::text as generated,
    case when t.typcollation <> a.attcollation then o.collname end as collation, col_description(c.oid, a.attnum) as comment
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid left join pg_collation o on o.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'migrations%'
  order by c.relname, a.attnum`;

const constraints = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text from pg_constraint
  where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c') and conrelid::regclass::text not like 'migrations%'
  order by 1, contype desc, 2`;

const indexes = `
  select tablename as table, indexdef as text from pg_indexes i
  where schemaname = 'public' and tablename not like 'migrations%'
    and not exists (select 1 from pg_constraint where conname = i.indexname and contype in ('p', 'u'))
  order by 1, indexname`;

const tables = `
  select relname as table, obj_description(oid) as comment from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'migrations%' order by 1`;

/** The current schema for people: every table with its columns, comments, constraints and indexes. */
export async function describeSchema(db: Db): Promise<string> {
  const [allTables, allColumns, allConstraints, allIndexes] = await Promise.all(
    [tables, columns, constraints, indexes].map(
      async (sql) => (await db.raw<{ rows: Row[] }>(sql)).rows,
    ),
  );
  const parts = (allTables ?? []).map(({ table, comment }) => {
    const of = (rows: Row[] | undefined): Row[] =>
      (rows ?? []).filter((row) => row.table === table);
    const lines = [
      ...of(allColumns).map(describeColumn),
      ...of(allConstraints).map(({ name, text }) => `  constraint ${name} ${text}`),
    ];
    const body = lines.join(',\n');
    const after = of(allIndexes)
      .map(({ text }) => `${text};`)
      .join('\n');
    return `-- ${comment}\ncreate table ${table} (\n${body}\n);\n${after}${after ? '\n' : ''}`;
  });
  return `-- Written from the migrated database by \`npm run generate\`; the truth is db/migrations.\n\n${parts.join('\n')}`;
}

function describeColumn(row: Row): string {
  const details = [
    row.type,
    row.collation && `collate "${row.collation}"`,
    row.required === 'true' && 'not null',
    row.identity && 'generated always as identity',
    row.generated
      ? `generated always as (${row.default}) stored`
      : row.default && `default ${row.default}`,
  ].filter(Boolean);
  return `  -- ${row.comment}\n  ${row.column} ${details.join(' ')}`;
}

/** Tables and columns without a comment. */
export async function listUncommented(db: Db): Promise<string[]> {
  const { rows: allColumns } = await db.raw<{ rows: Row[] }>(columns);
  const { rows: allTables } = await db.raw<{ rows: Row[] }>(tables);
  return [
    ...allColumns.filter((row) => !row.comment).map((row) => `${row.table}.${row.column}`),
    ...allTables.filter((row) => !row.comment).map((row) => `${row.table}`),
  ];
}
