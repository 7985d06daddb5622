import type { Knex } from 'knex';
import { Client } from 'pg';
import { pause } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';

/**
 * A hint that a transaction committed; listeners also poll, so a lost signal only costs time. Signals are sent
 * after the commit as separate statements: NOTIFY within a transaction takes a global lock at commit and costs
 * 60 % of the throughput (measured).
 */
export const channels = [
  'work_due',
  'work_done',
  'work_cancel',
  'events_recorded',
  'events_ready',
  'keys_changed',
  'messaging_changed',
] as const;
export type Channel = (typeof channels)[number];

export type Signals = {
  /** Notifies every process, at most once per 20 ms and channel; never throws. */
  send: (channel: Channel) => void;
  /** Calls `handler` on each signal of this and other processes; returns how to stop. */
  on: (channel: Channel, handler: () => void) => () => void;
  close: () => Promise<void>;
};

type Options = { knex: Knex; url: string; applicationName: string; log: Logger };

const minimumGapMs = 20;
const probeEveryMs = 15_000;

/** Signals of one process; the LISTEN connection is opened with the first `on`. */
export function createSignals(options: Options): Signals {
  const handlers = new Map<Channel, Set<() => void>>(
    channels.map((channel) => [channel, new Set()]),
  );
  const call = (channel: string): void => {
    for (const handler of handlers.get(channel as Channel) ?? []) handler();
  };
  const stop = new AbortController();
  const sender = createSender(options.knex, options.log, stop.signal);
  let listening: Promise<void> | undefined;
  return {
    send: sender.send,
    on: (channel, handler) => {
      listening ??= keepListening(options, call, stop.signal);
      handlers.get(channel)?.add(handler);
      return () => handlers.get(channel)?.delete(handler);
    },
    close: async () => {
      stop.abort();
      // A command that ends right after its commit must still notify the others.
      await Promise.all([listening, sender.finished()]);
    },
  };
}

function createSender(
  knex: Knex,
  log: Logger,
  stopped: AbortSignal,
): { send: (channel: Channel) => void; finished: () => Promise<unknown> } {
  const lastSent = new Map<Channel, number>();
  const planned = new Set<Channel>();
  const underWay = new Set<Promise<void>>();
  const mayLog = createThrottle(10_000);
  const notify = (channel: Channel): void => {
    planned.delete(channel);
    if (stopped.aborted) return;
    lastSent.set(channel, performance.now());
    const sending = knex
      .raw('select pg_notify(?, ?)', [channel, ''])
      .catch((error: unknown) => {
        if (mayLog(channel))
          log.warn({ err: error, channel }, 'signal not sent; listeners will poll');
      })
      .then(() => void underWay.delete(sending));
    underWay.add(sending);
  };
  const send = (channel: Channel): void => {
    if (planned.has(channel)) return;
    const wait = (lastSent.get(channel) ?? -Infinity) + minimumGapMs - performance.now();
    planned.add(channel);
    if (wait <= 0) notify(channel);
    else setTimeout(() => notify(channel), wait).unref();
  };
  return { send, finished: () => Promise.all(underWay) };
}

/** Listens until stopped, over one connection at a time; replaces a broken or silent connection. */
async function keepListening(
  options: Options,
  call: (channel: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  const mayLog = createThrottle(10_000);
  while (!stopped.aborted) {
    const client = new Client({
      connectionString: options.url,
      application_name: `${options.applicationName} listen`,
      keepAlive: true,
      connectionTimeoutMillis: 4_000,
      query_timeout: 5_000,
    });
    try {
      await listenUntilBroken(client, call, stopped);
    } catch (error) {
      if (mayLog('listen'))
        options.log.warn({ err: error }, 'LISTEN interrupted; polling continues');
    }
    await client.end().catch(() => undefined);
    if (!stopped.aborted) await pause(500, stopped);
  }
}

async function listenUntilBroken(
  client: Client,
  call: (channel: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  const broken = new AbortController();
  client.on('error', (error) => broken.abort(error));
  client.on('end', () => broken.abort(new Error('connection closed')));
  client.on('notification', ({ channel }) => call(channel));
  await client.connect();
  await client.query(channels.map((channel) => `listen ${channel}`).join(';'));
  // Signals sent while disconnected are lost, so call every handler once.
  for (const channel of channels) call(channel);
  const either = AbortSignal.any([broken.signal, stopped]);
  while (!either.aborted) {
    await pause(probeEveryMs, either);
    if (!either.aborted) await client.query('select 1');
  }
  if (broken.signal.aborted && !stopped.aborted) throw broken.signal.reason;
}
