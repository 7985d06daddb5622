import '../../unit/code-generation/fuzz-seed.ts';
import * as fc from 'fast-check';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import { sqlDdl } from '../../../jobs/code-generation/generators/sql/generator.ts';
import { sqlSelect } from '../../../jobs/code-generation/generators/sql/select.ts';
import { hasMariadb } from '../../support/servers/mariadb.ts';
import { textsOf } from './sql-contracts.ts';
import { startDuckdb, startMysql, startPostgres } from './sql-engines.ts';
import type { SqlEngine } from './sql-engines.ts';

if (!hasMariadb()) console.warn('Skipped: there is no MariaDB on this machine');
const withMariadb = hasMariadb() ? it : it.skip;

const hostile = [
  "'",
  "''",
  '"',
  '`',
  ']',
  '[',
  '\\',
  "\\'",
  '*/',
  '/*',
  '--',
  ';',
  '\n',
  '\r',
  '\u2028',
  '{{ x }}',
  '{% x %}',
  '${x}',
  '</script>',
  ');drop table t;--',
  "'''",
  '"""',
  '$$',
  ':x',
  '?',
  '%s',
  'É',
  '日本',
  '😀',
  ' ',
  'a',
  'b',
  'select',
  '\t',
  '.',
  '\u0000',
  '\\\\',
  '#',
  '@',
  '&',
];
const text = (most: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 4 })), {
      minLength: 1,
      maxLength: most,
    })
    .map((parts) => parts.join(''));
const word = fc.constantFrom(
  'order',
  'user',
  'Table',
  'end',
  'group',
  'SELECT',
  'values',
  'x',
  'Column',
  'primary',
);
const name = fc.oneof(
  { arbitrary: text(6), weight: 8 },
  { arbitrary: word, weight: 3 },
  { arbitrary: fc.constant('n'.repeat(3_000)), weight: 1 },
);
const type = fc.constantFrom(
  { logicalType: 'string' },
  { logicalType: 'string', logicalTypeOptions: { maxLength: 400, minLength: 2, pattern: "a'b" } },
  { logicalType: 'integer', logicalTypeOptions: { minimum: -1 } },
  { logicalType: 'array', items: { logicalType: 'string' } },
  { physicalType: "enum('a','\\')" },
  { physicalType: 'text); drop table x; --' },
  { customProperties: [{ property: 'postgresType', value: 'text); drop table x; --' }] },
);
const property = fc
  .record({
    name,
    description: text(8),
    type,
    values: fc.option(fc.array(text(4), { minLength: 1, maxLength: 3 }), { nil: undefined }),
    key: fc.boolean(),
    inner: name,
  })
  .map(({ name, description, type, values, key, inner }) => ({
    name,
    description,
    ...type,
    ...(values && { enum: values.map((value) => ({ value })) }),
    primaryKey: key,
    ...(values === undefined && !key && { properties: undefined }),
    inner,
  }));
const nested = fc
  .record({ name, members: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }) })
  .map(({ name, members }) => ({
    name,
    logicalType: 'object',
    properties: members.map((member) => ({
      name: member,
      logicalType: 'string',
      description: member,
    })),
  }));
