import * as fc from 'fast-check';
import type { Dialect } from '../../../../domain/dialects/dialect.ts';
import { checkRuleQuery } from '../../../../jobs/contract-tests/plan/query/query-guard.ts';
import { describeWith, readRecording } from './recordings.ts';

const all: readonly Dialect[] = [
  'postgres',
  'redshift',
  'mysql',
  'duckdb',
  'sqlserver',
  'snowflake',
  'bigquery',
  'databricks',
  'trino',
];

const oddBlank = 'a control character or unusual white space outside of texts and names';

/** What was found, without the sentence around it. */
function found(sql: string, dialect: Dialect = 'postgres'): string | undefined {
  return /Found: (.*)\.$/s.exec(checkRuleQuery(sql, dialect) ?? '')?.[1];
}

describe('the guard of quality.sql', () => {
  it('words its refusal as datacontract-cli does and adds what it found', () => {
    expect(checkRuleQuery('SELECT 1; DROP TABLE q', 'postgres')).toBe(
      'A quality rule query must be a single read-only query, and this one could not be read as one ' +
        '(postgres SQL), so it was not executed. Found: more than one statement.',
    );
    expect(checkRuleQuery('DROP TABLE orders', 'sqlserver')).toContain('(tsql SQL)');
  });

  it.each([
    'SELECT count(*) FROM t',
    'select 1;',
    'select 1 ; -- done\n;',
    '((SELECT 1) UNION (SELECT 2))',
    'WITH x AS (SELECT 1 AS n), y AS (SELECT 2) SELECT n FROM x',
    'VALUES (1)',
    "SELECT count(*) FROM t WHERE note = 'drop table t; delete from t'",
    'SELECT count(*) FROM t /* ; delete from t */ WHERE a > 1 -- ; drop',
    'SELECT "delete", t.update, count(delete) FROM t WHERE update = 1 AND insert IS NULL',
    "SELECT replace(a, 'x', 'y') FROM t",
    "SELECT substring(a FOR 3), extract(year FROM b), trim(both 'x' FROM c) FROM t",
    "SELECT $a$ ; it's $b$ $a$ FROM t",
    "SELECT E'it\\'s; fine'",
    'SELECT 1 /* a /* nested ; */ still */ + 1',
    'SELECT pg_typeof(a) FROM t',
    'SELECT sleep, benchmark FROM t',
    'SELECT größe, 数量 FROM "Größe"',
    'SELECT 1\r\n\t, 2 -- für alle\u00a0: ja\r\n, 3',
    'SELECT \'a\u00a0\u2028b\r\', "c\u00a0\f" FROM t',
    "SELECT 'a' , 'b'\n, 'c'",
    'SELECT net.amount, cron.day, dbms_x FROM net JOIN cron ON count(net.a) > 0',
  ])('lets a query pass: %s', (sql) => {
    expect(checkRuleQuery(sql, 'postgres')).toBeUndefined();
  });

  it.each([
    ['', 'no statement'],
    [';', 'no statement'],
    ['-- only a comment', 'no statement'],
    ['not a query', 'a statement that begins with NOT'],
    ['"select" 1', 'a statement that begins with a quoted text'],
    ['(DELETE FROM t)', 'a statement that begins with DELETE'],
    ['COMMIT; SELECT 1', 'more than one statement'],
    ['SELECT 1;;SELECT 2', 'more than one statement'],
    ['SELECT $1$ ; drop $1$', 'more than one statement'],
    ['EXPLAIN ANALYZE DELETE FROM t', 'a statement that begins with EXPLAIN'],
    ['WITH x AS (DELETE FROM q RETURNING 1) SELECT count(*) FROM x', 'DELETE'],
    ['WITH x AS MATERIALIZED (UPDATE q SET a = 1 RETURNING 1) SELECT 1', 'UPDATE'],
    ['WITH x AS (SELECT 1) DELETE FROM t', 'DELETE'],
    ['WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x', 'INSERT'],
    ['WITH RECURSIVE x AS (SELECT 1) SEARCH DEPTH FIRST BY a SET b DELETE FROM t', 'DELETE'],
    ['WITH x AS (/**/DeLeTe/**/FROM t RETURNING 1) SELECT 1', 'DeLeTe'.toUpperCase()],
    ['WITH x AS (MERGE INTO t USING s ON true WHEN MATCHED THEN DELETE) SELECT 1', 'MERGE'],
    ['WITH x AS (DELETE\u00a0FROM t RETURNING 1) SELECT 1', oddBlank],
    ['SELECT *\u2003INTO\u2003evil FROM t', oddBlank],
    ['SELECT 1\f', oddBlank],
    ['SELECT\v1', oddBlank],
    ['SELECT \u2028 1', oddBlank],
    ['\ufeffSELECT 1', oddBlank],
    ["SELECT E'a'\n'b'", 'a text that continues on another line'],
    ["SELECT E'a' -- c\r\n /* d */ 'b'", 'a text that continues on another line'],
    ["SELECT 1_000E'a'", 'a text directly behind a number'],
    ["SELECT utl_http.request('x')", 'the function utl_http.request'],
    ['SELECT DBMS_PIPE . x (1)', 'the function DBMS_PIPE.x'],
    ["SELECT cron.schedule('x', 'y')", 'the function cron.schedule'],
    ['SELECT * INTO evil FROM t', 'INTO'],
    ['SELECT 1INTO evil', 'INTO'],
    ['SELECT 1e5INTO evil', 'INTO'],
    ['SELECT * FROM t FOR UPDATE', 'FOR UPDATE'],
    ['SELECT * FROM t FOR NO KEY UPDATE', 'FOR NO KEY UPDATE'],
    ['SELECT * FROM t FOR KEY SHARE', 'FOR KEY SHARE'],
    ['SELECT * FROM t FOR SHARE', 'FOR SHARE'],
    ['SELECT pg_sleep(10)', 'the function pg_sleep'],
    ['SELECT PG_CATALOG . "pg_sleep" /* */ (10)', 'the function pg_sleep'],
    ["SELECT pg_advisory_lock(1), set_config('a', 'b', false)", 'the function pg_advisory_lock'],
    ["SELECT nextval('s')", 'the function nextval'],
    ["SELECT query_to_xml('delete from t', true, true, '')", 'the function query_to_xml'],
    ["SELECT * FROM dblink('x', 'y') AS t(a int)", 'the function dblink'],
    ["SELECT lo_import('/etc/passwd')", 'the function lo_import'],
    ["SELECT 'a", "no end of the text that starts with '"],
    ['SELECT "a', 'no end of the text that starts with "'],
    ['SELECT $a$ $b$', 'no end of the text that starts with $a$'],
    ['SELECT 1 /* /* */', 'a comment without an end'],
    ['SELECT (1', 'parentheses that do not match'],
    ['SELECT 1) + (2', 'parentheses that do not match'],
    ['SELECT 1\0', 'a zero byte'],
    ['SELECT `a`', 'a backtick'],
    [`SELECT U&"\\0070g_sleep"(1)`, 'a text or name with unicode escapes (U&)'],
    ["SELECT 1 -- a\r ' ; DELETE FROM t", 'a carriage return inside of a comment'],
    ['SELECT 1 --\r\u2028, 2', 'a carriage return inside of a comment'],
    ['SELECT 1 -- a\r', 'a carriage return inside of a comment'],
    ['SELECT 1 -- a\u2028, 2', 'a control character inside of a comment'],
    ['SELECT 1 -- a\f, 2', 'a control character inside of a comment'],
  ])('refuses on Postgres: %s', (sql, fault) => {
    expect(found(sql)).toBe(fault);
  });

  it.each<[Dialect, string, string]>([
    ['mysql', 'SELECT 1 /*! ; DELETE FROM t */', 'a comment that the server executes (/*! … */)'],
    ['mysql', 'SELECT 1 /*M!100100 INTO @a */', 'a comment that the server executes (/*! … */)'],
    ['mysql', "SELECT 'a\\' ; DELETE FROM t -- '", 'a backslash before a quote'],
    ['mysql', 'SELECT 1--1; DELETE FROM t', 'more than one statement'],
    ['mysql', "SELECT * FROM t INTO OUTFILE '/tmp/x'", 'INTO'],
    ['mysql', 'SELECT a INTO @b FROM t', 'INTO'],
    ['mysql', 'SELECT @a := 1', 'an assignment (:=)'],
    ['mysql', 'SELECT * FROM t LOCK IN SHARE MODE', 'LOCK IN SHARE MODE'],
    ['mysql', 'SELECT `sleep`(5)', 'the function sleep'],
    ['mysql', "SELECT load_file('/etc/passwd')", 'the function load_file'],
    ['mysql', 'SELECT NEXT VALUE FOR s', 'NEXT VALUE FOR'],
    ['mysql', 'SELECT 1 --\u00a0, sleep(2)', oddBlank],
    ['mysql', "SELECT 1 --\u0001'\n, sleep(2) -- '", 'a control character inside of a comment'],
    ['mysql', 'SELECT /*+ MAX_EXECUTION_TIME(0) */ 1', 'a hint (/*+ … */)'],
    ['mysql', 'SELECT 1 /* /* */ ; DELETE FROM t */', 'a comment inside of a comment'],
    ['redshift', "SELECT 'a\\' ; DELETE FROM t -- '", 'a backslash before a quote'],
    ['duckdb', "SELECT * FROM read_csv('/etc/passwd')", 'the function read_csv'],
    ['duckdb', "SELECT * FROM 'secret.parquet'", "the file 'secret.parquet'"],
    ['duckdb', 'SELECT * FROM t, "secret.csv"', 'the file secret.csv'],
    ['duckdb', "SELECT * FROM t JOIN ('secret.csv') u ON true", "the file 'secret.csv'"],
    ['duckdb', "SELECT exists(FROM 'secret.csv')", "the file 'secret.csv'"],
    ['duckdb', "SELECT (SELECT count(*) FROM 's3://b/k')", "the file 's3://b/k'"],
    ['duckdb', "SELECT getenv('HOME')", 'the function getenv'],
    ['duckdb', 'SELECT sleep_ms(60000)', 'the function sleep_ms'],
    ['duckdb', "SELECT * FROM postgres_query('a', 'delete')", 'the function postgres_query'],
    ['duckdb', "SELECT * FROM parquet_scan('x')", 'the function parquet_scan'],
    ['duckdb', 'FROM pg_settings', 'the catalogue pg_settings'],
    ['duckdb', 'SELECT path FROM "duckdb_databases"', 'the catalogue duckdb_databases'],
    ['duckdb', 'SELECT * FROM main.pragma_database_list', 'the catalogue pragma_database_list'],
    ['duckdb', 'SELECT value FROM duckdb_settings()', 'the catalogue duckdb_settings'],
    ['duckdb', "SELECT * FROM (VALUES ('a')), 'x.csv'", "the file 'x.csv'"],
    ['sqlserver', 'SELECT 1 DELETE FROM t', 'DELETE'],
    ['sqlserver', 'SELECT 1 REVERT', 'REVERT'],
    ['sqlserver', 'SELECT 1 CHECKPOINT', 'CHECKPOINT'],
    ['sqlserver', 'SELECT 1 THROW', 'THROW'],
    ['sqlserver', 'SELECT 1 RECEIVE * FROM q', 'RECEIVE'],
    ['sqlserver', 'SELECT 1 SEND ON CONVERSATION @h (1)', 'SEND'],
    ['sqlserver', 'SELECT 1 END CONVERSATION @h', 'CONVERSATION'],
    ['sqlserver', 'SELECT count(*) ENABLE TRIGGER a ON b', 'ENABLE'],
    ['sqlserver', "SELECT 1 SETUSER 'x'", 'SETUSER'],
    ['sqlserver', 'SELECT 1 OPEN MASTER KEY', 'OPEN'],
    ['sqlserver', 'SELECT * FROM a.b.c.d', 'a name of four parts'],
    ['sqlserver', 'SELECT * FROM [a] . b.."d"', 'a name of four parts'],
    ['sqlserver', 'SELECT * FROM a...d', 'a name of four parts'],
    ['sqlserver', 'SELECT 1 SELECT 2', 'a second SELECT'],
    ['sqlserver', 'SELECT 1 EXEC xp_cmdshell', 'EXEC'],
    ['sqlserver', "SELECT 1 WAITFOR DELAY '0:0:5'", 'WAITFOR'],
    ['sqlserver', "SELECT * FROM OPENROWSET('a', 'b')", 'OPENROWSET'],
    ['sqlserver', 'SELECT * FROM t WITH (UPDLOCK)', 'UPDLOCK'],
    ['sqlserver', 'SELECT * INTO evil FROM t', 'INTO'],
    ['snowflake', "SELECT system$wait(5), 'x'", 'the function system$wait'],
    ['snowflake', 'SELECT $1 FROM @stage/file.csv', 'a stage (@)'],
    ['snowflake', "SELECT $1 FROM '@~/x'", "the file '@~/x'"],
    ['snowflake', "SELECT $1 FROM t, '\\x40~/x'", "the file '\\x40~/x'"],
    ['snowflake', 'SELECT $1 FROM t JOIN $$@~/x$$', 'the file $$@~/x$$'],
    ['snowflake', 'SELECT s.nextval', 'NEXTVAL'],
    ['snowflake', 'SELECT 1 ->> DELETE FROM t', 'a flow of statements (->>)'],
    ['bigquery', "SELECT * FROM EXTERNAL_QUERY('c', 'DELETE')", 'the function EXTERNAL_QUERY'],
    ['bigquery', 'FROM t |> INSERT x', 'INSERT'],
    ['databricks', 'SELECT * FROM csv.`/mnt/secret`', 'files read as csv'],
    ['databricks', "SELECT reflect('java.lang.System', 'exit')", 'the function reflect'],
    ['trino', "SELECT * FROM TABLE(pg.system.query(query => 'DELETE'))", 'the function query'],
  ])('refuses on %s: %s', (dialect, sql, fault) => {
    expect(found(sql, dialect)).toBe(fault);
  });

  it.each<[Dialect, string]>([
    ['mysql', 'SELECT count(*) FROM `a``b` WHERE c = "x;y" # done; drop'],
    [
      'duckdb',
      "SELECT count(*) FROM range(1), t WHERE a IN ('x.csv', 'y') AND b = trim(c FROM 'd')",
    ],
    ['duckdb', 'FROM t SELECT count(*)'],
    ['duckdb', "SELECT count(*) FROM (VALUES ('a'), ('b')) t WHERE 1 = 1"],
    ['sqlserver', 'SELECT send, t.enable, sum(throw) AS receive FROM a.b.c t ORDER BY disable'],
    ['snowflake', "SELECT '@a', trim('x' FROM b) FROM (VALUES ('a'), ('b')) WHERE c = '@d'"],
    ['snowflake', "SELECT v FROM t, LATERAL flatten(input => split(a, ','), outer => true) f"],
    [
      'sqlserver',
      'WITH x AS (SELECT 1 AS a UNION ALL SELECT 2) SELECT [delete], x.[update] FROM x',
    ],
    ['sqlserver', 'SELECT count(*) FROM [a]]; drop] WHERE b IN (SELECT 1)'],
    ['snowflake', "SELECT count(*) FROM t WHERE a = 'it\\'s' AND b:c::string = $$x;y$$ // ; drop"],
    ['bigquery', 'SELECT count(*) FROM `p.d.t` WHERE a = r"x\\" AND b = """ " ; """ '],
    ['bigquery', 'SELECT count(*) FROM t WHERE a = """it\'s; "fine" """'],
    ['databricks', "SELECT count(*) FROM a.b.`c` WHERE d = r'\\' AND e = 'it\\'s;'"],
    ['trino', 'SELECT count(*) FROM "a"".b" WHERE c = 1'],
  ])('lets a query of %s pass: %s', (dialect, sql) => {
    expect(checkRuleQuery(sql, dialect)).toBeUndefined();
  });

  it('reads long queries in linear time', () => {
    const long = 400_000;
    const queries = [
      '('.repeat(long),
      '/*'.repeat(long),
      '$a'.repeat(long),
      "''".repeat(long),
      '1 '.repeat(long),
    ];
    for (const dialect of all)
      for (const query of queries) expect(typeof checkRuleQuery(query, dialect)).toBe('string');
  });

  it('answers for every text, and never lets a statement pass that begins with a change', () => {
    const pieces = fc.constantFrom(
      ...`' " \` [ ] $ $a$ -- /* */ # ; ( ) \\ SELECT DELETE E U& r """ 1 . FROM ,`.split(' '),
      '\n',
      ' ',
      '\r',
      '\0',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.array(pieces, { maxLength: 30 }),
        (dialect, parts) => {
          const sql = parts.join('');
          expect(['string', 'undefined']).toContain(typeof checkRuleQuery(sql, dialect));
          expect(checkRuleQuery(`DELETE FROM t WHERE ${sql}`, dialect)).toBeDefined();
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

type Recorded = { args: [sql: string, dialect?: string]; output: boolean };

const dialectsOfRecordings: Record<string, Dialect> = {
  tsql: 'sqlserver',
  athena: 'trino',
  spark: 'databricks',
  hive: 'databricks',
  oracle: 'trino',
};

/** Why we differ from a recording. */
const exemptions: readonly (readonly [RegExp, string])[] = [
  [/read_parquet|read_text/, 'opens a file by name, which the contract must not choose'],
  [
    /TIMESTAMP AS OF|VERSION AS OF|SELECT TOP 1|approximate count|SAMPLE \(/,
    'grammar of another dialect: the server refuses it, no parser does',
  ],
];

describeWith(
  'oracles/types/is_read_only_query.recorded.json',
  'recorded verdicts of datacontract-cli',
  (place) => {
    it('agree with ours', () => {
      const differing: string[] = [];
      const recorded = readRecording(place) as Recorded[];
      for (const { args, output } of recorded) {
        const [sql, name = 'duckdb'] = args;
        const dialect = dialectsOfRecordings[name] ?? (name as Dialect);
        if ((checkRuleQuery(sql, dialect) === undefined) === output) continue;
        const exemption = exemptions.find(([pattern]) => pattern.test(sql))?.[1];
        differing.push(`${exemption ?? 'UNEXPLAINED'}: ${name} ${JSON.stringify(sql)}`);
      }
      const agreed = recorded.length - differing.length;
      console.log(
        [`quality.sql guard: ${agreed} of ${recorded.length} agree`, ...differing].join('\n'),
      );
      expect(differing.filter((line) => line.startsWith('UNEXPLAINED'))).toEqual([]);
      expect(agreed).toBeGreaterThanOrEqual(79);
    });
  },
);
