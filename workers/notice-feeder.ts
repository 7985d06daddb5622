import { makeNotices } from '../commands/notices/make-notices.ts';
import type { Database } from '../db/connect.ts';
import { startLoop } from '../lib/processes/background-loop.ts';
import type { BackgroundLoop } from '../lib/processes/background-loop.ts';
import type { Logger } from '../lib/log.ts';

/** Notices may be a second late; events that come meanwhile then cost one pass together. */
const pollMs = 1_000;

/** Makes the notices of the web UI from the feed; any number of feeders may run, but one at a time per organization. */
export function startNoticeFeeder(options: { database: Database; log: Logger }): BackgroundLoop {
  const { database, log } = options;
  return startLoop('notice-feeder', pollMs, log, () => makeNotices(database));
}