const contract = fc
  .record({
    id: text(6),
    tables: fc.array(
      fc.record({
        name,
        description: text(10),
        properties: fc.array(fc.oneof(property, nested), { minLength: 1, maxLength: 5 }),
        tags: fc.array(text(3), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ id, tables }) =>
    normaliseContract({
      kind: 'DataContract',
      apiVersion: 'v3.2.0',
      id,
      version: '1',
      schema: tables,
    }),
  )
  // Names of nothing are no names, and tables of nothing are not made.
  .filter(({ tables }) => tables.every(({ properties }) => properties.length > 0))
  // A name with one point says a schema, which there is none of.
  .filter(({ tables }) => tables.every(({ physicalName }) => !/^[^.]+\.[^.]+$/.test(physicalName)));

/** Names and comments of tables and columns, as the catalogue has them. */
type Catalogue = { names: string[]; comments: string[] };

const catalogues: Record<string, string> = {
  postgres: `select c.relname as "table", obj_description(c.oid, 'pg_class') as table_comment, a.attname as "column",
    col_description(c.oid, a.attnum) as comment from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.oid, a.attnum`,
  mysql: `select t.table_name as "table", t.table_comment, c.column_name as "column", c.column_comment as comment
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = database() order by t.create_time, t.table_name, c.ordinal_position`,
  duckdb: `select t.table_name as "table", t.comment as table_comment, c.column_name as "column", c.comment as comment
    from duckdb_tables() t join duckdb_columns() c using (table_oid) where t.schema_name = current_schema() order by t.table_oid, c.column_index`,
};

async function catalogueOf(engine: SqlEngine): Promise<Catalogue> {
  const rows = await engine.run(catalogues[engine.dialect] ?? '');
  const texts = (key: string) =>
    rows.map((row) => row[key]).filter((value) => value !== null && value !== '') as string[];
  return {
    names: [...new Set([...texts('table'), ...texts('column')])].sort(),
    comments: [...new Set([...texts('table_comment'), ...texts('comment')])].sort(),
  };
}

/** NUL and lone halves of characters are in no text of a database. */
const stored = (text: string, dialect: string) =>
  text
    .replaceAll('\0', '')
    .replace(dialect === 'mysql' ? /[\p{Cs}\u{10000}-\u{10FFFF}]/gu : /\p{Cs}/gu, '\uFFFD');

/** Names that every platform keeps as they are: short, of its characters, and alone among their like. */
function keptNames(dialect: string, names: string[]): string[] {
  const odd = dialect === 'mysql' ? /[\0\p{Cs}\u{10000}-\u{10FFFF}]|\s$/u : /[\0\p{Cs}]/u;
  const folded = names.map((name) => name.toLowerCase());
  return names.filter(
    (name, index) =>
      Buffer.byteLength(name) <= 60 &&
      !odd.test(name) &&
      folded.indexOf(folded[index] ?? '') === folded.lastIndexOf(folded[index] ?? ''),
  );
}

async function expectUnchanged(engine: SqlEngine): Promise<void> {
  let kept = 0;
  const check = fc.asyncProperty(contract, async (model) => {
    await engine.clear();
    const [file] = sqlDdl.generate(model, {
      dialect: engine.dialect,
      server: undefined,
      compat: undefined,
    });
    await engine.run(file?.content ?? '');
    for (const sql of textsOf(sqlSelect, model, engine.dialect)) await engine.run(sql);
    const found = await catalogueOf(engine);
    const groups = [model.tables, ...model.tables.map(({ properties }) => properties)];
    const names = groups.flatMap((group) =>
      keptNames(
        engine.dialect,
        group.map(({ physicalName }) => physicalName),
      ),
    );
    kept += names.length;
    expect(found.names).toEqual(expect.arrayContaining(names));
    const wanted = groups.flat();
    const descriptions = wanted
      .map(({ description }) => stored((description ?? '').trimEnd(), engine.dialect))
      .filter((text) => text.trim() !== '');
    expect(found.comments).toEqual([...new Set(descriptions)].sort());
  });
  try {
    await fc.assert(check, {
      numRuns: 250,
      seed: 9,
      interruptAfterTimeLimit: 100_000,
      markInterruptAsFailure: true,
    });
    expect(kept).toBeGreaterThan(500);
  } finally {
    await engine.stop();
  }
}

describe('no name or description breaks out of a script', () => {
  it('of Postgres', async () => expectUnchanged(await startPostgres()), 200_000);
  withMariadb('of MariaDB', async () => expectUnchanged(await startMysql()), 200_000);
  it('of DuckDB', async () => expectUnchanged(await startDuckdb()), 200_000);
});
