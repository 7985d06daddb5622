import type { Static, TObject } from '@sinclair/typebox';
import type { SourceAccess } from '../connectors/connector.ts';
import type { Database, Tx } from '../db/connect.ts';
import type { ClaimedWork } from '../db/tables/work-claims.ts';
import type { GenerationEndpoint } from '../domain/generation-settings.ts';
import type { WorkKind } from '../domain/work-kinds.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import type { ObjectStorage } from '../lib/object-storage.ts';
import type { JobMetrics } from './measure-jobs.ts';
import type { SecretKeys } from '../lib/secrets.ts';

/** How work of a kind is treated; the same for all its jobs, because they share a queue. */
export type KindPolicy = {
  /** Pieces of work that one process does at once. */
  concurrency: number;
  /** An attempt that takes longer is stopped and counts as failed. */
  timeoutMs: number;
  maxAttempts: number;
  /** Wait before the attempt behind the given one. */
  backoffMs: (attempt: number) => number;
  /**
   * Whether closing writes touch only rows of their own subject and bear to be called twice: then attempts
   * that end at the same time share a transaction.
   */
  closesTogether: boolean;
};

const minute = 60_000;
const exponential = (firstMs: number, longestMs: number) => (attempt: number) =>
  Math.min(longestMs, firstMs * 2 ** (attempt - 1));

export const kindPolicies: Readonly<Record<WorkKind, KindPolicy>> = {
  'contract-tests': {
    concurrency: 4,
    timeoutMs: 60 * minute,
    maxAttempts: 8,
    backoffMs: exponential(1_000, minute),
    closesTogether: true,
  },
  'scheduled-tests': {
    // Beside those that somebody waits for, and with as much memory each.
    concurrency: 2,
    timeoutMs: 60 * minute,
    maxAttempts: 8,
    backoffMs: exponential(1_000, minute),
    closesTogether: true,
  },
  'code-generation': {
    concurrency: 2,
    timeoutMs: minute,
    maxAttempts: 5,
    backoffMs: exponential(500, minute),
    closesTogether: true,
  },
  'custom-generation': {
    // Each may hold a long answer; more than the longest GENERATION_TIMEOUT_SECONDS.
    concurrency: 4,
    timeoutMs: 6 * minute,
    maxAttempts: 5,
    backoffMs: exponential(500, minute),
    closesTogether: true,
  },
  ingestion: {
    // Tests of connections shall not wait for long scans; what a run holds is bounded.
    concurrency: 4,
    timeoutMs: 24 * 60 * minute,
    // A run whose worker died is resumed once (decisions §8).
    maxAttempts: 2,
    backoffMs: exponential(5_000, 5 * minute),
    closesTogether: false,
  },
  'access-timers': {
    concurrency: 4,
    timeoutMs: minute,
    maxAttempts: 1_000,
    backoffMs: exponential(1_000, minute),
    closesTogether: true,
  },
  mail: {
    concurrency: 4,
    timeoutMs: 2 * minute,
    maxAttempts: 20,
    backoffMs: exponential(5_000, 60 * minute),
    closesTogether: true,
  },
  'ontology-merges': {
    concurrency: 2,
    timeoutMs: minute,
    maxAttempts: 5,
    backoffMs: exponential(500, minute),
    closesTogether: false,
  },
  webhooks: {
    concurrency: 50,
    timeoutMs: minute,
    maxAttempts: 40,
    backoffMs: exponential(5_000, 4 * 60 * minute),
    closesTogether: true,
  },
  housekeeping: {
    concurrency: 1,
    timeoutMs: 30 * minute,
    maxAttempts: 5,
    backoffMs: exponential(10_000, 10 * minute),
    closesTogether: false,
  },
};

/** What a job gets from the process that runs it. */
export type JobContext = {
  database: Database;
  work: ClaimedWork;
  /** Aborts when the work is cancelled, takes too long, loses its lease, or the process stops. */
  signal: AbortSignal;
  /** Writes in a fenced transaction; the only way to write before the closing write. */
  fenced: <T>(write: (tx: Tx) => Promise<T>) => Promise<T>;
  clock: Clock;
  log: Logger;
  metrics: JobMetrics;
  settings: JobSettings;
};

/** Configuration that jobs read. */
export type JobSettings = {
  sourceAccess: SourceAccess;
  /** Private hosts that webhooks and chat messages may be sent to; see `connectors/post.ts`. */
  webhookAllowedHosts: readonly string[];
  eventRetentionDays: number;
  /** After how long an active access that is not provisioned is worth an alert; 0 never. */
  provisioningAlertMinutes: number;
  /** Without it mails stay in the ledger. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Under which people reach the product, for links in mails. */
  publicUrl: string;
  /** Before the types of events that webhooks get. */
  eventTypePrefix: string;
  /** Who generates from prompts; nobody when it is undefined. */
  generation: GenerationEndpoint | undefined;
  /** Opens stored secrets; without it they cannot be read. */
  secretKey: SecretKeys | undefined;
  /** Where uploaded attachments lie. */
  storage: ObjectStorage;
};

/** What a job writes at its end; the runner executes it and closes the work row in one fenced transaction. */
export type ClosingWrite = (tx: Tx) => Promise<void>;

export type GiveUpReason = { outcome: 'FAILED' | 'CANCELLED'; error: string };

type GiveUp<Payload> = (
  tx: Tx,
  subject: { work: ClaimedWork; payload: Payload; now: Date },
  reason: GiveUpReason,
) => Promise<void>;

export type JobDefinition<Schema extends TObject> = {
  kind: WorkKind;
  name: string;
  payload: Schema;
  run: (context: JobContext, payload: Static<Schema>) => Promise<ClosingWrite>;
  /** Runs in the transaction that marks the work FAILED or CANCELLED, by runner or sweeper. */
  giveUp: GiveUp<Static<Schema>>;
};

/** A job whose payload type is hidden, so that all fit one registry. */
export type Job = Omit<JobDefinition<TObject>, 'run' | 'giveUp'> & {
  run: (context: JobContext, payload: unknown) => Promise<ClosingWrite>;
  giveUp: GiveUp<unknown>;
};

/**
 * Declares a job; `run` and `giveUp` are typed by the payload's schema. The runner hands over only payloads
 * that satisfy it.
 */
export function defineJob<Schema extends TObject>(definition: JobDefinition<Schema>): Job {
  return definition as unknown as Job;
}
