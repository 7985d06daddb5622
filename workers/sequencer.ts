import type { Database } from '../db/connect.ts';
import { stampEvents } from '../db/tables/feed/feed.ts';
import type { Logger } from '../lib/log.ts';
import { startLoop } from '../lib/processes/background-loop.ts';
import type { BackgroundLoop } from '../lib/processes/background-loop.ts';

const batch = 1_000;
const pollMs = 100;

/** Puts committed events into the feed; any number of sequencers may run, one works at a time. */
export function startSequencer(options: { database: Database; log: Logger }): BackgroundLoop {
  const { database, log } = options;
  const loop = startLoop('sequencer', pollMs, log, async () => {
    const stamped = await stampEvents(database, batch);
    if (stamped > 0) database.signals.send('events_ready');
    return stamped === batch;
  });
  const unsubscribe = database.signals.on('events_recorded', loop.wake);
  return {
    wake: loop.wake,
    stop: async () => {
      unsubscribe();
      await loop.stop();
    },
  };
}
