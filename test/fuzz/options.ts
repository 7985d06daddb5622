import { parseArgs } from 'node:util';

export type FuzzOptions = {
  mode: 'requests' | 'data';
  seed: number;
  requests: number;
  /** Only operations whose method and path contain this, or samples whose name does; all when it is empty. */
  operation: string;
  files: number;
  /** First and last item; all others are left out. */
  from: number;
  to: number;
  seconds: number;
  concurrency: number;
  /** Time for shrinking one finding. */
  shrinkSeconds: number;
};

/** Text of `--help`. */
export const usage = `npm run fuzz -- [options]         sends generated requests to an API of its own
npm run fuzz -- data [options]    feeds damaged files to contract tests, ingestion and the API

  --seed <number>            repeats the run that printed this seed
  --requests <number>        requests to send (20000)
  --files <number>           files to damage, of data (500)
  --operation <text>         only operations whose method and path, or samples whose name contains this
  --only <number>            only this item
  --from <number>            first item
  --to <number>              last item
  --seconds <number>         ends the run early (900)
  --concurrency <number>     requests at once (24)
  --shrink-seconds <number>  how long one finding may be made simpler (40)
  --help                     prints this

Exit codes: 0 nothing was found, 1 something was found, 2 the run could not be made.`;

/** The command line is invalid; the message is one sentence for people. */
export class UsageError extends Error {}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        seed: { type: 'string' },
        requests: { type: 'string', default: '20000' },
        operation: { type: 'string', default: '' },
        files: { type: 'string', default: '500' },
        only: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        seconds: { type: 'string', default: '900' },
        concurrency: { type: 'string', default: '24' },
        'shrink-seconds': { type: 'string', default: '40' },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new UsageError(`${sentence.split('\n')[0]}: npm run fuzz -- --help lists the options.`);
  }
}

/** Reads the command line. Throws `UsageError` when it is invalid. */
export function readOptions(words: readonly string[]): FuzzOptions {
  const { values, positionals } = parseWords(words);
  const [mode = 'requests'] = positionals;
  if (mode !== 'requests' && mode !== 'data') {
    throw new UsageError(`'${mode}' is unknown: say nothing for requests, or data for files.`);
  }
  const seed =
    values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : whole('seed', values.seed);
  const requests = atLeastOne('requests', values.requests);
  const files = atLeastOne('files', values.files);
  const only = values.only === undefined ? undefined : whole('only', values.only);
  const last = (mode === 'data' ? files : requests) - 1;
  const from = only ?? (values.from === undefined ? 0 : whole('from', values.from));
  return {
    mode,
    seed,
    requests,
    operation: values.operation,
    files,
    from,
    to: only ?? (values.to === undefined ? Math.max(from, last) : whole('to', values.to)),
    seconds: whole('seconds', values.seconds),
    concurrency: atLeastOne('concurrency', values.concurrency),
    shrinkSeconds: whole('shrink-seconds', values['shrink-seconds']),
  };
}

function whole(name: string, text: string): number {
  const number = Number(text);
  if (text !== '' && Number.isSafeInteger(number) && number >= 0) return number;
  throw new UsageError(`--${name} is '${text}': give a whole number.`);
}

function atLeastOne(name: string, text: string): number {
  const number = whole(name, text);
  if (number > 0) return number;
  throw new UsageError(`--${name} is '${text}': give 1 or more.`);
}

/** The command that generates the same requests or files: items depend on all of these options. */
export function commandOf({ mode, seed, operation }: FuzzOptions): string {
  const words = mode === 'data' ? ' data' : '';
  const chosen = operation === '' ? '' : ` --operation '${operation}'`;
  return `npm run fuzz --${words} --seed ${seed}${chosen}`;
}
