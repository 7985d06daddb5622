import type { RowRule, Step } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { mysql } from '../../../../jobs/contract-tests/sql/mysql/dialect.ts';
import { offendingRows } from '../../../../jobs/contract-tests/sql/offending-rows.ts';
import { NotExpressible } from '../../../../jobs/contract-tests/sql/sql-dialect.ts';
import type { SqlValue } from '../../../../jobs/contract-tests/sql/sql-dialect.ts';

const column = (type: string, logicalType?: SqlValue['logicalType']): SqlValue => ({
  sql: '`c`',
  cells: 'typed',
  type,
  logicalType,
});

const broken = (value: SqlValue, rule: RowRule, ...steps: Step[]): string =>
  offendingRows(mysql, value, { rule, steps });

const exact = 'collate /*!80017 utf8mb4_0900_bin *//*M! utf8mb4_nopad_bin */';

describe('the rows of MySQL that break a rule', () => {
  it.each<[RowRule, SqlValue, string]>([
    [{ kind: 'not-missing' }, column('int(11)'), '`c` is null'],
    [
      { kind: 'pattern', pattern: String.raw`^'\d$` },
      column('varchar(9)'),
      String.raw`not ((convert(${'`c`'} using utf8mb4) ${exact}) regexp '^''\\d$')`,
    ],
    [
      { kind: 'max-length', length: 3 },
      column('bigint'),
      `char_length((convert(cast(\`c\` as char) using utf8mb4) ${exact})) > 3`,
    ],
    [
      { kind: 'one-of', values: ['a', 1] },
      column("enum('a','1')"),
      `(convert(\`c\` using utf8mb4) ${exact}) not in ('a', '1')`,
    ],
    [{ kind: 'one-of', values: [true, 'FALSE'] }, column('tinyint(1)'), '`c` not in (true, false)'],
    [{ kind: 'minimum', bound: '7.50' }, column('decimal(9,2)'), '`c` < 7.50'],
    [{ kind: 'minimum', bound: '2024-01-01' }, column('date'), "`c` < date '2024-01-01'"],
    [
      { kind: 'maximum', bound: '2024-01-01T01:30:00.25+02:00' },
      column('datetime(6)'),
      "not (`c` <= timestamp '2023-12-31 23:30:00.25')",
    ],
    [
      { kind: 'minimum', bound: '2024-01-01T08:00' },
      column('timestamp'),
      "`c` < timestamp '2024-01-01 08:00:00'",
    ],
    [{ kind: 'minimum', bound: '08:00' }, column('time'), "`c` < time '08:00'"],
    [
      { kind: 'multiple-of', divisor: 5 },
      column('int'),
      'not (mod(abs(cast(`c` as decimal(65, 20))), 5) = 0)',
    ],
  ])('%j', (rule, value, expected) => {
    expect(broken(value, rule)).toBe(expected);
  });

  it.each<[SqlValue, string]>([
    [column('int'), '1; drop table t'],
    [column('date'), '2024-13-01'],
    [column('datetime'), "2024-01-01 00:00:00' or '1"],
    [column('datetime'), '2024-01-01T99:00:00Z'],
    [column('time'), '8 o’clock'],
    [column('tinyint(1)'), 'maybe'],
  ])('%j refuses to compare with %s, which MySQL would take for something', (value, bound) => {
    expect(() => broken(value, { kind: 'minimum', bound })).toThrow(NotExpressible);
  });

  it('takes the names of members for what they are', () => {
    const step: Step = { member: `a"b\\c'd`, logicalType: 'string' };
    expect(broken(column('json'), { kind: 'not-missing' }, step)).toContain(
      String.raw`json_extract(${'`c`'}, '$."a\\"b\\\\c''d"')`,
    );
  });
});

describe('a literal of MySQL', () => {
  it.each(["'", "\\'", '\\', "''", "\\\\'", 'a\\'])('%s cannot be broken out of', (text) => {
    const literal = mysql.literal(text);
    const inside = literal.slice(1, -1);
    const withoutPairs = inside.replaceAll("''", '');
    expect(withoutPairs).not.toContain("'");
    const escaped = inside.replaceAll('\\\\', '').replaceAll("''", '');
    expect(escaped).not.toMatch(/['\\]/);
  });
});
