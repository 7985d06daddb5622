import { parseArgs } from 'node:util';

export const usage = `Usage: npm run bench -- [suite …] [--only suite,…] [--compare file] [--out file]

  --only      run these suites only; the same as naming them
  --compare   print the figures beside those of an earlier run (a copy of .data/bench.json)
  --out       write the figures here instead of .data/bench.json
  --list      print the names of the suites`;

/** The command line options; all suites when none is named. */
export type BenchOptions = {
  suites: readonly string[];
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
      compare: { type: 'string' },
      out: { type: 'string', default: '.data/bench.json' },
      list: { type: 'boolean', default: false },
    },
  });
  const named = [...positionals, ...values.only.flatMap((names) => names.split(','))];
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no suite '${unknown}'. Suites: ${known.join(', ')}.`);
  const suites = known.filter((name) => named.length === 0 || named.includes(name));
  return { suites, compare: values.compare, out: values.out, isList: values.list };
}
