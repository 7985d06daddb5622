import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Figure } from '../../../bench/figures.ts';
import { readOptions } from '../../../bench/options.ts';
import {
  compareResults,
  describeFailures,
  describeSuite,
  readResults,
  writeResults,
} from '../../../bench/results.ts';

const figure = (change: Partial<Figure> = {}): Figure => ({
  what: 'PUT of a contract',
  ours: '900/s',
  limit: '2,000/s',
  ratio: 0.45,
  demand: '≥ 0.30',
  met: true,
  ...change,
});

test('results of the suites that ended are kept, also beside a suite that failed', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'bench-')), 'data', 'bench.json');
  const results = {
    api: { seconds: 4, figures: [figure()] },
    queue: { seconds: 1, figures: [], error: 'connect ECONNREFUSED' },
  };
  writeResults(file, results);
  expect(readResults(file)).toEqual(results);
  expect(describeSuite('queue', results.queue)).toContain('connect ECONNREFUSED');
  expect(describeFailures(results)).toEqual(['queue: connect ECONNREFUSED']);
});

test('a figure that misses its demand is a failure of its suite', () => {
  const results = { api: { seconds: 4, figures: [figure({ met: false })] } };
  expect(describeFailures(results)).toEqual(['api: PUT of a contract misses its demand']);
});

test('a comparison shows both runs, and a dash for a figure that is new', () => {
  const before = { api: { seconds: 4, figures: [figure()] } };
  const after = {
    api: { seconds: 4, figures: [figure({ ours: '950/s', ratio: 0.5 }), figure({ what: 'GET' })] },
  };
  expect(compareResults(before, after).split('\n').slice(2)).toEqual([
    '| PUT of a contract | 900/s, ratio 0.45 | 950/s, ratio 0.50 |',
    '| GET | – | 900/s, ratio 0.45 |',
  ]);
});

test('the command line names suites in either way, and unknown ones are refused with the known ones', () => {
  const known = ['api', 'feed', 'queue'];
  expect(readOptions([], known).suites).toEqual(known);
  expect(readOptions(['queue', '--only', 'api'], known).suites).toEqual(['api', 'queue']);
  expect(readOptions(['--compare', 'before.json'], known)).toMatchObject({
    compare: 'before.json',
    out: '.data/bench.json',
  });
  expect(() => readOptions(['--only', 'apis'], known)).toThrow(
    "There is no suite 'apis'. Suites: api, feed, queue.",
  );
  expect(() => readOptions(['--onlly', 'api'], known)).toThrow(/onlly/);
});
