import type { Command, Context } from '../command.ts';
import { plain } from '../output/columns.ts';
import { wrongUsage } from '../failure.ts';

type Event = { id: string; type: string; time: string; subject?: string };

/** Prefix of all types, which people need not read. */
const lastPart = (type: string): string => type.slice(type.lastIndexOf('.') + 1);

function lineOf({ time, type, subject = '' }: Event): string {
  return `${time}  ${lastPart(plain(type)).padEnd(34)} ${plain(subject)}`;
}

/** `concordat events`: the feed, from its end or from a position. */
export const events: Command = {
  name: 'events',
  summary: 'Read the feed of everything that happens',
  options: [
    { flags: '-f, --follow', help: 'wait for further events until Ctrl-C' },
    { flags: '--after <id>', help: 'events after this one; without it the newest ones' },
    { flags: '--from-start', help: 'from the oldest event that is kept' },
    {
      flags: '--types <types>',
      help: 'only these types, comma-separated; TestResults* for all that begin so',
    },
    { flags: '--subject <id>', help: 'only events about this subject' },
    { flags: '--limit <number>', help: 'end after so many; default 20 without --follow' },
  ],
  details: 'With --follow and --output ndjson each event is one line, printed at once.',
  examples: [
    'concordat events --limit 5',
    "concordat events --follow --types 'TestResults*'",
    'concordat events --follow --after "$LAST" --output ndjson',
  ],
  run: async ({ texts, flags }, context) => {
    const limit = readLimit(texts['limit'], flags['follow'] === true);
    const filter = { types: texts['types'], subject: texts['subject'] };
    const start = flags['from-start'] ? '' : texts['after'];
    if (start === undefined && !flags['follow']) return newest(context, filter, limit);
    const from = start ?? (await lastId(context));
    await follow(context, { filter, from, limit, waits: flags['follow'] === true });
    return undefined;
  },
};

type Filter = { types: string | undefined; subject: string | undefined };

function readLimit(text: string | undefined, follows: boolean): number {
  if (text === undefined) return follows ? Infinity : 20;
  if (!/^[1-9]\d*$/.test(text)) throw wrongUsage(`--limit is '${text}'; it is a number from 1.`);
  return Number(text);
}

/** The newest events, the last one at the end, as in a log. */
async function newest({ client }: Context, filter: Filter, limit: number) {
  const query = { ...filter, order: 'newest', limit: Math.min(limit, 1000) };
  const found = (await client().get<Event[]>('/api/events', query)).toReversed();
  return { value: found, text: found.map(lineOf).join('\n') };
}

async function lastId({ client }: Context): Promise<string> {
  const [last] = await client().get<Event[]>('/api/events', { order: 'newest', limit: 1 });
  return last?.id ?? '';
}

type Follow = { filter: Filter; from: string; limit: number; waits: boolean };

/** Reads batch after batch; with `waits` the server holds a request until there is an event, for up to 30 seconds. */
async function follow({ client, printer }: Context, { filter, from, limit, waits }: Follow) {
  let position = from;
  let left = limit;
  for (;;) {
    const batch = await client().get<Event[]>('/api/events', {
      ...filter,
      lastEventId: position || undefined,
      longPolling: waits ? 'true' : undefined,
      limit: Math.min(left, 1000),
    });
    for (const event of batch) await printer.record(event, lineOf(event));
    position = batch.at(-1)?.id ?? position;
    left -= batch.length;
    if (left <= 0 || (batch.length === 0 && !waits)) return;
  }
}
