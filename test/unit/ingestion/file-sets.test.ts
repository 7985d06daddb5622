import { columnOf } from '../../../connectors/duckdb/columns.ts';
import { patternOf } from '../../../connectors/files/series.ts';
import { formatOf, groupFiles } from '../../../connectors/files/sets.ts';
import type { FileSet } from '../../../connectors/files/sets.ts';
import { readFailure, readListing } from '../../../lib/s3/answers.ts';

const group = (...keys: string[]): FileSet[] =>
  groupFiles(
    keys.map((key) => ({ key, bytes: 1, modifiedAt: '2026-01-01T00:00:00.000Z' })),
    undefined,
  );

const shown = (sets: readonly FileSet[]): string[] =>
  sets.map(({ kind, folder, name, files }) => `${kind} ${folder || '.'} ${name} ${files.length}`);

describe('files as tables', () => {
  it('makes one set of a partitioned folder, with its keys as columns', () => {
    const [set, ...others] = group(
      'sales/orders/year=2026/month=05/b.parquet',
      'sales/orders/year=2025/month=12/a.parquet',
      'sales/orders/year=2026/month=__HIVE_DEFAULT_PARTITION__/c.parquet',
    );
    expect(others).toEqual([]);
    expect(set).toMatchObject({ kind: 'file_set', folder: 'sales', name: 'orders/**/*.parquet' });
    expect(set?.files.map(({ key }) => key.at(-9))).toEqual(['a', 'b', 'c']);
    expect(set?.partitions).toEqual([
      { name: 'year', type: 'BIGINT', required: true, custom: { partition: true } },
      { name: 'month', type: 'BIGINT', required: false, custom: { partition: true } },
    ]);
  });

  it('keeps formats and folders apart, and tells dates and texts of partitions', () => {
    const sets = group(
      'day=2026-05-01/a.parquet',
      'day=2026-05-02/a.csv',
      'a/region=eu/x.csv',
      'b/region=1/x.csv',
    );
    expect(shown(sets)).toEqual([
      'file_set . **/*.csv 1',
      'file_set . **/*.parquet 1',
      'file_set . a/**/*.csv 1',
      'file_set . b/**/*.csv 1',
    ]);
    expect(sets.map(({ partitions }) => partitions[0]?.type)).toEqual([
      'DATE',
      'DATE',
      'VARCHAR',
      'BIGINT',
    ]);
  });

  it.each([
    ['words with digits', ['int32_decimal.parquet', 'int64_decimal.parquet'], 2],
    ['versions', ['orders_v1.csv', 'orders_v2.csv'], 2],
    ['sizes', ['decimal_32.csv', 'decimal_64.csv'], 2],
    ['candles', ['1min.csv', '5min.csv'], 2],
    ['dates', ['2025_01.csv', '2026_12.csv'], 1],
    ['days', ['a-2025-01-31.csv', 'a-2025-07-01.csv'], 1],
    ['timestamps', ['20260501T120000Z.json', '20270501T000000Z.json'], 1],
    ['counters', ['part_1.csv', 'part_2.csv', 'part_4.csv'], 1],
    ['padded counters', ['part-00001.csv', 'part-00900.csv'], 1],
    ['many numbers', Array.from({ length: 10 }, (_, at) => `batch_${at * 977}.csv`), 1],
  ])('joins series only: %s', (_, names, count) => {
    expect(group(...names)).toHaveLength(count);
  });

  it('keeps a part that is no series in the name of the set', () => {
    const days = [1, 2].flatMap((day) =>
      [32, 64].map((size) => `decimal_${size} of 2025-01-0${day}.csv`),
    );
    expect(shown(group(...days))).toEqual([
      'file_set . decimal_32 of *.csv 2',
      'file_set . decimal_64 of *.csv 2',
    ]);
  });

  it('joins nothing where series are not wanted, but partitioned folders', () => {
    const keys = ['a_2025-01-01.csv', 'a_2025-01-02.csv', 'b/year=2025/1.csv', 'b/year=2026/1.csv'];
    const files = keys.map((key) => ({ key, bytes: 1, modifiedAt: '' }));
    expect(shown(groupFiles(files, undefined, { joinsSeries: false }))).toEqual([
      'file . a_2025-01-01.csv 1',
      'file . a_2025-01-02.csv 1',
      'file_set . b/**/*.csv 2',
    ]);
  });

  it('makes one set of files of a series, and leaves others alone', () => {
    const sets = group(
      'in/orders_2026-05-01.csv',
      'in/orders_2026-05-02.csv',
      'in/customers.csv',
      'in/customers_v2.csv',
      'in/orders_1.json',
      'other/orders_2026-05-03.csv',
      'in/notes.txt',
    );
    expect(shown(sets)).toEqual([
      'file in customers.csv 1',
      'file in customers_v2.csv 1',
      'file_set in orders_*.csv 2',
      'file in orders_1.json 1',
      'file other orders_2026-05-03.csv 1',
    ]);
  });

  it.each([
    ['part-00000-3f2504e0-4f89-11d3-9a0c-0305e82c3301.snappy.parquet', 'part-*-*.snappy.parquet'],
    ['20260501T120000Z.json', '*.json'],
    ['log.2026-05-01.csv.gz', 'log.*.csv.gz'],
    ['plain.csv', 'plain.csv'],
    ['000000_0', '*'],
  ])('sees the pattern of %s', (name, pattern) => {
    expect(patternOf(name)).toBe(pattern);
  });

  it('tells formats by endings, and by what is declared when these say nothing', () => {
    expect(formatOf('a.ndjson.gz', undefined)).toBe('json');
    expect(formatOf('a', undefined)).toBeUndefined();
    expect(formatOf('part-0', 'parquet')).toBe('parquet');
    expect(formatOf('a.csv', 'parquet')).toBeUndefined();
    expect(formatOf('readme.md', 'csv')).toBeUndefined();
    expect(formatOf('a.constructor', undefined)).toBeUndefined();
  });
});

