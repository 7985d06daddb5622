import path from 'node:path';

import { createCatalog } from '../provisioner/catalog.ts';
import { followFeed, reconcile } from '../provisioner/follow-feed.ts';
import type { Tally } from '../provisioner/follow-feed.ts';
import { createConnectorPlace, createFilePlace } from '../provisioner/places.ts';
import { outcomes } from '../provisioner/provision.ts';
import type { Simulation } from '../provisioner/provision.ts';
import { createSay } from '../provisioner/say.ts';
import { wrongUsage } from './command.ts';
import type { Action, Command, Given, Surroundings } from './command.ts';

const longestDelayMs = 3_600_000;

const simulate: Action = {
  summary:
    'Follows the feed like a provisioning component and reports what it pretends to do, a line for each step. Ctrl-C ends it; the next call goes on there',
  options: [
    { name: 'host', value: 'URL', help: 'address of the API', required: true },
    {
      name: 'key',
      value: 'key',
      help: 'API key with ACCESS_EDIT; without it CONCORDAT_KEY counts',
    },
    { name: 'platform', value: 'type', help: 'only output ports of this type' },
    {
      name: 'outcome',
      value: 'outcome',
      help: 'what it reports, succeed when left out',
      choices: outcomes,
    },
    { name: 'delay', value: 'ms', help: 'how long a grant takes, 0 when left out' },
    {
      name: 'state',
      value: 'file',
      help: 'keeps the place in the feed, .data/simulate-provisioner.json when left out',
    },
    { name: 'connector', value: 'id', help: 'keeps the place in /api/connectors/<id> instead' },
    { name: 'reconcile', help: 'compares with the expected grants first' },
    { name: 'once', help: 'ends at the end of the feed; exit code 1 when something was refused' },
  ],
  run: async (given, surroundings) => {
    const host = readHost(given.texts['host'] ?? '');
    const [simulation, stop] = prepare(given, host, surroundings);
    const { call, say, stopped } = simulation;
    const { state = path.join(dataDir(surroundings), 'simulate-provisioner.json'), connector } =
      given.texts;
    const place =
      connector === undefined
        ? createFilePlace(path.resolve(surroundings.rootDir, state), host)
        : createConnectorPlace(call, connector);
    const tally: Tally = { handled: 0, refused: 0 };
    try {
      if (given.flags['reconcile']) await reconcile(simulation, tally);
      await followFeed({ ...simulation, once: given.flags['once'] === true }, place, tally);
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
  { env, clock }: Surroundings,
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
    // Half a minute; who starts it once, for example a pipeline, wants an end.
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

function dataDir({ env }: Surroundings): string {
  return env['DATA_DIR'] ?? '.data';
}

function readHost(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw wrongUsage(`--host ${text} is no address; it is one like http://127.0.0.1:8080.`);
  return text.replace(/\/+$/, '');
}

function readDelay(text: string): number {
  const delayMs = Number(text);
  if (!/^\d+$/.test(text) || delayMs > longestDelayMs)
    throw wrongUsage(`--delay ${text} is no number of milliseconds from 0 to ${longestDelayMs}.`);
  return delayMs;
}

/** `npm run simulate-provisioner`: a client for those who write provisioning components, and for our tests. */
export const simulateProvisioner: Command = {
  name: 'simulate-provisioner',
  summary: 'Pretends to be a provisioning component',
  actions: [simulate],
};
