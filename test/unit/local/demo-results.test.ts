import { explainFailure } from '../../../local/demo/explain-failure.ts';
import type { Check } from '../../../local/demo/failure-words.ts';
import { drawResults } from '../../../local/demo/results-table.ts';
import type { TestedServer } from '../../../local/demo/results-table.ts';

const check = (change: Partial<Check>): Check => ({
  type: 'field_required',
  name: 'Check',
  model: 'orders',
  field: 'id',
  result: 'failed',
  failedNumber: 3,
  ...change,
});

const tested = (verdict: string, checks: Check[], stored = false): TestedServer => ({
  contract: 'demo-orders',
  server: 'raw',
  result: { verdict, checks, durationMs: 1234, stored },
});

const rowOf = (...rows: TestedServer[]): string => drawResults(rows).split('\n')[2] ?? '';

describe('the table of results', () => {
  test('says of each test what was checked, what failed, how long it took', () => {
    const passed = check({ result: 'passed', failedNumber: 0 });
    expect(rowOf(tested('failed', [passed, check({})]))).toBe(
      'demo-orders  raw          2       1  1.23 s  id: 3 values missing',
    );
    expect(rowOf(tested('passed', [passed]))).toMatch(/ 1 {7}0 {2}1\.23 s {2}–$/);
  });

  test.each<[Partial<Check>, string]>([
    [{ type: 'field_primary_key_unique', failedNumber: 1 }, 'id: 1 value more than once'],
    [{ type: 'field_regex', failedNumber: 12345 }, 'id: 12,345 values not matching the pattern'],
    [
      { type: 'field_minimum', diagnostics: { constraint: { minimum: 0 } } },
      'id: 3 values below 0',
    ],
    [
      { type: 'field_maximum', diagnostics: { constraint: { maximum: 31.5 } } },
      'id: 3 values above 31.5',
    ],
    [
      { type: 'field_type', diagnostics: { expected: 'timestamp' } },
      'id: 3 values not readable as timestamp',
    ],
    [{ type: 'field_new', reason: 'because of it' }, 'id: because of it'],
    [{ result: 'error', reason: 'no such column' }, 'id: no such column'],
  ])('tells failures in words: %j', (change, words) => {
    expect(rowOf(tested('failed', [check(change)]))).toMatch(new RegExp(`  ${words}$`));
  });

  test('names what a failure without a field is about', () => {
    const { field: _none, ...whole } = check({ type: 'primary_key_unique' });
    const columns = { columns: ['parcel', 'no'] };
    expect(rowOf(tested('failed', [{ ...whole, diagnostics: columns }]))).toMatch(
      /parcel\+no: 3 values more than once$/,
    );
    const rows = { type: 'row_count', totalNumber: 7, diagnostics: { threshold: '>= 9' } };
    expect(rowOf(tested('failed', [{ ...whole, ...rows }]))).toMatch(
      /orders: 7 rows, expected >= 9$/,
    );
  });

  test('names the table where a contract has several', () => {
    const other = check({ model: 'customers', result: 'passed' });
    expect(rowOf(tested('failed', [other, check({})]))).toMatch(/orders\.id: 3 values missing$/);
  });

  test('shows a warning as no failure', () => {
    const lines = drawResults([tested('warning', [check({ result: 'warning' })])]);
    expect(lines).toMatch(/ 0 {2}1\.23 s {2}warning: id: 3 values missing\n/);
    expect(lines).toContain('1 check in 1 test: 0 failed, 1 warning; 0 tests without a fault.');
  });

  test('marks stored results and tells why something was not tested', () => {
    const untested = { contract: 'b', server: 's', result: undefined, why: 'see below' };
    const lines = drawResults([tested('passed', [], true), untested]);
    expect(lines).toContain('1.23 s*');
    expect(lines).toContain('\n* stored result of an earlier test');
    expect(lines).toMatch(/b {2,}s {2,}– {2,}– {2,}– {2}not tested: see below\n/);
    expect(drawResults([tested('passed', [])])).not.toContain('* stored');
  });

  test('is never wider than 100 columns', () => {
    const long = check({ field: 'x'.repeat(200) });
    for (const line of drawResults([tested('failed', [long], true)]).split('\n'))
      expect(line.length).toBeLessThanOrEqual(100);
    expect(rowOf(tested('failed', [long]))).toMatch(/x…$/);
  });
});

describe('a demo that failed', () => {
  test.each([
    new Error('IO Error: Could not write file "/d/a.csv": No space left on device'),
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  ])('tells a full disk from everything else: %s', (error) => {
    expect(explainFailure(error, '/d')).toContain('There is no space left on the disk of /d.');
    expect(explainFailure(error, '/d')).toContain('Free space there');
  });

  test('gives the reason and says where to look', () => {
    const text = explainFailure(new Error('The API refused it'), '/d');
    expect(text).toContain('The demo is NOT complete: The API refused it');
    expect(text).toContain('See /d/logs');
    expect(text).not.toContain('Free space');
  });
});
