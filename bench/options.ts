import { parseArgs } from 'node:util';

export const usage = `Usage: npm run bench -- [suite …] [--only suite,…] [--compare file] [--out file]

  --only      run these suites only; the same as naming them
  --size      share of the full number of rows, for suites that have millions (lineage); default: 0.01
  --compare   print the figures beside those of an earlier run (a copy of .data/bench.json)
  --out       write the figures here instead of .data/bench.json
  --list      print the names of the suites`;

/** The command line options; all suites when none is named. */
export type BenchOptions = {
  suites: readonly string[];
  /** Share of the full number of rows. */
  size: number;
  compare: string | undefined;
  out: string;
  isList: boolean;
};

/** Reads the command line; throws an error that says what to change. */
export function readOptions(args: readonly string[], known: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      size: { type: 'string', default: '0.01' },
      compare: { type: 'string' },
      out: { type: 'string', default: '.data/bench.json' },
      list: { type: 'boolean', default: false },
    },
  });
  const named = [...positionals, ...values.only.flatMap((names) => names.split(','))];
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no suite '${unknown}'. Suites: ${known.join(', ')}.`);
  const size = Number(values.size);
  if (!(size > 0 && size <= 1)) throw new Error('--size is a share: more than 0, at most 1.');
  const suites = known.filter((name) => named.length === 0 || named.includes(name));
  return { suites, size, compare: values.compare, out: values.out, isList: values.list };
}