describe('types of DuckDB', () => {
  it('become members and items', () => {
    const type = `STRUCT(id INTEGER, "b, ""c" DECIMAL(2,1)[], e ENUM('x, y', ')'), m MAP(VARCHAR, BIGINT))[]`;
    const { items, ...column } = columnOf('l', type);
    expect(column).toEqual({ name: 'l', type });
    expect(items?.properties).toEqual([
      { name: 'id', type: 'INTEGER' },
      {
        name: 'b, "c',
        type: 'DECIMAL(2,1)[]',
        items: { name: 'items', type: 'DECIMAL(2,1)' },
      },
      { name: 'e', type: `ENUM('x, y', ')')` },
      { name: 'm', type: 'MAP(VARCHAR, BIGINT)' },
    ]);
  });

  it('are not followed for ever', () => {
    const type = `${'STRUCT(a '.repeat(1000)}INTEGER${')'.repeat(1000)}`;
    expect(JSON.stringify(columnOf('deep', type)).match(/"name"/g)?.length).toBeLessThan(25);
  });
});

describe('answers of S3', () => {
  it('are read with escaped keys, and with a page behind them', () => {
    const page = readListing(
      '<?xml version="1.0"?><ListBucketResult xmlns="x"><EncodingType>url</EncodingType>' +
        '<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b=</NextContinuationToken>' +
        '<Contents><Key>a%26b/%C3%A4+c.csv</Key><LastModified>2026-01-01</LastModified><Size>5</Size></Contents>' +
        '</ListBucketResult>',
    );
    expect(page).toEqual({
      files: [{ key: 'a&b/ä c.csv', bytes: 5, modifiedAt: '2026-01-01' }],
      next: 'a&b=',
    });
  });

  it('are read without the encoding that was asked for, too', () => {
    const xml =
      '<ListBucketResult><Contents><Key>a+%41&lt;&#228;</Key></Contents></ListBucketResult>';
    expect(readListing(xml).files[0]?.key).toBe('a+%41<ä');
    expect(() => readListing('<html>')).toThrow('not a list of objects');
    expect(readFailure('<Error><Code>AccessDenied</Code><Message>No</Message></Error>')).toBe(
      'AccessDenied: No',
    );
  });
});
