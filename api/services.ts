import type { Config } from '../config.ts';
import type { Database } from '../db/connect.ts';
import type { RefusedWrites } from '../db/refused-writes.ts';
import type { SchemaGate } from '../db/schema-gate.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { RedisFacts } from '../lib/redis/ask-redis.ts';
import type { OidcProvider } from '../lib/oidc/provider.ts';
import type { ObjectStorage } from '../lib/object-storage/object-storage.ts';
import type { CallRoute } from './inner-request.ts';
import type { CountMessage } from './mcp/rate-limit.ts';
import type { FeedReaders } from './stream/feed-readers.ts';
import type { WorkWaiters } from './wait-for-work.ts';
import type { SecretKeys } from '../lib/secrets/secrets.ts';

/** The settings that the API needs. */
export type ApiSettings = Pick<
  Config,
  | 'publicUrl'
  | 'testWaitSeconds'
  | 'eventTypePrefix'
  | 'eventRetentionDays'
  | 'sourceCredentials'
  | 'allowedHosts'
  | 'webhookAllowedHosts'
  | 'deprecatedFormatsUntil'
  | 'generation'
  | 'attachmentQuotaMb'
  | 'oidc'
  | 'trustedProxies'
  | 'shownSettings'
> &
  Partial<Pick<Config, 'mailFrom' | 'attachmentStorage' | 'embedding'>> & {
    secretKey?: SecretKeys | undefined;
    smtpUrl?: string | undefined;
  };

/** Dependencies of routes and middleware, created once per process. */
export type Services = {
  database: Database;
  waiters: WorkWaiters;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Storage of uploaded attachments. */
  storage: ObjectStorage;
  settings: ApiSettings;
  /** Checks that the database has the schema of this build. */
  schema: SchemaGate;
  /** Whether the disk of the database is full. */
  writes: RefusedWrites;
  /** The maxmemory-policy of Redis if it may delete entries of the queues. */
  findEviction: () => Promise<string | undefined>;
  /** What Redis says about itself, or the error; undefined if the API was started without Redis. */
  findRedis: () => Promise<RedisFacts | { error: unknown } | undefined>;
  /** The provider with which people sign in; undefined if there is none. */
  oidc: OidcProvider | undefined;
  /** How far clients have read the event feed. */
  readers: FeedReaders;
  /** Calls a route from inside, with the same checks. */
  callRoute: CallRoute;
  /** Limits the messages of agents. */
  countMessage: CountMessage;
  /** Aborts when the process drains; every waiting request must answer then. */
  draining: AbortSignal;
};
