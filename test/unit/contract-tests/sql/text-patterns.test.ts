import { datePattern } from '../../../../jobs/contract-tests/sql/date-pattern.ts';
import { isoPatterns } from '../../../../jobs/contract-tests/sql/iso-patterns.ts';
import { NotExpressible } from '../../../../jobs/contract-tests/sql/sql-dialect.ts';
import { formatPatterns } from '../../../../jobs/contract-tests/sql/value-formats.ts';
import { formatExamples } from './format-examples.ts';
import { processorCost } from '../../../support/spent-time.ts';

describe('a date format of the JDK', () => {
  it.each([
    [
      'yyyy-MM-dd',
      ['2024-02-29', '0001-12-31'],
      ['2024-2-29', '24-02-29', '2024-13-01', 'x2024-02-29'],
    ],
    ['dd.MM.yyyy', ['29.02.2024'], ['29x02x2024', '32.01.2024', '2024-02-29']],
    [
      "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
      ['2024-02-29T23:59:59.123+01:00', '2024-02-29T00:00:00.000Z'],
      ['2024-02-29 23:59:59.123Z', '2024-02-29T24:00:00.000Z', '2024-02-29T23:59:59.12Z'],
    ],
    ['d/M/yy', ['1/2/24', '31/12/99'], ['01/02/2024', '0/1/24']],
    ["HH 'o''clock'", ["23 o'clock"], ['23 oclock']],
    ['EEE, dd MMM yyyy', ['Mon, 02 Jan 2006'], ['mon, 02 Jan 2006', 'Mon, 02 Foo 2006']],
    ['yyyyMMdd[ HHmm]', ['20240229', '20240229 2359'], ['20240229 ', '202402292359']],
    ['hh:mm a', ['01:30 PM'], ['13:30 PM']],
    ['yyyy^MM', ['2024^01'], ['2024-01']],
  ])('%s', (format, good, bad) => {
    const pattern = new RegExp(datePattern(format), 'u');
    expect(good.filter((text) => !pattern.test(text))).toEqual([]);
    expect(bad.filter((text) => pattern.test(text))).toEqual([]);
  });

  it.each(["yyyy'", 'yyyy[', 'GGG', 'nnn', 'yyyy-MM-dd VVVV'])('%s is refused', (format) => {
    expect(() => datePattern(format)).toThrow(NotExpressible);
  });
});

describe('a format of values', () => {
  it.each(Object.entries(formatExamples))('%s', (format, { good, bad }) => {
    const pattern = new RegExp(formatPatterns[format as keyof typeof formatPatterns]);
    expect(good.filter((text) => !pattern.test(text))).toEqual([]);
    expect(bad.filter((text) => pattern.test(text))).toEqual([]);
  });

  it('is decided at once for long texts', () => {
    const texts = [
      'a'.repeat(50_000),
      '1:'.repeat(20_000),
      'a.'.repeat(20_000),
      '-'.repeat(50_000),
    ];
    const cost = processorCost(() => {
      for (const pattern of Object.values(formatPatterns))
        for (const text of texts) expect(new RegExp(pattern).test(`${text}!`)).toBe(false);
    }, 30);
    expect(cost).toBeLessThan(30);
  });
});

describe('a text of ISO 8601', () => {
  it.each([
    [
      'date',
      ['2024-02-29', '2000-02-29', '2023-12-31'],
      ['2023-02-29', '1900-02-29', '2024-04-31', '2024-00-01', '0000-01-01'],
    ],
    ['time', ['23:59', '23:59:59.123456', '00:00Z'], ['24:00', '7:00', '12:60']],
    [
      'timestamp',
      ['2024-02-29', '2024-02-29T12:00:00Z', '2024-02-29 12:00+01:00'],
      ['2024-02-30T12:00:00Z', 'yesterday', '2024-02-29T'],
    ],
  ] as const)('%s', (type, good, bad) => {
    const pattern = new RegExp(isoPatterns[type]);
    expect(good.filter((text) => !pattern.test(text))).toEqual([]);
    expect(bad.filter((text) => pattern.test(text))).toEqual([]);
  });
});
