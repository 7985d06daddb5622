import path from 'node:path';

import { createCatalog } from '../provisioner/catalog.ts';
import { followFeed, reconcile } from '../provisioner/follow-feed.ts';
import type { Tally } from '../provisioner/follow-feed.ts';
import {
  createConnectorPositionStore,
  createFilePositionStore,
} from '../provisioner/feed-positions.ts';
import { outcomes } from '../provisioner/provision.ts';
import type { Simulation } from '../provisioner/provision.ts';
import { createSay } from '../provisioner/say.ts';
import { wrongUsage } from './command.ts';
import type { Action, Command, CommandContext, Given } from './command.ts';

const maxDelayMs = 3_600_000;

const simulate: Action = {
  summary:
    'Follows the feed like a provisioning component and reports simulated results, one line per step. Ctrl-C ends it; the next call continues there',
  options: [
    { name: 'host', value: 'URL', help: 'address of the API', required: true },
    {
      name: 'key',
      value: 'key',
      help: 'API key with ACCESS_EDIT; default: CONCORDAT_KEY',
    },
    { name: 'platform', value: 'type', help: 'only output ports of this type' },
    {
      name: 'outcome',
      value: 'outcome',
      help: 'results to report, default: succeed',
      choices: outcomes,
    },
    { name: 'delay', value: 'ms', help: 'duration of a grant, default: 0' },
    {
      name: 'state',
      value: 'file',
      help: 'file for the position in the feed, default: .data/simulate-provisioner.json',
    },
    { name: 'connector', value: 'id', help: 'stores the position in /api/connectors/<id> instead' },
    { name: 'reconcile', help: 'compares the expected grants first' },
    { name: 'once', help: 'stops at the end of the feed; exit code 1 if a report was refused' },
  ],
  run: async (given, context) => {
    const host = readHost(given.texts['host'] ?? '');
    const [simulation, stop] = prepare(given, host, context);
    const { call, say, stopped } = simulation;
    const { state = path.join(dataDir(context), 'simulate-provisioner.json'), connector } =
      given.texts;
    const positions =
      connector === undefined
        ? createFilePositionStore(path.resolve(context.rootDir, state), host)
        : createConnectorPositionStore(call, connector);
    const tally: Tally = { handled: 0, refused: 0 };
    try {
      if (given.flags['reconcile']) await reconcile(simulation, tally);
      await followFeed({ ...simulation, once: given.flags['once'] === true }, positions, tally);
    } catch (error) {
      if (!stopped.aborted) throw error;
    } finally {
      stop();
    }
    say({ step: 'ended', detail: `${tally.handled} handled, ${tally.refused} refused` });
    return { text: '', json: undefined, isPrinted: true, failed: tally.refused > 0 };
  },
};

function prepare(
  { texts, flags }: Given,
  host: string,
  { env, clock }: CommandContext,
): [Simulation, () => void] {
  const key = texts['key'] ?? env['CONCORDAT_KEY'];
  if (key === undefined || key === '')
    throw wrongUsage('--key <key> is missing, and CONCORDAT_KEY is not set.');
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, stop);
  const stopped = stopping.signal;
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const say = createSay(print, flags['json'] === true, () => clock.now());
  const simulation = {
    // About half a minute: a single run, e.g. in a pipeline, must end.
    call: createCatalog({ host, key, say, stopped, ...(flags['once'] && { attempts: 8 }) }),
    say,
    platform: texts['platform'],
    outcome: (texts['outcome'] ?? 'succeed') as Simulation['outcome'],
    delayMs: readDelay(texts['delay'] ?? '0'),
    stopped,
  };
  const forget = (): void => signals.forEach((signal) => process.off(signal, stop));
  return [simulation, forget];
}

function dataDir({ env }: CommandContext): string {
  return env['DATA_DIR'] ?? '.data';
}

function readHost(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw wrongUsage(`--host ${text} is not an address such as http://127.0.0.1:8080.`);
  return text.replace(/\/+$/, '');
}

function readDelay(text: string): number {
  const delayMs = Number(text);
  if (!/^\d+$/.test(text) || delayMs > maxDelayMs)
    throw wrongUsage(`--delay ${text} is not a number of milliseconds from 0 to ${maxDelayMs}.`);
  return delayMs;
}

/** `npm run simulate-provisioner`: a test client for authors of provisioning components, and for our tests. */
export const simulateProvisioner: Command = {
  name: 'simulate-provisioner',
  summary: 'Simulates a provisioning component',
  actions: [simulate],
};
