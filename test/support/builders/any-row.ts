import type { Db } from '../../../db/connect.ts';

type Column = {
  name: string;
  type: string;
  /** The expression of a generated column. */
  generated: string | null;
  identity: boolean;
  /** Checks that name the column. */
  checks: string[];
};
type ForeignKey = { parent: string; own: string[]; foreign: string[] };

/** Values with what a text format could get wrong: quotes, tabs, line breaks, backslashes, zero bytes, large and small numbers. */
const values: Readonly<Record<string, string>> = {
  text: String.raw`E'tab\t line\n\r back\\slash \\N "quoted" \'single\' {a,b} ü \u2028 '`,
  uuid: 'gen_random_uuid()',
  'uuid[]': 'array[gen_random_uuid()]',
  json: String.raw`E'{"b" : 1.50,\n  "a": ["\\u00e9\\t", null, 1e2],  "b": {} }'`,
  jsonb: String.raw`E'{"b": 1.50, "a": ["\\u00e9\\t", null, 1e2]}'`,
  'text[]': String.raw`array[E'a "b", {c}\\\n', '', 'NULL']`,
  bytea: String.raw`'\x00ff5c0a4e'`,
  tsvector: `setweight(to_tsvector('simple', 'fat cats sit'), 'B')`,
  'timestamp(3) with time zone': `'2026-03-01 10:11:12.345+02:30'`,
  'timestamp with time zone': `'2026-03-01 10:11:12.345678+02:30'`,
  'timestamp with time zone[]': `array['2026-03-01 10:11:12.345678+02:30'::timestamptz]`,
  date: `'2026-02-28'`,
  integer: '7',
  bigint: '9007199254740993',
  smallint: '7',
  boolean: 'true',
  'double precision': '0.1::float8 + 0.2',
  real: '0.1',
  numeric: '12345678901234567890.123456789',
};

/** Adds one row without null values to a table; its parents must exist. */
export async function insertAnyRow(db: Db, table: string): Promise<void> {
  const columns = await readColumns(db, table);
  const expressions = new Map<string, string>();
  for (const { name, type, generated, identity, checks } of columns) {
    if (generated !== null || identity) continue;
    const value = allowedBy(checks, name) ?? values[type];
    if (value === undefined) throw new Error(`any-row.ts has no value of the type ${type}`);
    expressions.set(name, value);
  }
  for (const declared of await readForeignKeys(db, table)) {
    const own = declared.own.flatMap((name) => sourceOf(columns, name) ?? []);
    if (own.length < declared.own.length) continue;
    const key = { ...declared, own };
    for (const [name, value] of await readParent(db, key, columns, expressions))
      expressions.set(name, value);
  }
  const names = [...expressions.keys()].map((name) => `"${name}"`);
  // Question marks would be bindings.
  const text = `insert into "${table}" (${names.join(', ')}) values (${[...expressions.values()].join(', ')})`;
  await db.raw(text.replaceAll('?', String.raw`\?`));
}

/**
 * The column whose value a foreign key refers to: a generated one may repeat another column, unless a condition holds, which this
 * row does not meet. Undefined if it is null without the condition.
 */
function sourceOf(columns: readonly Column[], name: string): string | undefined {
  const { generated } = columns.find((each) => each.name === name) ?? { generated: null };
  if (generated === null || !/^\s*CASE\b/.test(generated)) return name;
  return /\bELSE (\w+)\s+END$/.exec(generated)?.[1];
}

/** The first text that a check of the form `column = ANY (ARRAY['a', …])` allows. */
function allowedBy(checks: readonly string[], name: string): string | undefined {
  const form = new RegExp(String.raw`\b${name} = ANY \(ARRAY\[('[^']*')`);
  return checks.map((check) => form.exec(check)?.[1]).find((found) => found !== undefined);
}

async function readColumns(db: Db, table: string): Promise<Column[]> {
  const { rows } = await db.raw(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attidentity <> '' as identity,
      case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end as generated,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any(k.conkey)) as checks
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ?::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  );
  return rows as Column[];
}

async function readForeignKeys(db: Db, table: string): Promise<ForeignKey[]> {
  const names = (keys: string, of: string): string =>
    `array(select a.attname::text from unnest(k.${keys}) with ordinality u(n, i)
      join pg_attribute a on a.attrelid = k.${of} and a.attnum = u.n order by u.i)`;
  const { rows } = await db.raw(
    `select k.confrelid::regclass::text as parent, ${names('conkey', 'conrelid')} as own,
      ${names('confkey', 'confrelid')} as foreign
    from pg_constraint k where k.conrelid = ?::regclass and k.contype = 'f' order by cardinality(k.conkey), 1`,
    [table],
  );
  return rows as ForeignKey[];
}

/** Expressions for the columns of a foreign key: those of a row of the parent that has the values of generated columns. */
async function readParent(
  db: Db,
  { parent, own, foreign }: ForeignKey,
  columns: readonly Column[],
  chosen: ReadonlyMap<string, string>,
): Promise<[string, string][]> {
  const pairs = own.map((name, index) => ({
    column: columns.find((each) => each.name === name),
    name,
    foreign: `"${foreign[index] ?? ''}"`,
  }));
  const fixed = pairs.flatMap((pair) => {
    const value =
      pair.column?.generated ?? (pair.name === 'organization_id' && chosen.get('organization_id'));
    return value && value !== values['uuid'] ? [`${pair.foreign} = ${value}`] : [];
  });
  const { rows } = await db.raw(
    `select ${pairs.map((pair) => `${pair.foreign}::text as ${pair.foreign}`).join(', ')} from ${parent}
      where ${['true', ...fixed].join(' and ')} limit 1`,
  );
  const [row] = rows as Record<string, string>[];
  if (!row) throw new Error(`${parent} has no row with ${fixed.join(' and ')}`);
  return pairs
    .filter(({ column }) => column?.generated === null)
    .map((pair) => [
      pair.name,
      `'${(row[pair.foreign.slice(1, -1)] ?? '').replaceAll("'", "''")}'`,
    ]);
}
