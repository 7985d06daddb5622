import { branchesOf } from '../../../jobs/contract-tests/sql/simple-pattern.ts';
import type { Branch, CharacterSet } from '../../../jobs/contract-tests/sql/simple-pattern.ts';
import { NotExpressible } from '../../../jobs/contract-tests/sql/sql-dialect.ts';
import { likeCondition } from '../../../jobs/contract-tests/sql/sqlserver/like.ts';
import { processorCost } from '../../support/spent-time.ts';

const escaped = (character: string): string => character.replace(/[\\\]^-]/, String.raw`\$&`);

function setOf({ items, negated }: CharacterSet): string {
  if (items.length === 0) return '[^]';
  const members = items.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join('');
  return `[${negated ? '^' : ''}${members}]`;
}

/** What the branches find, in the regular expressions of JavaScript. */
function finds(branches: readonly Branch[], text: string): boolean {
  return branches.some(({ units, fromStart, toEnd }) => {
    const body = units.map(({ set, more }) => `${setOf(set)}${more ? '+' : ''}`).join('');
    return new RegExp(`${fromStart ? '^' : ''}${body}${toEnd ? '$' : ''}`).test(text);
  });
}

const patterns = [
  'abc',
  '^abc$',
  '^a|b$',
  '^(ab|cd)e?$',
  '^[A-Z]{2,3}-[0-9]{3}$',
  '^[^0-9]+$',
  String.raw`^\d+$`,
  String.raw`^[A-Z]\w*$`,
  String.raw`^\w+[0-9]$`,
  String.raw`^a\.b[.]c$`,
  '^.*b.+$',
  'b+',
  '[a-c]*x',
  '^$',
  '^(?:a|b){2}$',
  String.raw`^[\]\-^%_\\]+$`,
  '^[]a]$'.replace('[]a]', String.raw`[\]a]`),
  '^a{0,2}$',
  '^(0[1-9]|1[0-2])/[0-9]{2}$',
  'a[%_]b',
  String.raw`^\s\S$`,
];

const texts = [
  '',
  'a',
  'b',
  'ab',
  'aa',
  'aab',
  'abc',
  'xabcx',
  'abe',
  'cde',
  'cd',
  'x',
  'bbx',
  'cx',
  'a\nb',
  ' b',

  'AB-123',
  'ABC-123',
  'A-123',
  'AB-1234',
  '12',
  '1a',
  'A1_',
  'A b',
  'word9',
  'é',
  '09/31',
  '13/31',

  'a.b.c',
  'axb.c',
  'b',
  'abcb',
  'ba',
  ']',
  '%_',
  '^-',
  '\\',
  'a%b',
  'a_b',
  'axb',
  '\t!',
];

describe('regular expressions for LIKE', () => {
  it.each(patterns)('find by %s what it finds', (pattern) => {
    const branches = branchesOf(pattern);
    const whole = new RegExp(pattern, 's');
    const wrong = texts.filter((text) => finds(branches, text) !== whole.test(text));
    expect(wrong).toEqual([]);
  });

  it('are written with what LIKE means by a bracket', () => {
    expect(likeCondition('x', 'a[%_]b')).toBe(String.raw`(x like N'%a[%_]b%' escape N'\')`);
    expect(likeCondition('x', String.raw`^50%_[[]\\`)).toBe(
      String.raw`(x like N'50\%\_\[\\%' escape N'\')`,
    );
    expect(likeCondition('x', String.raw`[\]\-^a-c]`)).toBe(
      String.raw`(x like N'%[\]\-\^a-c]%' escape N'\')`,
    );
    expect(likeCondition('x', "'$")).toBe(String.raw`(x like N'%''' escape N'\')`);
  });

  it.each([
    ['^a+b+$', 'repeats more than one set'],
    ['(ab)+', 'any number of times'],
    ['(?=a)b', 'looks ahead or behind'],
    [String.raw`\bword`, String.raw`it has '\b'`],
    [String.raw`(a)\1`, String.raw`it has '\1'`],
    ['[[:alpha:]]', 'named character class'],
    ['[a', 'a bracket has no end'],
    ['(a', 'a group has no end'],
    ['a)', "it has ')'"],
    ['*a', 'with nothing to repeat'],
    ['(a|b|c|d){9}', 'too many alternatives'],
    ['a{9999}', 'it is too long'],
    ['a$b', "it has 'b'"],
  ])('say of %s what they cannot', (pattern, reason) => {
    const write = (): string => likeCondition('x', pattern);
    expect(write).toThrow(NotExpressible);
    expect(write).toThrow(reason);
    expect(write).toThrow('can use REGEXP_LIKE');
  });

  it('are read in time that does not explode', () => {
    const cost = processorCost(() => {
      for (const pattern of [
        '(a|b)'.repeat(50),
        'a?'.repeat(200),
        '('.repeat(2000),
        '[a-'.repeat(5000),
      ]) {
        expect(() => likeCondition('x', pattern)).toThrow(NotExpressible);
      }
    }, 30);
    expect(cost).toBeLessThan(30);
  });
});
