import type { Config } from '../config.ts';
import type { Database } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { ObjectStorage } from '../lib/object-storage.ts';
import type { WorkWaiters } from './wait-for-work.ts';
import type { SecretKeys } from '../lib/secrets.ts';

/** What the API knows of the configuration. */
export type ApiSettings = Pick<
  Config,
  | 'publicUrl'
  | 'testWaitSeconds'
  | 'eventTypePrefix'
  | 'eventRetentionDays'
  | 'sourceCredentials'
  | 'allowedHosts'
  | 'deprecatedFormatsUntil'
  | 'generation'
  | 'attachmentQuotaMb'
> & { secretKey?: SecretKeys | undefined };

/** Everything that routes and middleware need from outside; made once per process. */
export type Services = {
  database: Database;
  waiters: WorkWaiters;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Where uploaded attachments lie. */
  storage: ObjectStorage;
  settings: ApiSettings;
  /** Aborts when the process drains; whatever waits must answer then. */
  draining: AbortSignal;
};
