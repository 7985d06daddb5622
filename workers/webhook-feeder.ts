import { queueDeliveries } from '../commands/webhooks/queue-deliveries.ts';
import { queueReplays } from '../commands/webhooks/queue-replays.ts';
import type { Database } from '../db/connect.ts';
import { startLoop } from '../lib/processes/background-loop.ts';
import type { BackgroundLoop } from '../lib/processes/background-loop.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';

const pollMs = 1_000;

/** Turns events of both feeds into deliveries to webhooks; any number of feeders may run, but one at a time per webhook. */
export function startWebhookFeeder(options: {
  database: Database;
  clock: Clock;
  log: Logger;
}): BackgroundLoop {
  const { database, clock, log } = options;
  const loop = startLoop('webhook-feeder', pollMs, log, async () => {
    const hasMore = await queueDeliveries(database, clock.now());
    return (await queueReplays(database, clock.now())) || hasMore;
  });
  const unsubscribe = (['events_ready', 'messaging_changed'] as const).map((channel) =>
    database.signals.on(channel, loop.wake),
  );
  return {
    wake: loop.wake,
    stop: async () => {
      for (const end of unsubscribe) end();
      await loop.stop();
    },
  };
}
